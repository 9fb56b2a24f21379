"""Children of a frame that other ranks search: detached from it, and noted beside it until their claim is backed up.

A gift is noted as slot << SLOT_BITS | number << MOVE_BITS | move: the slot of the board where its helper reads how
likely it is needed (0: none), its number among its brothers, and the move.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.bits import u64
from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import load_state, play, store_state
from mpi_search.search.core.expand import child_depth, key_of
from mpi_search.search.core.frames import MOVE_BITS, MOVE_MASK, NO_MOVE
from mpi_search.search.core.ordering import select

SLOT_BITS = 2 * MOVE_BITS


@jit(inline=True, inner=True)
def slot_of(gift: Any) -> Any:
    return gift >> SLOT_BITS


@jit(inline=True, inner=True)
def number_of(gift: Any) -> Any:
    return (gift >> MOVE_BITS) & MOVE_MASK


@jit(cache=True)
def detach(tree: Any, ply: Any, move: Any, slot: Any, state: Any) -> Any:
    """Take a move that was not begun, or the best of them if it is NO_MOVE, off the list of the frame at `ply`, and
    note it as given away. Writes the position behind it into the first row of `state`; returns its key (0 if the move
    is not on the list), the move as it was listed, the frame's serial number, and the child's depth, alpha and beta."""
    frame, note = tree.frames[ply], tree.links.notes[ply]
    if move == NO_MOVE:
        move = select(tree.moves, ply, frame.count) & MOVE_MASK
    for index in range(frame.count):
        place = tree.moves[ply, index]
        if place & MOVE_MASK == move:
            tree.moves[ply, index] = tree.moves[ply, frame.count - 1]
            frame.count -= 1
            tree.links.gifts[ply, note.away] = slot << SLOT_BITS | frame.begun << MOVE_BITS | move
            note.away += 1
            frame.begun += 1
            frame.pending += 1
            child = play(load_state(tree.states, ply), move)
            store_state(state, 0, child)
            return key_of(child), place, note.serial, child_depth(frame.depth), -frame.beta, -frame.alpha
    return u64(0), 0, note.serial, 0, 0, 0


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
