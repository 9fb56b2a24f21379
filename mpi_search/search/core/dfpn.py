"""Depth-first proof-number search: is the value at least `target`? On an explicit stack, in slices.

References: A. Nagai, Df-pn algorithm for searching AND/OR trees and its applications (2002); J. Pawlewicz and L. Lew,
Improving depth-first PN-search: 1 + epsilon trick (2006); T. Ueda et al., Weak proof-number search (2008).

A node asks whether the side to move gets at least its target. phi is how much is missing for yes, delta for no; 0 is
decided. A child asks the opposite question, with the target 1 - target, so that the two numbers change places:

    phi(node)   = min over children of delta(child)
    delta(node) = max over children of phi(child) + (children not yet decided - 1)

(The sum over children, as published first, counts what transpositions share again and again, and these games are full
of them; Ueda's maximum does not.)

    repeat
      1.  phi and delta of the top node reach its thresholds, or are decided -> store them, pop, tell the parent
      2.  otherwise descend into the child with the least delta, until its delta exceeds that of the second best by a
          quarter, or its phi makes this node's delta reach the threshold

There is no cycle in these games, so the history of a position does not matter.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mpi_search.machine.bits import highest, mix, u64
from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import candidates, forced, is_leaf, load_state, moves, order, play, solve_leaf, store_state
from mpi_search.search.core.expand import key_of, look
from mpi_search.search.core.frames import DONE, NO_MOVE, PAUSED, TO_END
from mpi_search.search.core.table import bucket_of, find, victim
from mpi_search.search.core.window import is_open

NUMBER_BITS = 28
#: Decided the other way.
INFINITE = (1 << NUMBER_BITS) - 1
_MASK = u64(INFINITE)

# Counters.
PN_TOP = 0
PN_NODES = 1
PN_GENERATION = 2
PN_TARGET = 3
PN_MOVE = 4  # at the root, when the answer is yes: the move that proves it
PN_COUNTERS = 5
PN_UNOPENED = -1

# Columns of a level.
PHI_LIMIT, DELTA_LIMIT, TARGET, COUNT, CHOSEN, FLIPPED, ENTERED, PHI, DELTA = range(9)
LEVEL_FIELDS = 9


class Proof(NamedTuple):
    """Everything a proof search owns but its table."""

    levels: Any  # int64, ply x LEVEL_FIELDS
    states: Any  # int64, ply x words
    moves: Any  # int64, ply x moves, the most promising first
    phis: Any  # int64, ply x moves: of the children
    deltas: Any  # int64, ply x moves
    scratch: Any  # int64, moves of one position
    counters: Any  # int64, PN_COUNTERS


@jit(inline=True, inner=True)
def question_key(state: Any, target: Any) -> Any:
    """The same position with another target is another question."""
    return key_of(state) ^ mix(u64(target + 0x10000))


@jit(inner=True)
def recall(table: Any, state: Any, target: Any) -> Any:
    """(phi, delta) of a question as the table knows it, or (1, 1)."""
    wanted = question_key(state, target)
    at, data = find(table, bucket_of(table, wanted), wanted)
    if at < 0:
        return 1, 1
    return int(data & _MASK), int((data >> u64(NUMBER_BITS)) & _MASK)


@jit(inner=True)
def record(table: Any, state: Any, target: Any, phi: Any, delta: Any, nodes: Any, generation: Any) -> None:
    """Keep what a question has come to; what has cost more stays longer."""
    wanted = question_key(state, target)
    base = bucket_of(table, wanted)
    at, _ = find(table, base, wanted)
    if at < 0:
        at = victim(table, base, generation)
    weight = min(highest(nodes | 1), 31)
    data = u64(phi) | (u64(delta) << u64(NUMBER_BITS)) | (u64(weight) << u64(56)) | (u64(generation & 7) << u64(61))
    table[at] = wanted ^ data
    table[at + 1] = data


@jit(inner=True)
def settle(table: Any, counters: Any, state: Any, target: Any) -> Any:
    """(state, target, flipped, phi, delta): a child after its forced moves, and what is known of it at once.

    The numbers are as the child itself has them; `flipped` says that they are exchanged in the state that is returned.
    """
    counters[PN_NODES] += 1
    flipped = 0
    while True:
        lower, upper = look(state, TO_END, target - 1, target)
        if not is_open(lower, upper, target - 1, target):
            break
        move = forced(state)
        if move < 0:
            break
        state = play(state, move)
        target = 1 - target
        flipped = 1 - flipped
    if is_open(lower, upper, target - 1, target) and is_leaf(state):
        value, nodes = solve_leaf(state, target - 1, target)
        counters[PN_NODES] += nodes
        lower = upper = value
    if lower >= target:
        phi, delta = 0, INFINITE
    elif upper < target:
        phi, delta = INFINITE, 0
    else:
        phi, delta = recall(table, state, target)
    if flipped:
        phi, delta = delta, phi
    return state, target, flipped, phi, delta


@jit(inner=True)
def open_level(proof: Any, table: Any, ply: Any, state: Any, target: Any, limits: Any, flipped: Any) -> None:
    """Put a position on the stack, and look at all its children."""
    level = proof.levels[ply]
    level[PHI_LIMIT], level[DELTA_LIMIT] = limits
    level[TARGET], level[FLIPPED], level[ENTERED] = target, flipped, proof.counters[PN_NODES]
    store_state(proof.states, ply, state)
    proof.counters[PN_TOP] = ply
    count = moves(state, proof.scratch) if ply == 0 else candidates(state, proof.scratch)
    for index in range(count):  # by insertion: few moves
        move = proof.scratch[index]
        score = order(state, move, play(state, move))
        place = index
        while place > 0 and proof.phis[ply, place - 1] < score:
            proof.moves[ply, place], proof.phis[ply, place] = proof.moves[ply, place - 1], proof.phis[ply, place - 1]
            place -= 1
        proof.moves[ply, place], proof.phis[ply, place] = move, score
    level[COUNT] = count
    for index in range(count):
        look_at_child(proof, table, ply, index)
        if proof.deltas[ply, index] == 0:  # one refuted child answers the question
            level[COUNT] = index + 1
            break


@jit(inner=True)
def look_at_child(proof: Any, table: Any, ply: Any, index: Any) -> Any:
    """Note what is known of a child at once; return it after its forced moves: (state, target, flipped)."""
    child = play(load_state(proof.states, ply), proof.moves[ply, index])
    state, target, flipped, phi, delta = settle(table, proof.counters, child, 1 - proof.levels[ply, TARGET])
    proof.phis[ply, index], proof.deltas[ply, index] = phi, delta
    return state, target, flipped


@jit(inner=True)
def weigh(proof: Any, ply: Any) -> Any:
    """Compute phi and delta of a level; return its best child, and the least delta among the others."""
    level = proof.levels[ply]
    best, second, worst, undecided, chosen = INFINITE + 1, INFINITE, 0, 0, 0
    for index in range(level[COUNT]):
        phi, delta = proof.phis[ply, index], proof.deltas[ply, index]
        if delta < best:
            second, best, chosen = best, delta, index
        elif delta < second:
            second = delta
        worst = max(worst, phi)
        undecided += phi > 0
    level[PHI] = min(best, INFINITE)
    level[DELTA] = INFINITE if level[PHI] == 0 else 0 if undecided == 0 else min(worst + undecided - 1, INFINITE - 1)
    if level[DELTA] == 0:
        level[PHI] = INFINITE
    return chosen, min(second, INFINITE), undecided


@jit(inner=True)
def close_level(proof: Any, table: Any, ply: Any) -> None:
    """Keep what the top level has come to, and tell its parent."""
    level = proof.levels[ply]
    spent = proof.counters[PN_NODES] - level[ENTERED]
    state, phi, delta = load_state(proof.states, ply), level[PHI], level[DELTA]
    record(table, state, level[TARGET], phi, delta, spent, proof.counters[PN_GENERATION])
    if level[FLIPPED]:
        phi, delta = delta, phi
    chosen = proof.levels[ply - 1, CHOSEN]
    proof.phis[ply - 1, chosen], proof.deltas[ply - 1, chosen] = phi, delta
    proof.counters[PN_TOP] = ply - 1


@jit(inner=True)
def descend(proof: Any, table: Any, ply: Any, chosen: Any, second: Any, undecided: Any) -> None:
    """Search the best child, as long as it stays the best."""
    level = proof.levels[ply]
    level[CHOSEN] = chosen
    phi_limit = min(level[DELTA_LIMIT] - (undecided - 1), INFINITE)
    delta_limit = min(level[PHI_LIMIT], second + second // 4 + 1)
    state, target, flipped = look_at_child(proof, table, ply, chosen)
    if proof.phis[ply, chosen] >= phi_limit or proof.deltas[ply, chosen] >= delta_limit:
        return  # found out on another path meanwhile
    if flipped:
        phi_limit, delta_limit = delta_limit, phi_limit
    open_level(proof, table, ply + 1, state, target, (phi_limit, delta_limit), flipped)


@jit(cache=True)
def prove(proof: Any, table: Any, budget_nodes: Any) -> Any:
    """Search on for about `budget_nodes` nodes: DONE when the root's question is decided, otherwise PAUSED."""
    counters = proof.counters
    if counters[PN_TOP] == PN_UNOPENED:
        root = load_state(proof.states, 0)
        open_level(proof, table, 0, root, counters[PN_TARGET], (INFINITE, INFINITE), 0)
    stop = counters[PN_NODES] + budget_nodes
    while True:
        ply = counters[PN_TOP]
        level = proof.levels[ply]
        chosen, second, undecided = weigh(proof, ply)
        if level[PHI] >= level[PHI_LIMIT] or level[DELTA] >= level[DELTA_LIMIT]:
            if ply == 0:
                counters[PN_MOVE] = proof.moves[0, chosen] if level[PHI] == 0 else NO_MOVE
                return DONE
            close_level(proof, table, ply)
        elif counters[PN_NODES] >= stop:
            return PAUSED
        else:
            descend(proof, table, ply, chosen, second, undecided)
