"""Which child to try first: the table's move, killers, history, and what the game itself knows."""

from __future__ import annotations

from typing import Any

from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import HISTORY_CEILING, KILLER_SCORE, canonical_move, order, quick_order
from mpi_search.search.core.frames import HISTORY_SIZE, MOVE_BITS, MOVE_MASK, TO_END

#: Above anything that `order`, killers and history add up to, below AGAIN.
TABLE_MOVE = 1 << 44


@jit(inline=True, inner=True)
def score(tree: Any, ply: Any, state: Any, move: Any, child: Any, hint: Any, turn: Any) -> Any:
    """The rank of a move among its siblings; `hint` is the table's move on the canonical board."""
    frame = tree.frames[ply]
    points = (order(state, move, child) if frame.depth == TO_END else quick_order(state, move, child)) << 8
    points += min(tree.history[move % HISTORY_SIZE], HISTORY_CEILING)
    if KILLER_SCORE and (move == frame.killer or move == frame.second_killer):
        points += KILLER_SCORE
    if canonical_move(move, turn) == hint:
        points += TABLE_MOVE
    return points


@jit(inline=True, inner=True)
def select(moves: Any, ply: Any, count: Any) -> Any:
    """Bring the best of the first `count` moves to the end of them, and return it."""
    best = 0
    for index in range(1, count):
        if moves[ply, index] > moves[ply, best]:
            best = index
    chosen = moves[ply, best]
    moves[ply, best] = moves[ply, count - 1]
    moves[ply, count - 1] = chosen
    return chosen


@jit(inline=True, inner=True)
def reward(tree: Any, ply: Any, move: Any, depth: Any) -> None:
    """A move that has cut off is tried earlier in the nodes to come."""
    frame = tree.frames[ply]
    if frame.killer != move:
        frame.killer, frame.second_killer = move, frame.killer
    tree.history[move % HISTORY_SIZE] += depth


@jit(inline=True, inner=True)
def packed(points: Any, move: Any) -> Any:
    """Score and move in one number: the larger is tried first."""
    return (points << MOVE_BITS) | (move & MOVE_MASK)
