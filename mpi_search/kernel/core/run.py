"""The search: alpha-beta with null-window scouts (PVS) on an explicit stack, in slices.

    run:      repeat until the budget is spent
                  the top frame is resolved       -> store its claim, pop it, join the claim to its parent
                  it has moves left               -> search_child: descend into the best of them
                  it only waits for detached ones -> WAITING

Between two slices anyone may read the frames, detach moves, back up values, narrow windows or cut: see `Search`.
"""

from __future__ import annotations

from typing import Any

from mpi_search.kernel.bits import u64
from mpi_search.kernel.jit import jit

from .busy import learn_size, select_free, shares, withdraw
from .edit import catch_up, make_offer
from .expand import by_leaf_solver, child_depth, in_table, look, push
from .expected import type_below
from .frames import (
    AGAIN,
    ALPHA,
    BETA,
    BROKEN,
    CAUGHT_UP,
    DEPTH,
    DONE,
    EXPORT_NODES,
    FAULT,
    GENERATION,
    IN_TEAM,
    IS_JOB,
    MOVE_BITS,
    MOVE_MASK,
    NO_MOVE,
    NODES,
    OFFER_NODES,
    OFFERED,
    PAUSED,
    TO_END,
    TOO_LONG,
    TOP,
    TYPE,
    UNOPENED,
    WAITING,
)
from .hooks import (
    MAX_VALUE,
    UNDECIDED,
    canonical,
    canonical_move,
    forced,
    is_leaf,
    key,
    load_state,
    outcome,
    play,
)
from .ordering import reward, select
from .table import post, probe, store
from .window import child_window, claim, is_open, is_resolved, join

#: Nodes between two looks at the bell.
BELL_NODES = 250
#: A rank of a team looks so often whether others have decided what it is searching.
CATCH_UP_NODES = 500


@jit(inline=True, inner=True)
def keep(tree: Any, table: Any, ply: Any) -> None:
    """Store the claim of a resolved frame in the table, and in the outbox if it was dear."""
    frame = tree.frames[ply]
    if frame.lower >= frame.beta and frame.best_move != NO_MOVE:
        reward(tree, ply, frame.best_move, min(frame.depth, 16))
    if in_table(frame.depth):
        exhausted = frame.count == 0 and frame.pending == 0
        upper = min(frame.upper, max(frame.children_upper, frame.lower)) if exhausted else frame.upper
        move = canonical_move(frame.best_move, frame.turn) if frame.best_move != NO_MOVE else NO_MOVE
        spent = tree.counters[NODES] - frame.entered
        data = store(table, frame.key, frame.lower, upper, move, frame.depth, spent, tree.counters[GENERATION])
        if spent >= tree.counters[EXPORT_NODES]:
            post(tree.outbox, frame.key, data)


@jit(inline=True, inner=True)
def finish(tree: Any, table: Any, ply: Any) -> None:
    """Pop the resolved top frame: keep its claim in the table and hand it to the parent."""
    withdraw(tree, ply - 1)
    keep(tree, table, ply)
    if tree.counters[IN_TEAM]:
        learn_size(tree, ply)
    lower, upper = claim(tree.frames[ply])
    tree.counters[TOP] = ply - 1
    parent = tree.frames[ply - 1]
    join(tree.moves, ply - 1, parent, parent.move & MOVE_MASK, parent.number, -upper, -lower)


@jit(inline=True, inner=True)
def begin_child(tree: Any, ply: Any) -> Any:
    """Take the best move off the list; return the position behind it."""
    frame = tree.frames[ply]
    frame.move = select_free(tree, ply) if shares(tree, ply) else select(tree.moves, ply, frame.count)
    frame.number = frame.begun
    frame.count -= 1
    frame.begun += 1
    frame.pending += 1
    frame.scout = (
        frame.beta - frame.alpha > 1  # an open window, where a null-window test is cheaper
        and frame.joined > 0  # the eldest child is known
        and (frame.move >> MOVE_BITS) < AGAIN  # and this one has not passed its test already
    )
    return play(load_state(tree.states, ply), frame.move & MOVE_MASK)


