"""What a game file says of its board for the eye: whose each cell is, what the sides are called, and their colours.

A picture has rows of cells, each a text and a kind, which is the same whoever is to move:

    "x"     a piece of the side that begins the game        "."     empty
    "o"     a piece of the other side                       "#"     taken, by neither of them
    ""      no cell of the board: the name of a row or a column; a row with nothing else is a line of text
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from mpi_search.errors import InputError

KINDS = ("x", "o", ".", "#", "")
Cell = tuple[str, str]
Picture = list[list[Cell]]


@dataclass(frozen=True)
class Look:
    """How a game would like to be shown; a file may define the constants that are named here."""

    sides: tuple[str, str] = ("X", "O")  #: SIDES: what the two are called, the one that begins first
    colours: tuple[str, str, str] = (
        "bold bright_cyan",
        "bold bright_yellow",
        "grey15",
    )  #: COLOURS: of the sides, of the board
    pieces: dict[str, str] = field(default_factory=dict)  #: PIECES: better than a cell's text where colours tell sides
    rules: str = ""  #: RULES: how it is played, how a move is written; or how the file's own words begin


def look_of(module: ModuleType) -> Look:
    """What the file says, and the defaults for the rest."""
    own = Look()
    sides, colours = getattr(module, "SIDES", own.sides), getattr(module, "COLOURS", own.colours)
    rules = getattr(module, "RULES", None) or (module.__doc__ or "").strip().partition("\n\n")[0]
    return Look(sides, colours, getattr(module, "PIECES", own.pieces), " ".join(rules.split()))


def check_look(module: ModuleType, path: Path) -> None:
    """Raise InputError that names the wrong constant of a game file."""
    for name, count in (("SIDES", 2), ("COLOURS", 3)):
        said = getattr(module, name, ("",) * count)
        if not isinstance(said, tuple) or len(said) != count or not all(isinstance(text, str) for text in said):
            raise InputError(f"{path}: {name} must be {count} texts, not {said!r}")
    pieces = getattr(module, "PIECES", {})
    if not isinstance(pieces, dict) or not all(isinstance(text, str) for pair in pieces.items() for text in pair):
        raise InputError(f"{path}: PIECES must say for texts of cells how to show them, not {pieces!r}")
    if not isinstance(rules := getattr(module, "RULES", ""), str):
        raise InputError(f"{path}: RULES must be a text, not {rules!r}")


def picture_of(answer: Any) -> Picture:
    """What `cells` has returned. Raises ValueError if that is no picture."""
    rows = [[_cell(pair) for pair in row] for row in answer]
    boards = {sum(kind != "" for _, kind in row) for row in rows} - {0}
    if len(boards) != 1:
        raise ValueError("every row must have as many cells as the others")
    return rows


def _cell(pair: Any) -> Cell:
    text, kind = pair
    if not isinstance(text, str) or kind not in KINDS:
        raise ValueError(f"a cell is a text and one of {', '.join(map(repr, KINDS))}, not {pair!r}")
    return text, kind
