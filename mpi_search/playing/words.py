"""Values, lines of play, results and times, as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mpi_search.bots.bot import Choice, Thought
from mpi_search.bots.record import Record
from mpi_search.rules.game import Game, State

#: Moves of an expected line that are shown, and how long that may be: it should fit behind what else is said of a move.
LINE_MOVES, LINE_CHARACTERS = 6, 18


def line_of_play(game: Game, state: State, moves: Sequence[int], most: int = LINE_MOVES) -> str:
    """The names of moves that are played from `state` on."""
    names: list[str] = []
    for move in moves[:most]:
        names.append(game.move_name(state, move))
        if len(names) > 1 and len(" ".join(names)) > LINE_CHARACTERS:
            names.pop()
            break
        state = game.play(state, move)
    return " ".join(names) + (" ..." if len(moves) > len(names) else "")


def choice_line(record: Record, choice: Choice, seconds: float) -> str:
    """What a bot thought of the move that it is about to play."""
    parts = [] if choice.value is None else [f"value {choice.value:+d}{' (exact)' if choice.exact else ''}"]
    if choice.depth is not None and not choice.exact:
        parts.append(f"depth {choice.depth}")
    parts.append(f"{seconds:.1f} s")
    if choice.line[1:] and choice.line[0] == choice.move:
        after = record.game.play(record.state, choice.move)
        parts.append(f"expects {line_of_play(record.game, after, choice.line[1:])}")
    return ", ".join(parts)


def thought_line(record: Record, thought: Thought | None, seconds: float) -> str:
    """What a bot thinks so far."""
    if thought is None:
        return f"{seconds:.1f} s"
    parts = ["to the end" if thought.depth is None else f"depth {thought.depth}"]
    if said := between(thought.lower, thought.upper, record.game.max_value):
        parts.append(f"value {said}")
    if thought.move is not None:
        parts.append(record.game.move_name(record.state, thought.move))
    return "  ".join([*parts, f"{seconds:.1f} s"])


def between(lower: int, upper: int, most: int) -> str:
    """What is known of a value that is `most` in size at most; "" if that is nothing."""
    if lower == upper:
        return f"{lower:+d}"
    if lower <= -most:
        return f"{upper:+d} at most" if upper < most else ""
    return f"{lower:+d} to {upper:+d}" if upper < most else f"{lower:+d} at least"


def bot_name(words: str) -> str:
    """The words that make a bot, without its options and its folder."""
    return Path(words.partition(":")[0]).stem


def duration_text(seconds: float) -> str:
    """The same in a sentence: 4:05, or 9.3 s when it is little."""
    text = clock_text(seconds)
    return text if ":" in text else f"{text} s"


def clock_text(seconds: float) -> str:
    """4:05, or 9.3 when it is little."""
    if abs(seconds) < 20:
        return f"{seconds:.1f}"
    sign, whole = "-" if seconds < 0 else "", int(abs(seconds))
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{sign}{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{sign}{minutes}:{whole % 60:02}"
