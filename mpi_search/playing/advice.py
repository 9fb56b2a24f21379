"""What the fast search thinks of a position: a good move, and what every move is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mpi_search.bots.bot import Choice, Setup, Thought
from mpi_search.bots.kernel import KernelBot
from mpi_search.bots.record import Record
from mpi_search.playing.words import line_of_play
from mpi_search.rules.game import Game

#: No move is looked at for less.
LEAST_S = 0.02


@dataclass(frozen=True)
class Judged:
    """A move, and what it is worth to the side that makes it."""

    move: int
    value: int
    exact: bool
    depth: int  #: plies that were looked ahead, the move included
    line: tuple[int, ...]  #: best play, the move included


class Adviser:
    """Looks at a game for a person."""

    def __init__(self, game: Game, clock: Callable[[], float]) -> None:
        self._bot = KernelBot(Setup(game, clock=clock))

    def hint(self, record: Record, seconds: float, tell: Callable[[Thought], None]) -> Choice:
        """A good move."""
        self._bot.tell = tell
        return self._bot.choose(record, seconds)

    def why(self, record: Record, seconds: float) -> Iterator[list[Judged]]:
        """Every move, best first; again and again, each time with one move more, until all are looked at."""
        judged: list[Judged] = []
        for one in values_of_moves(self._bot, record, seconds):
            judged = sorted([*judged, one], key=lambda each: -each.value)
            yield judged


def values_of_moves(bot: KernelBot, record: Record, seconds: float) -> Iterator[Judged]:
    """What the legal moves are worth, each searched for its part of the time."""
    bot.tell = None
    moves = record.legal
    after = Record(record.game, record.position, record.names)
    for move in moves:
        after.play(move)
        if (outcome := after.outcome) is not None:
            yield Judged(move, -outcome, True, 1, (move,))
        else:
            yield _judged(move, bot.search(after, max(seconds / len(moves), LEAST_S)))
        after.undo()


def _judged(move: int, reply: Choice) -> Judged:
    """A move, by the best reply to it."""
    assert reply.value is not None
    assert reply.depth is not None
    return Judged(move, -reply.value, reply.exact, reply.depth + 1, (move, *reply.line))


def why_lines(record: Record, judged: list[Judged], most: int) -> tuple[str, ...]:
    """The moves as a table of so many lines at most."""
    shown = judged if len(judged) <= most else judged[: most - 1]
    rows = []
    for each in shown:
        name = record.game.move_name(record.state, each.move)
        line = line_of_play(record.game, record.state, each.line)
        sure = "exact" if each.exact else f"depth {each.depth}"
        rows.append(f"{name:<6} {each.value:>+4}  {sure:<9}  {line}")
    if len(judged) > len(shown):
        rows.append(f"... and {len(judged) - len(shown)} more, not better than {judged[len(shown) - 1].value:+d}")
    return tuple(rows)
