"""What the moves of a position are worth, by the bot that is there.

A bot that ranks moves is asked for that. With any other each move is played, and the reply considered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mpi_search.bots.bot import Bot
from mpi_search.bots.record import Record

#: All moves share this part of the time; the best of them the rest.
LOOK_SHARE = 0.3


@dataclass(frozen=True)
class Hint:
    """A move, for the side to move."""

    line: tuple[int, ...]  #: the move, and what is expected to follow
    value: int
    depth: int
    exact: bool
    nodes: int


def hints(bot: Bot, record: Record, count: int, seconds: float) -> Iterator[Hint]:
    """The best moves, so many of them, as soon as each is known; first all have had a short look. None from a bot that
    puts no value on moves."""
    if ranking := bot.rank(record, seconds, count):
        for each in ranking:
            yield Hint(each.line, each.value or 0, each.depth or 0, each.exact, each.nodes)
        return
    moves = record.legal
    looks = [look(bot, record, move, LOOK_SHARE * seconds / len(moves)) for move in moves]
    known = sorted(filter(None, looks), key=lambda hint: -hint.value)[: max(count, 1)]
    left = (1.0 - LOOK_SHARE) * seconds / max(len(known), 1)
    for hint in known:
        if hint.exact or bot.should_stop():
            yield hint
        else:
            yield look(bot, record, hint.line[0], left) or hint


def look(bot: Bot, record: Record, move: int, seconds: float) -> Hint | None:
    """The value of a move. What is forced is played on, for bots think nothing of it."""
    before = len(record.moves)
    try:
        record.play(move)
        while len(record.legal) == 1:
            record.play(record.legal[0])
        line, plies = tuple(record.moves[before:]), len(record.moves) - before
        sign = -1 if plies % 2 else 1
        if record.outcome is not None:
            return Hint(line, sign * record.outcome, plies, True, 0)
        found = bot.choose(record, seconds)
        if found.value is None:
            return None
        return Hint(line + found.line, sign * found.value, plies + (found.depth or 0), found.exact, found.nodes)
    finally:
        while len(record.moves) > before:
            record.undo()
