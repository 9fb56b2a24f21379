"""What may be seen of a search, and done to it, between two slices."""

from __future__ import annotations

from typing import Any

from mpi_search.kernel.bits import u64
from mpi_search.kernel.jit import jit

from .busy import withdraw
from .expand import in_table
from .expected import expect, gift_is_needed, next_is_needed, this_is_needed, verdict, weigh, worth
from .frames import (
    AGAIN,
    CHANCE_BITS,
    GRAIN,
    MOVE_BITS,
    MOVE_MASK,
    NEED_AT,
    NEED_PLACE_BITS,
    NEEDED,
    NEEDS,
    NO_MOVE,
    NODES,
    NOWHERE,
    OFFER,
    OFFER_GRAIN,
    OFFER_OF_OTHERS,
    OFFERED,
    PATH,
    PV,
    TOP,
    UNOPENED,
    VERDICT,
    VERDICT_AT,
)
from .hooks import canonical, key, load_state, play, store_state
from .ordering import select
from .table import probe, store
from .window import is_open, join, refresh

#: What `survey` tells of a frame, and `detach` of a child.
VIEW_FIELDS, CHILD_FIELDS = 15, 6


@jit(inline=True, inner=True)
def root_is_needed(tree: Any) -> Any:
    """The chance that a search on one rank would come to the root, as its home sees it."""
    at = tree.counters[NEED_AT]
    return (tree.counters[NEEDED] if at == NOWHERE else tree.board[at]) / 1000


@jit(inner=True)
def tell_helpers(tree: Any, ply: Any, needed: Any) -> None:
    """Show those who search children of the frame at `ply` how likely these are needed, if the frame is so likely."""
    last = tree.moves.shape[1] - 1
    for index in range(tree.frames[ply].away):
        note = tree.moves[ply, last - index]
        place, number = note >> NEED_PLACE_BITS, (note >> MOVE_BITS) & MOVE_MASK
        if place > 0:
            tree.offer[place] = int(1000 * needed * gift_is_needed(tree, ply, number))


@jit(inner=True)
def tell_home(tree: Any) -> None:
    """Show whoever has given the root away what was seen of it."""
    if tree.counters[NEED_AT] != NOWHERE and tree.counters[TOP] != UNOPENED:
        at = tree.counters[NEED_AT] + NEEDS
        tree.board[at] = tree.offer[VERDICT] = verdict(tree.frames[0])
        tree.offer[VERDICT_AT] = at  # for homes on other hosts, to whom it travels


@jit(cache=True)
def survey(tree: Any, grain_nodes: Any, out: Any) -> Any:
    """Write a row for every frame that has moves left which still matter and that has cost at least `grain_nodes`, the
    one that is worth most first; return how many there are. Their columns are the fields of `FrameView`."""
    expect(tree)
    weigh(tree)
    found = 0
    needed = root_is_needed(tree)
    for ply in range(tree.counters[TOP] + 1):
        frame = tree.frames[ply]
        spent = tree.counters[NODES] - frame.entered
        if frame.count > 0 and spent >= grain_nodes and is_open(frame.lower, frame.upper, frame.alpha, frame.beta):
            chance = needed * next_is_needed(tree, ply)
            value = worth(frame, spent, chance)
            place = found
            while place > 0 and out[place - 1, 0] < value:
                for column in range(VIEW_FIELDS):
                    out[place, column] = out[place - 1, column]
                place -= 1
            row = out[place]
            row[0], row[1], row[2], row[3], row[4] = value, ply, frame.serial, frame.seems, frame.depth
            row[5], row[6], row[7], row[8] = frame.alpha, frame.beta, frame.count, frame.begun
            row[9], row[10], row[11], row[12] = frame.joined, frame.pending, spent, frame.spine
            row[13] = int(1000 * chance)
            row[14] = select(tree.moves, ply, frame.count) >> MOVE_BITS >= AGAIN
            found += 1
        if ply < tree.counters[TOP]:
            needed *= this_is_needed(tree, ply)
    return found


@jit(cache=True)
def best_offer(tree: Any, grain_nodes: Any) -> Any:
    """What the best of those frames is worth, whatever a policy thinks of it, and the chance that its next child is
    needed, in one word; 0 if there is none. Helpers are told how likely their jobs are needed by now."""
    expect(tree)
    weigh(tree)
    best = 0
    root, path = root_is_needed(tree), 1.0
    for ply in range(tree.counters[TOP] + 1):
        frame = tree.frames[ply]
        spent = tree.counters[NODES] - frame.entered
        if spent < grain_nodes:
            break
        has_moves = frame.count > 0 and frame.begun > (frame.pending if frame.seems == PV else 0)
        if has_moves and is_open(frame.lower, frame.upper, frame.alpha, frame.beta):
            chance = root * path * next_is_needed(tree, ply)
            best = max(best, worth(frame, spent, chance) << CHANCE_BITS | int(1000 * chance))
        if frame.away > 0:
            tell_helpers(tree, ply, root * path)
        if ply < tree.counters[TOP]:
            path *= this_is_needed(tree, ply)
    tell_home(tree)
    tree.counters[PATH] = int(1000 * path)
    return best