@jit(inline=True, inner=True)
def search_child(tree: Any, table: Any, ply: Any) -> None:
    """Descend into the best move left: settle it at once, or open a frame for it."""
    # Step 1. The position, its depth and window.
    frame = tree.frames[ply]
    state = begin_child(tree, ply)
    depth = child_depth(frame.depth)
    alpha, beta = child_window(frame)
    tree.counters[NODES] += 1
    # Step 2. The rules, following forced moves where the value at the end of the game is asked for.
    flipped = 0
    lower, upper = look(state, depth, alpha, beta)
    while depth == TO_END and is_open(lower, upper, alpha, beta):
        move = forced(state)
        if move < 0:
            break
        state = play(state, move)
        alpha, beta = -beta, -alpha
        flipped = 1 - flipped
        lower, upper = look(state, depth, alpha, beta)
    # Step 3. The game's own solver near the leaves.
    unsettled = is_open(lower, upper, alpha, beta)
    if unsettled and depth == TO_END and is_leaf(state):
        solved_lower, solved_upper = by_leaf_solver(tree, state, alpha, beta)
        lower, upper = max(lower, solved_lower), min(upper, solved_upper)
        unsettled = False
    # Step 4. The table.
    hint, turn, node_key = NO_MOVE, 0, frame.key
    if unsettled and in_table(depth):
        seen, turn = canonical(state)
        node_key = u64(key(seen))
        known_lower, known_upper, hint = probe(table, node_key, depth)
        lower, upper = max(lower, known_lower), min(upper, known_upper)
        unsettled = is_open(lower, upper, alpha, beta)
    # Step 5. Still unsettled: a frame of its own. Otherwise the claim goes straight to this frame.
    if unsettled:
        push(
            tree, table, ply + 1, state, depth, (alpha, beta), (lower, upper), flipped, hint, node_key, turn,
            type_below(frame),
        )  # fmt: skip
    else:
        withdraw(tree, ply)
        if not flipped:
            lower, upper = -upper, -lower
        join(tree.moves, ply, frame, frame.move & MOVE_MASK, frame.number, lower, upper)


@jit(inline=True, inner=True)
def open_root(tree: Any, table: Any) -> None:
    """The first frame, of the state in row 0. Its claims come from its children alone, so that a move is behind
    every lower bound; only where there is nothing to search do the rules speak. A job needs no move: there the table
    and the rules are asked first, as for any other node."""
    counters = tree.counters
    state, depth = load_state(tree.states, 0), counters[DEPTH]
    seen, turn = canonical(state)
    node_key = u64(key(seen))
    lower, upper, hint = probe(table, node_key, depth)
    window = counters[ALPHA], counters[BETA]
    if not counters[IS_JOB] or not in_table(depth):
        lower, upper = -MAX_VALUE, MAX_VALUE
    if counters[IS_JOB] or depth == 0 or outcome(state) != UNDECIDED:
        seen_lower, seen_upper = look(state, depth, window[0], window[1])
        lower, upper = max(lower, seen_lower), min(upper, seen_upper)
    push(tree, table, 0, state, depth, window, (lower, upper), 0, hint, node_key, turn, counters[TYPE])


@jit(cache=True)
def run(tree: Any, table: Any, budget_nodes: Any) -> Any:
    """Search on for about `budget_nodes` nodes, or until the bell rings: DONE, PAUSED or WAITING; BROKEN if the game
    breaks its limits."""
    if tree.counters[TOP] == UNOPENED:
        open_root(tree, table)
    stop = tree.counters[NODES] + budget_nodes
    pause = tree.counters[NODES]
    while True:
        ply = tree.counters[TOP]
        frame = tree.frames[ply]
        if is_resolved(frame):
            if ply == 0:
                if tree.counters[IS_JOB]:
                    keep(tree, table, ply)
                return BROKEN if tree.counters[FAULT] else DONE
            finish(tree, table, ply)
        elif frame.count == 0:
            return WAITING
        elif tree.counters[NODES] >= pause:
            if tree.counters[NODES] >= stop or tree.bell[0] != u64(0):
                return BROKEN if tree.counters[FAULT] else PAUSED
            if tree.counters[IN_TEAM] and tree.counters[NODES] - tree.counters[CAUGHT_UP] >= CATCH_UP_NODES:
                tree.counters[CAUGHT_UP] = tree.counters[NODES]
                catch_up(tree, table)
            if tree.counters[NODES] - tree.counters[OFFERED] >= tree.counters[OFFER_NODES]:
                make_offer(tree)
            pause = min(stop, tree.counters[NODES] + BELL_NODES)
        elif ply + 1 == tree.frames.size:
            tree.counters[FAULT] = TOO_LONG
            return BROKEN
        else:
            search_child(tree, table, ply)
