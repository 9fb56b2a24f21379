"""What there is to be had of a search: the frames that could be split, what they are worth, and what to show of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mpi_search.machine.jit import jit
from mpi_search.search.core.frames import AGAIN, MOVE_BITS, NODES, PV, TOP, UNOPENED
from mpi_search.search.core.ordering import select
from mpi_search.search.core.window import is_open
from mpi_search.sharing.core.board import CHANCE_BITS, OFFER, OFFER_OF_SUSPENDED, OPINION, OPINION_AT, SLOTS
from mpi_search.sharing.core.expected import (
    expect,
    gift_is_needed,
    next_is_needed,
    opinion,
    this_is_needed,
    weigh,
    worth,
)
from mpi_search.sharing.core.gifts import number_of, slot_of
from mpi_search.sharing.core.links import CHANCE, CHANCE_AT, NOWHERE, OFFER_MIN_NODES, OFFERED, PATH_CHANCE


class FrameView(NamedTuple):
    """A frame with moves left that still matter, as `survey` found it."""

    worth: int  #: what the next child will cost, weighed with the chance that it is needed
    ply: int
    serial: int
    type: int  #: PV, CUT or ALL, as it seems
    alpha: int
    beta: int
    left: int  #: moves not begun
    begun: int  #: children begun so far, here or elsewhere
    pending: int  #: children being searched
    spine: int  #: 1 on the leftmost path of the whole search
    chance: int  #: that a search on one rank would come to the next child, per mille
    again: int  #: 1 when the next move has passed a null-window test and needs the open window


#: The same, as compiled code writes it.
VIEW = np.dtype([(name, np.int64) for name in FrameView._fields])


@jit(inline=True, inner=True)
def root_is_needed(tree: Any) -> Any:
    """The chance that a search on one rank would come to the root, as its home sees it."""
    at = tree.links.job[CHANCE_AT]
    return (tree.links.job[CHANCE] if at == NOWHERE else tree.links.board[at]) / 1000


@jit(inner=True)
def tell_helpers(tree: Any, ply: Any, needed: Any) -> None:
    """Show those who search children of the frame at `ply` how likely these are needed, if the frame is so likely."""
    for index in range(tree.links.notes[ply].away):
        gift = tree.links.gifts[ply, index]
        if slot_of(gift) > 0:
            tree.links.row[slot_of(gift)] = int(1000 * needed * gift_is_needed(tree, ply, number_of(gift)))


@jit(inner=True)
def tell_home(tree: Any) -> None:
    """Show whoever has given the root away what was seen of it."""
    if tree.links.job[CHANCE_AT] != NOWHERE and tree.counters[TOP] != UNOPENED:
        at = tree.links.job[CHANCE_AT] + SLOTS
        tree.links.board[at] = tree.links.row[OPINION] = opinion(tree.links.notes[0])
        tree.links.row[OPINION_AT] = at  # for homes on other hosts, to whom it travels


@jit(inner=True)
def describe(tree: Any, ply: Any, view: Any, value: Any, chance: Any) -> None:
    """Write what is to be said of the frame at `ply`."""
    frame, note = tree.frames[ply], tree.links.notes[ply]
    view.worth, view.chance, view.ply, view.serial = value, int(1000 * chance), ply, note.serial
    view.type, view.spine, view.alpha, view.beta = note.seems, note.spine, frame.alpha, frame.beta
    view.left, view.begun, view.pending = frame.count, frame.begun, frame.pending
    view.again = select(tree.moves, ply, frame.count) >> MOVE_BITS >= AGAIN


@jit(cache=True)
def survey(tree: Any, min_nodes: Any, out: Any) -> Any:
    """Write a VIEW of every frame that has moves left which still matter and that has cost at least `min_nodes`, the
    one that is worth most first; return how many there are."""
    expect(tree)
    weigh(tree)
    found = 0
    needed = root_is_needed(tree)
    for ply in range(tree.counters[TOP] + 1):
        frame = tree.frames[ply]
        spent = tree.counters[NODES] - frame.entered
        if frame.count > 0 and spent >= min_nodes and is_open(frame.lower, frame.upper, frame.alpha, frame.beta):
            chance = needed * next_is_needed(tree, ply)
            value = worth(frame, spent, chance)
            place = found
            while place > 0 and out[place - 1].worth < value:
                out[place] = out[place - 1]
                place -= 1
            describe(tree, ply, out[place], value, chance)
            found += 1
        if ply < tree.counters[TOP]:
            needed *= this_is_needed(tree, ply)
    return found


@jit(cache=True)
def best_offer(tree: Any, min_nodes: Any) -> Any:
    """What the best of those frames is worth, whatever a policy thinks of it, and the chance that its next child is
    needed, in one word; 0 if there is none. Helpers are told how likely their jobs are needed by now."""
    expect(tree)
    weigh(tree)
    best = 0
    root, path = root_is_needed(tree), 1.0
    for ply in range(tree.counters[TOP] + 1):
        frame, note = tree.frames[ply], tree.links.notes[ply]
        spent = tree.counters[NODES] - frame.entered
        if spent < min_nodes:
            break
        has_moves = frame.count > 0 and frame.begun > (frame.pending if note.seems == PV else 0)
        if has_moves and is_open(frame.lower, frame.upper, frame.alpha, frame.beta):
            chance = root * path * next_is_needed(tree, ply)
            best = max(best, worth(frame, spent, chance) << CHANCE_BITS | int(1000 * chance))
        if note.away > 0:
            tell_helpers(tree, ply, root * path)
        if ply < tree.counters[TOP]:
            path *= this_is_needed(tree, ply)
    tell_home(tree)
    tree.links.job[PATH_CHANCE] = int(1000 * path)
    return best


@jit(inner=True)
def make_offer(tree: Any) -> None:
    """Show the other ranks what there is to be had here."""
    row, least = tree.links.row, tree.links.settings[OFFER_MIN_NODES]
    tree.links.job[OFFERED] = tree.counters[NODES]
    row[OFFER] = max(row[OFFER_OF_SUSPENDED], best_offer(tree, least))