@jit(inner=True)
def make_offer(tree: Any) -> None:
    """Show the other ranks what there is to be had here."""
    tree.counters[OFFERED] = tree.counters[NODES]
    tree.offer[OFFER] = max(tree.offer[OFFER_OF_OTHERS], best_offer(tree, tree.counters[OFFER_GRAIN]))


@jit(cache=True)
def detach(tree: Any, ply: Any, move: Any, place: Any, out: Any) -> Any:
    """Take a move that was not begun, or the best of them if it is NO_MOVE, off the list of the frame at `ply`, and
    note it as given away; `place`: where its helper will look how likely it is needed, 0 if nowhere. Writes the
    position behind it into the first row of `out`; into the second the move, its place in the order of moves, and the
    frame's serial, depth and window. Returns the key of the position, or 0 if the move is not on the list."""
    frame = tree.frames[ply]
    if move == NO_MOVE:
        move = select(tree.moves, ply, frame.count) & MOVE_MASK
    for index in range(frame.count):
        if tree.moves[ply, index] & MOVE_MASK == move:
            row = out[1]
            row[0], row[1], row[2], row[3] = move, tree.moves[ply, index], frame.serial, frame.depth
            row[4], row[5] = frame.alpha, frame.beta
            tree.moves[ply, index] = tree.moves[ply, frame.count - 1]
            frame.count -= 1
            tree.moves[ply, tree.moves.shape[1] - 1 - frame.away] = (
                place << NEED_PLACE_BITS | frame.begun << MOVE_BITS | move
            )
            frame.away += 1
            frame.begun += 1
            frame.pending += 1
            child = play(load_state(tree.states, ply), move)
            store_state(out, 0, child)
            seen, _ = canonical(child)
            return u64(key(seen))
    return u64(0)


@jit(inner=True)
def unnote(tree: Any, ply: Any, move: Any) -> Any:
    """A child of the frame at `ply` is not away any more. Returns its number among its brothers."""
    frame, last = tree.frames[ply], tree.moves.shape[1] - 1
    found, number = False, frame.begun
    for index in range(frame.away):
        if tree.moves[ply, last - index] & MOVE_MASK == move:
            found, number = True, (tree.moves[ply, last - index] >> MOVE_BITS) & MOVE_MASK
        if found and index + 1 < frame.away:
            tree.moves[ply, last - index] = tree.moves[ply, last - index - 1]
    if found:
        frame.away -= 1
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


@jit(cache=True)
def leave(tree: Any) -> None:
    """Nothing on the stack will be searched on: take back what it announced."""
    for ply in range(tree.counters[TOP]):
        withdraw(tree, ply)


@jit(cache=True)
def back_up(tree: Any, ply: Any, move: Any, lower: Any, upper: Any) -> None:
    """Join what someone else found out about a detached child, as the frame at `ply` sees it."""
    number = unnote(tree, ply, move)
    join(tree.moves, ply, tree.frames[ply], move, number, lower, upper)
    refresh(tree, ply)


@jit(cache=True)
def learn(tree: Any, ply: Any, lower: Any, upper: Any) -> None:
    """Take in a claim about the position of the frame at `ply` itself; it may cut the frame."""
    frame = tree.frames[ply]
    frame.upper = min(frame.upper, upper)
    if ply == 0:  # the root must still find the move that is worth so much
        frame.alpha = max(frame.alpha, min(lower, frame.beta) - 1)
    else:
        frame.lower = max(frame.lower, lower)
        frame.alpha = max(frame.alpha, frame.lower)
    refresh(tree, ply)


@jit(inner=True)
def catch_up(tree: Any, table: Any) -> None:
    """Abandon the highest frame that another rank has decided meanwhile: its claim is in the table."""
    for ply in range(1, tree.counters[TOP] + 1):
        frame = tree.frames[ply]
        if tree.sizes[ply, frame.type] < tree.counters[GRAIN] or not in_table(frame.depth):
            return  # what lies below is cheap
        lower, upper, _ = probe(table, frame.key, frame.depth)
        if not is_open(max(lower, frame.lower), min(upper, frame.upper), frame.alpha, frame.beta):
            frame.best_move = NO_MOVE  # the one in the table is better than what was tried here
            learn(tree, ply, lower, upper)
            return


@jit(cache=True)
def narrow(tree: Any, alpha: Any, beta: Any) -> None:
    """Narrow the root's window, and with it every window on the stack."""
    root = tree.frames[0]
    root.beta = min(root.beta, beta)
    root.alpha = min(max(root.alpha, alpha), root.beta - 1)
    refresh(tree, 0)


@jit(cache=True)
def remember(table: Any, states: Any, depth: Any, lower: Any, upper: Any, nodes: Any, generation: Any) -> None:
    """Store a claim about the position in row 0 of `states` that another host has found."""
    if in_table(depth):
        seen, _ = canonical(load_state(states, 0))
        store(table, u64(key(seen)), lower, upper, NO_MOVE, depth, nodes, generation)
