"""Board sizes and other constants that a game file leaves open.

A file says `COLUMNS = parameter("columns", 7)`. Each variant of a game executes the file once more with other values,
so that inside compiled code they are constants.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import TypeVar

from mpi_search.errors import InputError

Number = TypeVar("Number", int, float)

_given: Mapping[str, float] = {}
_asked: dict[str, float] = {}


def parameter(name: str, default: Number) -> Number:
    """The value chosen for this variant of the game, or the default. Its type is the default's. Raises InputError."""
    value = _given.get(name, default)
    if type(default)(value) != value:
        raise InputError(f"{name} must be a whole number, not {value}")
    _asked[name] = type(default)(value)
    return type(default)(value)


def board_size(game: str, text: str) -> dict[str, int]:
    """The parameters `columns` and `rows` of a variant such as "6x5". Raises InputError."""
    columns, _, rows = text.partition("x")
    if not (columns.isdecimal() and rows.isdecimal()):
        raise InputError(f"{game}: {text!r} is not a board size; expected columns x rows, as in {game}:6x4")
    if not (int(columns) and int(rows)):
        raise InputError(f"{game}: a board of {columns} x {rows} has no squares")
    return {"columns": int(columns), "rows": int(rows)}


@contextlib.contextmanager
def chosen(values: Mapping[str, float]) -> Iterator[dict[str, float]]:
    """While this is open, `parameter` answers from `values`. Yields what was asked for, with the answers."""
    global _given, _asked
    before = _given, _asked
    _given, _asked = values, {}
    try:
        yield _asked
    finally:
        _given, _asked = before
