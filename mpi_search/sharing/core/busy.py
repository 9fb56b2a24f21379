"""What others are busy with, so that ranks need not search the same child at the same time (ABDADA).

`busy` is a hash table of keys in the shared memory of a host: the children that someone is searching now. A rank
that is about to begin one of them puts it behind its siblings. That is a matter of order alone: a child is never left
out, and a stale, missing or overwritten key costs time, not truth. So there are no locks and no counts.

What a child will cost is learned from those of its ply and type; small ones are not worth the look.

Reference: J.-C. Weill, The ABDADA distributed minimax-search algorithm (1996), where a table entry counts the
processors that search its node.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.bits import u64
from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import load_state, play
from mpi_search.search.core.expand import key_of
from mpi_search.search.core.frames import AGAIN, CUT, MOVE_BITS, MOVE_MASK, NODES
from mpi_search.search.core.ordering import select
from mpi_search.search.core.window import is_scout
from mpi_search.sharing.core.expected import child_type
from mpi_search.sharing.core.links import BUSY_MIN_NODES

#: Places of the hash table: a power of two.
PLACES = 1 << 14
#: Taken from the score of a child that another rank is busy with: it comes after all others.
DEFERRED = 1 << 45
#: Sizes are means over about so many nodes, as a power of two.
SIZE_SHIFT = 3
#: An eldest child that is to cost so many times the least that is announced is searched by all who come to it: its
#: claim decides what the others are for. In a CUT node it probably makes them useless; there once is enough.
JOIN_FACTOR, JOIN_FACTOR_CUT = 5, 1


@jit(inline=True, inner=True)
def learn_size(tree: Any, ply: Any) -> None:
    """A frame is resolved: what others of its ply and type will cost."""
    sizes, node_type = tree.links.sizes, tree.links.notes[ply].type
    spent = tree.counters[NODES] - tree.frames[ply].entered
    sizes[ply, node_type] += (spent - sizes[ply, node_type]) >> SIZE_SHIFT


@jit(inline=True, inner=True)
def size_of_next(tree: Any, ply: Any, packed_move: Any) -> Any:
    """What the child behind a move will cost if it is begun now, as far as anyone knows: what those of its ply and of
    the type that its frame will have."""
    frame, node_type = tree.frames[ply], tree.links.notes[ply].type
    return tree.links.sizes[ply + 1, child_type(node_type, frame.begun + 1, is_scout(frame, packed_move))]


@jit(inline=True, inner=True)
def place_of(busy: Any, child_key: Any) -> Any:
    """Where the hash table has the position."""
    return int(child_key & u64(busy.size - 1))


@jit(inline=True, inner=True)
def select_free(tree: Any, ply: Any) -> Any:
    """Like `select`, but children that others are busy with come last, if they are worth the look."""
    chosen = select(tree.moves, ply, tree.frames[ply].count)
    size, least = size_of_next(tree, ply, chosen), tree.links.settings[BUSY_MIN_NODES]
    return look_around(tree, ply, chosen, size, least) if size >= least else chosen


@jit(inner=True)
def look_around(tree: Any, ply: Any, chosen: Any, size: Any, least: Any) -> Any:
    """The chosen move, or another one if somebody is busy with the child behind it. Announces that child."""
    frame, busy = tree.frames[ply], tree.links.busy
    factor = JOIN_FACTOR_CUT if tree.links.notes[ply].type == CUT else JOIN_FACTOR
    joins = frame.begun == 0 and size >= factor * least
    while True:
        child_key = key_of(play(load_state(tree.states, ply), chosen & MOVE_MASK))
        score = chosen >> MOVE_BITS
        is_free = busy[place_of(busy, child_key)] != child_key
        if is_free or joins or score < -(DEFERRED >> 1) or score >= AGAIN:
            announce(tree, ply, child_key)
            return chosen
        tree.moves[ply, frame.count - 1] = chosen - (DEFERRED << MOVE_BITS)
        chosen = select(tree.moves, ply, frame.count)


@jit(inline=True, inner=True)
def announce(tree: Any, ply: Any, child_key: Any) -> None:
    """The frame at `ply` is busy with a child."""
    tree.links.notes[ply].busy = child_key
    tree.links.busy[place_of(tree.links.busy, child_key)] = child_key


@jit(inline=True, inner=True)
def withdraw(tree: Any, ply: Any) -> None:
    """The frame at `ply` is no longer busy with the child it announced, if it has."""
    note, busy = tree.links.notes[ply], tree.links.busy
    if note.busy != u64(0):
        place = place_of(busy, note.busy)
        if busy[place] == note.busy:  # another position may have taken the place
            busy[place] = u64(0)
        note.busy = u64(0)
