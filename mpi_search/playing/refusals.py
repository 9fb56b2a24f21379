"""Why a line of input means nothing, and what would be right: always in one line."""

from __future__ import annotations

import difflib

from mpi_search.bots.record import Record
from mpi_search.playing.commands import BY_NAME, COMMANDS, Command

#: So much of a wrong line is repeated, and so many moves are named.
SHOWN_CHARACTERS, SHOWN_MOVES = 24, 8
#: No game is asked about a longer text.
LONGEST_MOVE = 16


def refusal(record: Record, line: str, is_over: bool = False) -> str:
    """Of a line that is neither a legal move nor a command; somebody may have ended the game before the rules do."""
    text = "".join(line.split()).lower()
    if (command := similar(text)) and text.isalpha():
        return f"there is no command {shown(line)}; did you mean {command}?"
    if is_over or record.is_over:
        return f"the game is over, {shown(line)} cannot be played; new begins another, undo takes the last move back"
    if len(text) <= LONGEST_MOVE and (reason := reason_against(record, text)):
        return f"{shown(line)} cannot be played: {reason}"
    return f"{shown(line)} is neither a move ({some_moves(record)}) nor a command (? lists them)"


def ambiguous(word: str, commands: list[Command]) -> str:
    return f"{word} may be {' or '.join(command.name for command in commands)}"


def similar(text: str) -> str:
    """The command that somebody may have meant."""
    near = difflib.get_close_matches(text, BY_NAME, 1, 0.6) if len(text) > 1 else []
    return COMMANDS[list(BY_NAME).index(near[0])].usage if near else ""


def reason_against(record: Record, text: str) -> str:
    """What the game says of a text that is no legal move; or else, if it was one before, that much."""
    if reason := record.game.why_not(record.state, text):
        return reason
    names = [name.lower() for name in record.names]
    return f"it was move {names.index(text) + 1}, and is not possible now" if text in names else ""


def some_moves(record: Record) -> str:
    """The first legal moves."""
    names = [record.game.move_name(record.state, move) for move in record.legal]
    return " ".join(names[:SHOWN_MOVES]) + (" ..." if len(names) > SHOWN_MOVES else "")


def shown(line: str) -> str:
    """A line as it was typed, if it is short and harmless."""
    text = line.strip()
    text = text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 3] + "..."
    return text if text.isprintable() else ascii(text)
