"""Opening a node: what the rules and the table know at once, and the frame if that does not decide it."""

from __future__ import annotations

from typing import Any

from mpi_search.machine.bits import u64
from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import (
    MAX_MOVES,
    MAX_VALUE,
    NOISY,
    UNDECIDED,
    bounds,
    candidates,
    canonical,
    evaluate,
    key,
    load_state,
    moves,
    noisy,
    outcome,
    play,
    solve_leaf,
    store_state,
    worth_probing,
)
from mpi_search.search.core.frames import CLAIM_ONLY, FAULT, NO_MOVE, NODES, TO_END, TOO_MANY_MOVES, TOP
from mpi_search.search.core.ordering import packed, reward, score
from mpi_search.search.core.table import fetch, probe
from mpi_search.search.core.window import is_open, take_in

#: The number of a child that is settled before any is begun.
BEFORE_ALL = -1
#: Depth-limited nodes nearer to the horizon than this are cheaper to search than to look up.
TABLE_DEPTH = 2


@jit(inline=True, inner=True)
def key_of(state: Any) -> Any:
    """The key of a position: that of its canonical board."""
    seen, _ = canonical(state)
    return u64(key(seen))


@jit(inline=True, inner=True)
def look(state: Any, depth: Any, alpha: Any, beta: Any) -> Any:
    """(lower, upper) of a position by the rules alone."""
    if depth == TO_END:
        return bounds(state, alpha, beta)
    value = outcome(state)
    if value == UNDECIDED:
        if depth > 0:
            return -MAX_VALUE, MAX_VALUE
        value = evaluate(state)
        if NOISY:  # a quiescent position is worth its evaluation; one with noisy moves at least that
            return value, MAX_VALUE
    return value, value


@jit(inline=True, inner=True)
def by_leaf_solver(tree: Any, state: Any, alpha: Any, beta: Any) -> Any:
    """(lower, upper) of a position that the game solves itself."""
    value, nodes = solve_leaf(state, alpha, beta)
    tree.counters[NODES] += nodes
    if value <= alpha:
        return -MAX_VALUE, value
    if value >= beta:
        return value, MAX_VALUE
    return value, value


@jit(inner=True)
def by_evaluation(tree: Any, ply: Any, state: Any, beta: Any) -> Any:
    """(lower, upper) of a position one ply before the horizon, to be searched at `ply`: its children need no frames
    and no order, only their evaluation. What cut off there last comes first."""
    count = moves(state, tree.scratch)
    if count > MAX_MOVES:
        tree.counters[FAULT], count = TOO_MANY_MOVES, MAX_MOVES
    best = -MAX_VALUE
    killer = tree.frames[ply].killer
    for index in range(1, count):
        if tree.scratch[index] == killer:
            tree.scratch[0], tree.scratch[index] = killer, tree.scratch[0]
    for index in range(count):
        value, _ = look(play(state, tree.scratch[index]), 0, -beta, -best)
        tree.counters[NODES] += 1
        best = max(best, -value)
        if best >= beta:
            reward(tree, ply, tree.scratch[index], 1)
            return best, MAX_VALUE
    return best, best


@jit(inline=True, inner=True)
def in_table(depth: Any) -> Any:
    """Whether nodes of this depth are looked up and stored."""
    return depth >= TABLE_DEPTH


@jit(inline=True, inner=True)
def child_depth(depth: Any) -> Any:
    """One ply nearer to the horizon; the end of the game stays the end, and quiescence stays quiescence."""
    if depth == TO_END or depth == 0:
        return depth
    return depth - 1


@jit(inline=True, inner=True)
def generate(tree: Any, state: Any, depth: Any, everything: Any) -> Any:
    """Write the moves to search into the scratch array."""
    if depth == 0:
        return noisy(state, tree.scratch)
    if depth == TO_END and not everything:
        return candidates(state, tree.scratch)
    return moves(state, tree.scratch)


@jit(inline=True, inner=True)
def fetch_children(tree: Any, table: Any, state: Any, count: Any) -> None:
    """Start loading the table entries of all children, so that the loads overlap."""
    for index in range(count):
        fetch(table, key_of(play(state, tree.scratch[index])))


@jit(inline=True, inner=True)
def glance(table: Any, child: Any, depth: Any, alpha: Any, beta: Any) -> Any:
    """(lower, upper) of a child by bounds and table, as the child sees it."""
    lower, upper = look(child, depth, alpha, beta)
    if is_open(lower, upper, alpha, beta):
        known_lower, known_upper, _ = probe(table, key_of(child), depth)
        lower, upper = max(lower, known_lower), min(upper, known_upper)
    return lower, upper


@jit(inline=True, inner=True)
def enlist(tree: Any, table: Any, ply: Any, count: Any, hint: Any, eager: Any) -> None:
    """Score the scratch moves into the frame. If eager, settle at once what bounds and table can settle."""
    frame, state = tree.frames[ply], load_state(tree.states, ply)
    kept = 0
    for index in range(count):
        move = tree.scratch[index]
        child = play(state, move)
        if eager:
            lower, upper = glance(table, child, child_depth(frame.depth), -frame.beta, -frame.alpha)
            if take_in(frame, move, BEFORE_ALL, -upper, -lower):
                if frame.lower >= frame.beta:
                    frame.children_upper = MAX_VALUE  # the other children stay unknown
                    break
                continue
        tree.moves[ply, kept] = packed(score(tree, ply, state, move, child, hint, frame.turn), move)
        kept += 1
    frame.count = kept


@jit(inner=True)
def push(
    tree: Any,
    table: Any,
    ply: Any,
    state: Any,
    depth: Any,
    window: Any,
    claims: Any,
    flipped: Any,
    hint: Any,
    node_key: Any,
    turn: Any,
) -> None:
    """Open the frame at `ply`; window and claims as the side to move in `state` sees them."""
    frame = tree.frames[ply]
    frame.alpha, frame.beta = window
    frame.lower, frame.upper = claims
    frame.alpha = max(frame.alpha, frame.lower)
    frame.children_upper = frame.lower if depth == 0 else -MAX_VALUE
    frame.best_move = NO_MOVE
    frame.proved, frame.pending, frame.begun, frame.joined, frame.scout = 0, 0, 0, 0, 0
    frame.flipped, frame.depth, frame.turn, frame.key = flipped, depth, turn, node_key
    frame.entered = tree.counters[NODES]
    store_state(tree.states, ply, state)
    tree.counters[TOP] = ply
    # The root lists every move where the best of them is asked for, and where it is decided already, any of them.
    is_decided = not is_open(frame.lower, frame.upper, window[0], window[1])
    everything = ply == 0 and (not tree.counters[CLAIM_ONLY] or is_decided)
    count = 0 if frame.lower == frame.upper else generate(tree, state, depth, everything)
    if count > MAX_MOVES:
        tree.counters[FAULT], count = TOO_MANY_MOVES, MAX_MOVES
    eager = depth > TABLE_DEPTH and worth_probing(state)
    if eager:
        fetch_children(tree, table, state, count)
    enlist(tree, table, ply, count, hint, eager)
