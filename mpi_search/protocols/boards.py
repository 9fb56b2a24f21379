"""Colours, squares and sizes in GTP.

Black is the side that moves first in the first position. Squares have the names that the game gives them: in Othello
A1 is the upper left corner of the usual diagram, as for other programs that play it by GTP. A client that shows row 1
below shows that diagram upside down, with the right names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mpi_search.bots.record import Record
from mpi_search.protocols.gtp_text import GtpError
from mpi_search.rules.game import Game, State

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
SIDES = ("black", "white")
#: What games may call a pass.
PASSES = ("pass", "pa")
_SQUARE = re.compile(r"[a-z][0-9]+")


@dataclass(frozen=True)
class Board:
    """A square board whose squares are the moves."""

    size: int
    row_1_first: bool  #: in what `Game.format` says; the others begin with the last row
    has_pass: bool


BOARDS = {"othello": Board(8, True, True), "tictactoe": Board(3, False, False)}


def board_of(game: Game) -> Board | None:
    """The board of a game that is played on squares, if this file knows it."""
    return BOARDS.get(game.name)


def size_of(game: Game) -> int | None:
    """What `boardsize` may be: the columns; None where a game has none that are known."""
    board = board_of(game)
    columns = game.asked.get("columns")
    return board.size if board else None if columns is None else int(columns)


def game_id(game: Game) -> str:
    """The game's name as clients write it: Othello."""
    return game.name.partition(":")[0].capitalize()


def parse_colour(word: str) -> int:
    """0 for black, 1 for white. Raises GtpError."""
    side = COLOURS.get(word.lower())
    if side is None:
        raise GtpError("syntax error")
    return side


def vertex(game: Game, state: State, move: int) -> str:
    """What a move is called: D3, pass, or the game's own name for it."""
    name = game.move_name(state, move)
    if name.lower() in PASSES:
        return "pass"
    return name.upper() if _SQUARE.fullmatch(name) else name


def parse_vertex(record: Record, name: str) -> int | None:
    """The legal move of that name, if there is one."""
    names = {vertex(record.game, record.state, move).lower(): move for move in record.legal}
    return names.get("pass" if name.lower() in PASSES else name.lower())


def forced_pass(record: Record) -> int | None:
    """The pass, if the side to move can do nothing else."""
    moves = record.legal
    return moves[0] if len(moves) == 1 and vertex(record.game, record.state, moves[0]) == "pass" else None


def result_in_words(record: Record) -> str:
    """B+12, W+4 or 0: the result of a finished game."""
    value = record.result_for(0)
    return f"{'B' if value > 0 else 'W'}+{abs(value)}" if value else "0"
