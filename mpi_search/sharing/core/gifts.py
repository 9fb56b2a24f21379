"""Children of a frame that other ranks search: detached from it, and noted beside it until their claim is backed up.

A gift is noted as slot << SLOT_BITS | number << MOVE_BITS | move: the slot of the board where its helper reads how
likely it is needed (0: none), its number among its brothers, and the move.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mpi_search.machine.bits import u64
from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import canonical, key, load_state, play, store_state
from mpi_search.search.core.frames import MOVE_BITS, MOVE_MASK, NO_MOVE
from mpi_search.search.core.ordering import select

SLOT_BITS = 2 * MOVE_BITS

#: What `detach` tells of a child, besides its position.
CHILD = np.dtype(
    [
        ("key", np.uint64),  # of its position; 0 if the move is not on the list
        ("move", np.int64),
        ("place", np.int64),  # among its brothers: score and move, packed
        ("serial", np.int64),  # of the frame
        ("depth", np.int64),  # and the frame's depth and window
        ("alpha", np.int64),
        ("beta", np.int64),
    ]
)


@jit(inline=True, inner=True)
def slot_of(gift: Any) -> Any:
    return gift >> SLOT_BITS


@jit(inline=True, inner=True)
def number_of(gift: Any) -> Any:
    return (gift >> MOVE_BITS) & MOVE_MASK


@jit(cache=True)
def detach(tree: Any, ply: Any, move: Any, slot: Any, state: Any, out: Any) -> None:
    """Take a move that was not begun, or the best of them if it is NO_MOVE, off the list of the frame at `ply`, and
    note it as given away. Writes the position behind it into the first row of `state`, the rest into out[0]."""
    frame, note, child = tree.frames[ply], tree.links.notes[ply], out[0]
    if move == NO_MOVE:
        move = select(tree.moves, ply, frame.count) & MOVE_MASK
    child.key = u64(0)
    for index in range(frame.count):
        if tree.moves[ply, index] & MOVE_MASK == move:
            child.move, child.place, child.serial = move, tree.moves[ply, index], note.serial
            child.depth, child.alpha, child.beta = frame.depth, frame.alpha, frame.beta
            tree.moves[ply, index] = tree.moves[ply, frame.count - 1]
            frame.count -= 1
            tree.links.gifts[ply, note.away] = slot << SLOT_BITS | frame.begun << MOVE_BITS | move
            note.away += 1
            frame.begun += 1
            frame.pending += 1
            position = play(load_state(tree.states, ply), move)
            store_state(state, 0, position)
            seen, _ = canonical(position)
            child.key = u64(key(seen))
            return


@jit(inner=True)
def unnote(tree: Any, ply: Any, move: Any) -> Any:
    """A child of the frame at `ply` is not away any more. Returns its number among its brothers."""
    gifts, note = tree.links.gifts, tree.links.notes[ply]
    found, number = False, tree.frames[ply].begun
    for index in range(note.away):
        if gifts[ply, index] & MOVE_MASK == move:
            found, number = True, number_of(gifts[ply, index])
        if found and index + 1 < note.away:
            gifts[ply, index] = gifts[ply, index + 1]
    if found:
        note.away -= 1
    return number


@jit(cache=True)
def list_again(tree: Any, ply: Any, packed_move: Any) -> None:
    """A child of the frame at `ply` that was given away comes back as it went."""
    frame = tree.frames[ply]
    unnote(tree, ply, packed_move & MOVE_MASK)
    tree.moves[ply, frame.count] = packed_move
    frame.count += 1
    frame.begun -= 1
    frame.pending -= 1
