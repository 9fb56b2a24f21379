"""What the ranks of one host are busy with, so that they need not search the same child at the same time (ABDADA).

A board of keys, one row a rank, one place a ply: the child that the frame at that ply now searches; then places for
children that were given to other hosts. Only its rank writes a row, so there are no locks, no counts that drift, and a
rank that is gone leaves nothing that lasts. Another rank that is about to begin the same child puts it behind its
siblings. That is a matter of order alone: a child is never left out, and a stale or missing key costs time, not truth.

Reference: J.-C. Weill, The ABDADA distributed minimax-search algorithm (1996): the number of processors searching a
node, kept in its table entry, is here the number of rows with its key.
"""

from __future__ import annotations

from typing import Any

from mpi_search.kernel.bits import u64
from mpi_search.kernel.jit import jit

from .frames import AGAIN, BUSY_PLIES, DEFERRED, GRAIN, MOVE_BITS, MOVE_MASK, NO_ROW, NODES, ROW
from .hooks import canonical, key, load_state, play
from .ordering import select


@jit(inline=True, inner=True)
def shares(tree: Any, ply: Any) -> Any:
    """Whether the frame at `ply` looks at what others do before it begins a child."""
    frame = tree.frames[ply]
    return (
        tree.counters[ROW] != NO_ROW  # the search is one of several of the same position
        and frame.begun > 0  # the eldest child is searched by all: its claim decides what the others are for
        and tree.counters[NODES] - frame.entered >= tree.counters[GRAIN]  # children are worth the look
        and ply < BUSY_PLIES
    )


@jit(inner=True)
def is_busy(tree: Any, child_key: Any) -> Any:
    """Whether another rank of the host is searching the position."""
    for row in range(tree.busy.shape[0]):
        if row != tree.counters[ROW]:
            for place in range(tree.busy.shape[1]):
                if tree.busy[row, place] == child_key:
                    return True
    return False


@jit(inner=True)
def select_free(tree: Any, ply: Any) -> Any:
    """Like `select`, but children that others are busy with come last. Announces the chosen one."""
    frame = tree.frames[ply]
    while True:
        chosen = select(tree.moves, ply, frame.count)
        child, _ = canonical(play(load_state(tree.states, ply), chosen & MOVE_MASK))
        child_key = u64(key(child))
        score = chosen >> MOVE_BITS
        if score < -(DEFERRED >> 1) or score >= AGAIN or not is_busy(tree, child_key):
            frame.busy = 1
            tree.busy[tree.counters[ROW], ply] = child_key
            return chosen
        tree.moves[ply, frame.count - 1] = chosen - (DEFERRED << MOVE_BITS)


@jit(inline=True, inner=True)
def withdraw(tree: Any, ply: Any) -> None:
    """The frame at `ply` is no longer busy with the child it announced."""
    frame = tree.frames[ply]
    if frame.busy:
        frame.busy = 0
        tree.busy[tree.counters[ROW], ply] = u64(0)
