"""What others are busy with, so that ranks need not search the same child at the same time (ABDADA).

The board is a hash table of keys in the shared memory of a host: the children that someone is searching now. A rank
that is about to begin one of them puts it behind its siblings. That is a matter of order alone: a child is never left
out, and a stale, missing or overwritten key costs time, not truth. So there are no locks and no counts.

What a child will cost is learned from those of its ply and type; small ones are not worth the look.

Reference: J.-C. Weill, The ABDADA distributed minimax-search algorithm (1996), where a table entry counts the
processors that search its node.
"""

from __future__ import annotations

from typing import Any

from mpi_search.kernel.bits import u64
from mpi_search.kernel.jit import jit

from .expected import type_below
from .frames import AGAIN, CUT, DEFERRED, GRAIN, IN_TEAM, MOVE_BITS, MOVE_MASK, NODES
from .hooks import canonical, key, load_state, play
from .ordering import select

#: Sizes are means over about so many nodes, as a power of two.
SIZE_SHIFT = 3
#: An eldest child that is to cost so many times the least that is announced is searched by all who come to it: its
#: claim decides what the others are for. In a CUT node it probably makes them useless; there once is enough.
JOIN_FACTOR, JOIN_FACTOR_CUT = 5, 1


@jit(inline=True, inner=True)
def learn_size(tree: Any, ply: Any) -> None:
    """A frame is resolved: what others of its ply and type will cost."""
    frame = tree.frames[ply]
    spent = tree.counters[NODES] - frame.entered
    tree.sizes[ply, frame.type] += (spent - tree.sizes[ply, frame.type]) >> SIZE_SHIFT


@jit(inline=True, inner=True)
def size_below(tree: Any, ply: Any) -> Any:
    """What the next child of the frame at `ply` will cost, as far as anyone knows."""
    return tree.sizes[ply + 1, type_below(tree.frames[ply])]


@jit(inline=True, inner=True)
def shares(tree: Any, ply: Any) -> Any:
    """Whether the frame at `ply` looks at what others do before it begins a child."""
    return tree.counters[IN_TEAM] and size_below(tree, ply) >= tree.counters[GRAIN]


@jit(inline=True, inner=True)
def place_of(board: Any, child_key: Any) -> Any:
    """Where the board has the position."""
    return int(child_key & u64(board.size - 1))


@jit(inner=True)
def select_free(tree: Any, ply: Any) -> Any:
    """Like `select`, but children that others are busy with come last. Announces the chosen one."""
    frame = tree.frames[ply]
    factor = JOIN_FACTOR_CUT if frame.type == CUT else JOIN_FACTOR
    joins = frame.begun == 0 and size_below(tree, ply) >= factor * tree.counters[GRAIN]
    while True:
        chosen = select(tree.moves, ply, frame.count)
        child, _ = canonical(play(load_state(tree.states, ply), chosen & MOVE_MASK))
        child_key = u64(key(child))
        score = chosen >> MOVE_BITS
        is_free = tree.busy[place_of(tree.busy, child_key)] != child_key
        if is_free or joins or score < -(DEFERRED >> 1) or score >= AGAIN:
            announce(tree, ply, child_key)
            return chosen
        tree.moves[ply, frame.count - 1] = chosen - (DEFERRED << MOVE_BITS)


@jit(inline=True, inner=True)
def announce(tree: Any, ply: Any, child_key: Any) -> None:
    """The frame at `ply` is busy with a child."""
    tree.frames[ply].busy = child_key
    tree.busy[place_of(tree.busy, child_key)] = child_key


@jit(inline=True, inner=True)
def withdraw(tree: Any, ply: Any) -> None:
    """The frame at `ply` is no longer busy with the child it announced, if it has."""
    frame = tree.frames[ply]
    if frame.busy != u64(0):
        place = place_of(tree.busy, frame.busy)
        if tree.busy[place] == frame.busy:  # another position may have taken the place
            tree.busy[place] = u64(0)
        frame.busy = u64(0)
