"""Perft: how many leaves a game has at a depth. The standard proof that rules are right.

Authors differ in what a game that is over before that depth counts: nothing, or one leaf. `finished` says which.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import UNDECIDED, count_moves, load_state, moves, outcome, play, store_state


@jit(inline=True, inner=True)
def leaves_below(state: Any, scratch: Any, finished: Any) -> Any:
    """Leaves one ply below."""
    if outcome(state) != UNDECIDED:
        return finished
    return count_moves(state, scratch)


@jit(inline=True, inner=True)
def list_moves(states: Any, lists: Any, left: Any, ply: Any, scratch: Any) -> None:
    """Write the moves of the state at `ply` into its row."""
    count = moves(load_state(states, ply), scratch)
    for index in range(count):
        lists[ply, index] = scratch[index]
    left[ply] = count


@jit(cache=True)
def count_leaves(states: Any, lists: Any, left: Any, scratch: Any, depth: Any, finished: Any) -> Any:
    """Leaves `depth` plies (at least 2) below the unfinished position in row 0."""
    total, ply = 0, 0
    list_moves(states, lists, left, 0, scratch)
    while ply >= 0:
        if left[ply] == 0:
            ply -= 1
            continue
        left[ply] -= 1
        child = play(load_state(states, ply), lists[ply, left[ply]])
        if ply + 2 == depth:
            total += leaves_below(child, scratch, finished)
        elif outcome(child) != UNDECIDED:
            total += finished
        else:
            ply += 1
            store_state(states, ply, child)
            list_moves(states, lists, left, ply, scratch)
    return total
