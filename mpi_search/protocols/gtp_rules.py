"""The commands by which GoGui learns the rules of a game that is not Go, and shows its board."""

from __future__ import annotations

from collections.abc import Callable

from mpi_search.bots.record import Record
from mpi_search.protocols.boards import SIDES, Board, board_of, game_id, rows_of, square

#: What GoGui offers in its menu of analyses: kind, label, command.
ANALYSES = (
    "string/Value and best play/mpi_search-value",
    "string/Score/final_score",
    "string/Side to move/gogui-rules_side_to_move",
    "plist/Legal moves/gogui-rules_legal_moves",
    "hstring/Board/showboard",
)


def rules_commands(record: Record) -> dict[str, Callable[[Record], str]]:
    """Name -> what the reply is; none for games that GoGui has no board for."""
    board = board_of(record.game)
    if board is None:
        return {}
    return {
        "gogui-rules_game_id": lambda now: game_id(now.game),
        "gogui-rules_board": lambda now: draw(now, board),
        "gogui-rules_board_size": lambda now: str(board.size),
        "gogui-rules_legal_moves": legal_moves,
        "gogui-rules_side_to_move": lambda now: SIDES[now.side],
        "gogui-rules_final_result": final_result,
    }


def draw(record: Record, board: Board) -> str:
    """The squares, the last row first: X for black, O for white."""
    return "\n".join(" ".join(row) for row in reversed(rows_of(record.game, record.state, board))).upper()


def legal_moves(record: Record) -> str:
    """All moves; none when the game is over."""
    return " ".join(square(record.game, record.state, move) for move in record.legal)


def final_result(record: Record) -> str:
    """Who has won, or nothing yet."""
    if not record.is_over:
        return ""
    value = record.result_for(0)
    return f"{'Black' if value > 0 else 'White'} wins by {abs(value)}" if value else "Draw"
