"""What the fast search thinks of a position: a good move, and what every move is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mpi_search.bots.bot import Choice, Setup, Thought
from mpi_search.bots.kernel import KernelBot
from mpi_search.bots.record import Record
from mpi_search.playing.words import line_of_play
from mpi_search.rules.game import Game


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

    def why(self, record: Record, seconds: float, tell: Callable[[Thought], None]) -> list[Judged]:
        """Every move, best first."""
        self._bot.tell = tell
        return [_judged(choice) for choice in self._bot.rank(record, seconds)]


def _judged(choice: Choice) -> Judged:
    assert choice.value is not None
    assert choice.depth is not None
    return Judged(choice.move, choice.value, choice.exact, choice.depth, choice.line)


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
