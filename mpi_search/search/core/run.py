"""The search: alpha-beta with null-window scouts (PVS) on an explicit stack, in slices.

    run:      repeat until the budget is spent
                  the top frame is resolved       -> store its claim, pop it, join the claim to its parent
                  it has moves left               -> search_child: descend into the best of them
                  it only waits for detached ones -> WAITING

Between two slices anyone may read the frames; in a cluster also detach moves, back up claims and narrow windows: see
`sharing/search.py`.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.bits import u64
from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import (
    MAX_VALUE,
    NOISY,
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
from mpi_search.search.core.expand import by_evaluation, by_leaf_solver, child_depth, in_table, look, push
from mpi_search.search.core.frames import (
    ALPHA,
    BETA,
    BROKEN,
    CLAIM_ONLY,
    DEPTH,
    DONE,
    FAULT,
    GENERATION,
    MOVE_MASK,
    NO_MOVE,
    NODES,
    PAUSED,
    TO_END,
    TOO_LONG,
    TOP,
    UNOPENED,
    WAITING,
)
from mpi_search.search.core.ordering import reward
from mpi_search.search.core.others import attend, choose, is_called, leave_child, on_kept, on_opened, on_resolved
from mpi_search.search.core.table import probe, store
from mpi_search.search.core.window import child_window, claim, is_open, is_resolved, is_scout, join, proved_upper


@jit(inline=True, inner=True)
def keep(tree: Any, table: Any, ply: Any) -> None:
    """Store the claim of a resolved frame in the table."""
    frame = tree.frames[ply]
    if frame.lower >= frame.beta and frame.best_move != NO_MOVE:
        reward(tree, ply, frame.best_move, min(frame.depth, 16))
    if in_table(frame.depth):
        move = canonical_move(frame.best_move, frame.turn) if frame.best_move != NO_MOVE else NO_MOVE
        spent, upper = tree.counters[NODES] - frame.entered, proved_upper(frame)
        data = store(table, frame.key, frame.lower, upper, move, frame.depth, spent, tree.counters[GENERATION])
        on_kept(tree, frame.key, data, spent)


@jit(inline=True, inner=True)
def finish(tree: Any, table: Any, ply: Any) -> None:
    """Pop the resolved top frame: keep its claim in the table and hand it to the parent."""
    leave_child(tree, ply - 1)
    keep(tree, table, ply)
    on_resolved(tree, ply)
    lower, upper = claim(tree.frames[ply])
    tree.counters[TOP] = ply - 1
    parent = tree.frames[ply - 1]
    join(tree.moves, ply - 1, parent, parent.move & MOVE_MASK, parent.number, -upper, -lower)


@jit(inline=True, inner=True)
def begin_child(tree: Any, ply: Any) -> Any:
    """Take the best move off the list; return the position behind it."""
    frame = tree.frames[ply]
    frame.move = choose(tree, ply)
    frame.number = frame.begun
    frame.count -= 1
    frame.begun += 1
    frame.pending += 1
    frame.scout = is_scout(frame, frame.move)
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
    # Step 3. The game's own solver near the leaves; just before the horizon, evaluations.
    unsettled = is_open(lower, upper, alpha, beta)
    if unsettled and depth == TO_END and is_leaf(state):
        solved_lower, solved_upper = by_leaf_solver(tree, state, alpha, beta)
        lower, upper = max(lower, solved_lower), min(upper, solved_upper)
        unsettled = False
    elif unsettled and depth == 1 and not NOISY:
        lower, upper = by_evaluation(tree, ply + 1, state, beta)
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
        push(tree, table, ply + 1, state, depth, (alpha, beta), (lower, upper), flipped, hint, node_key, turn)
        on_opened(tree, ply + 1)
    else:
        leave_child(tree, ply)
        if not flipped:
            lower, upper = -upper, -lower
        join(tree.moves, ply, frame, frame.move & MOVE_MASK, frame.number, lower, upper)


@jit(inline=True, inner=True)
def open_root(tree: Any, table: Any) -> None:
    """The first frame, of the state in row 0. Its claims come from its children alone, so that a move is behind
    every lower bound; only where there is nothing to search do the rules speak. Where only a claim is asked for the
    table and the rules come first, as for any other node."""
    counters = tree.counters
    state, depth = load_state(tree.states, 0), counters[DEPTH]
    seen, turn = canonical(state)
    node_key = u64(key(seen))
    lower, upper, hint = probe(table, node_key, depth)
    window = counters[ALPHA], counters[BETA]
    if not counters[CLAIM_ONLY] or not in_table(depth):
        lower, upper = -MAX_VALUE, MAX_VALUE
    if counters[CLAIM_ONLY] or depth == 0 or outcome(state) != UNDECIDED:
        seen_lower, seen_upper = look(state, depth, window[0], window[1])
        lower, upper = max(lower, seen_lower), min(upper, seen_upper)
    push(tree, table, 0, state, depth, window, (lower, upper), 0, hint, node_key, turn)
    on_opened(tree, 0)


@jit(cache=True)
def run(tree: Any, table: Any, budget_nodes: Any) -> Any:
    """Search on for about `budget_nodes` nodes, or until another rank calls: DONE, PAUSED or WAITING; BROKEN if the
    game breaks its limits."""
    if tree.counters[TOP] == UNOPENED:
        open_root(tree, table)
    stop = tree.counters[NODES] + budget_nodes
    pause = tree.counters[NODES]
    while True:
        ply = tree.counters[TOP]
        frame = tree.frames[ply]
        if is_resolved(frame):
            if ply == 0:
                if tree.counters[CLAIM_ONLY]:
                    keep(tree, table, ply)
                return BROKEN if tree.counters[FAULT] else DONE
            finish(tree, table, ply)
        elif frame.count == 0:
            return WAITING
        elif tree.counters[NODES] >= pause:
            if tree.counters[NODES] >= stop or is_called(tree):
                return BROKEN if tree.counters[FAULT] else PAUSED
            pause = attend(tree, table, stop)
        elif ply + 1 == tree.frames.size:
            tree.counters[FAULT] = TOO_LONG
            return BROKEN
        else:
            search_child(tree, table, ply)
