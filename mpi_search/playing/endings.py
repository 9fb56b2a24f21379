"""How a game ended, in the words of the game."""

from __future__ import annotations

from mpi_search.bots.record import Record
from mpi_search.matches.games_file import SavedGame

#: What is said of who has lost, where the rules did not end the game.
_REASONS = {"resigned": "{} resigns", "time": "the time of {} is up"}


def side_name(record: Record, side: int) -> str:
    """What the game calls the side that moved first in this game, 0, or the other one."""
    begins = record.game.side(record.states[0]) or 0
    return record.game.look.sides[(begins + side) % 2]


def end_by_rules(record: Record) -> str:
    """Who has won a game that is over, and by how much."""
    value = record.outcome
    assert value is not None
    if value == 0 or record.game.has("describe"):
        return record.game.describe(record.state, value)
    return f"{side_name(record, record.side if value > 0 else 1 - record.side)} wins"


def end_by_note(record: Record, loser: int, note: str) -> str:
    """Who has won a game that ended before its rules ended it; a match says in words of its own why."""
    reason = _REASONS[note].format(side_name(record, loser)) if note in _REASONS else note
    return f"{reason}: {side_name(record, 1 - loser)} wins"


def end_of(record: Record, saved: SavedGame) -> str:
    """The same of a game that was saved."""
    if saved.result is None:
        return "the game is not over"
    if record.is_over:
        return end_by_rules(record)
    if saved.result == 0:
        return f"{saved.note or 'ended by the players'}: a draw"
    return end_by_note(record, int(saved.result > 0), saved.note or "ended by the players")
