"""Colours, squares and sizes in GTP.

A move has a name, which is the game's, and where clients have a board for the game a square: D1 is where the first disc
in column 4 of Connect Four comes to rest. Both are understood.

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


#: Columns on the boards of clients: those were made for Go, which leaves out I.
COLUMNS = "ABCDEFGHJKLMNOPQRST"


@dataclass(frozen=True)
class Board:
    """A square board, on which every move puts a piece, or is a pass."""

    size: int
    row_1_first: bool = False  #: in the game's picture; the others begin with the last row
    has_pass: bool = False
    names_squares: bool = True  #: the names of moves are squares


BOARDS = {"othello": Board(8, row_1_first=True, has_pass=True), "tictactoe": Board(3)}


def board_of(game: Game) -> Board | None:
    """The board of a game that is played on squares, if this file knows it."""
    if game.name.partition(":")[0] != "connect4":
        return BOARDS.get(game.name)
    size = max(game.asked["columns"], game.asked["rows"])  # what is above or beside it stays empty
    return Board(int(size), names_squares=False)


def size_of(game: Game) -> int | None:
    """What `boardsize` may be: the columns; None where a game has none that are known."""
    board = board_of(game)
    columns = game.asked.get("columns", board.size if board else None)
    return None if columns is None else int(columns)


def fits(game: Game, size: float) -> bool:
    """Whether a client may take the game to have that size: its columns, or those of its square board."""
    board = board_of(game)
    return size_of(game) is None or size in (size_of(game), board.size if board else None)


def rows_of(game: Game, state: State, board: Board) -> list[str]:
    """The squares, row 1 first: x for the side that moves first, o for the other, and . for what is empty."""
    picture = game.cells(state)
    assert picture is not None, game.name
    shown = ("".join(kind for _, kind in row) for row in picture)
    rows = [row.ljust(board.size, ".") for row in shown if row]  # other rows are names of columns
    upwards = rows if board.row_1_first else rows[::-1]
    return upwards + ["." * board.size] * (board.size - len(rows))


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


def square(game: Game, state: State, move: int) -> str:
    """Where a move puts a piece: D3, pass, or the game's own name for it where no board is known."""
    board = board_of(game)
    if board is None or board.names_squares:
        return vertex(game, state, move)
    before, after = ("".join(rows_of(game, each, board)) for each in (state, game.play(state, move)))
    at = next(at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old == "." != new)
    return f"{COLUMNS[at % board.size]}{at // board.size + 1}"


def parse_vertex(record: Record, name: str) -> int | None:
    """The legal move of that name or on that square, if there is one."""
    names = {
        called(record.game, record.state, move).lower(): move for called in (square, vertex) for move in record.legal
    }
    return names.get("pass" if name.lower() in PASSES else name.lower())


def forced_pass(record: Record) -> int | None:
    """The pass, if the side to move can do nothing else."""
    moves = record.legal
    return moves[0] if len(moves) == 1 and vertex(record.game, record.state, moves[0]) == "pass" else None


def result_in_words(record: Record) -> str:
    """B+12, W+4 or 0: the result of a finished game."""
    value = record.result_for(0)
    return f"{'B' if value > 0 else 'W'}+{abs(value)}" if value else "0"
