"""Alpha-beta with memory: what was found out about a position is used wherever the position comes up again.

References: R. Greenblatt et al., The Greenblatt chess program (1967); D. Slate and L. Atkin, Chess 4.5 (1977);
A. Plaat et al., Best-first fixed-depth minimax algorithms (1996), for the form with two bounds.

    search(position, depth, alpha, beta):
      1.  (lower, upper, move) = memory[position, depth], or (-infinity, infinity, none)
      2.  if lower >= beta or lower = upper: return lower
      3.  if upper <= alpha: return upper
      4.  alpha = max(alpha, lower); beta = min(beta, upper)
      5.  best = alpha-beta with the window alpha .. beta, its children by search
      6.  if best > alpha: lower = best, and its move is the one to remember
      7.  if best < beta: upper = best
      8.  memory[position, depth] = (lower, upper, move); return best

The slip that circulates is in 2: without "lower = upper" an exact entry leaves the empty window alpha = beta in 4. A
value that is equal to both ends then counts as an upper and a lower bound at once. A memory that forgets nothing
answers for all children and only time is lost; a table that loses entries comes to hold false claims. With null windows
alone it cannot happen, which is why it goes unnoticed where the code was written for MTD(f).

An entry is a claim about (position, depth) alone and so true under every window.

Bound contract: a value at or below alpha is an upper bound, at or above beta a lower bound, between them exact.
Cost: at most the positions that differ, once for each bound; keeps every position that it has met.
"""

from __future__ import annotations

from typing import NamedTuple

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, infinity, leaf_value
from mpi_search.rules.game import Game, State


class Claim(NamedTuple):
    """The value lies from `lower` to `upper`, and `move` reaches `lower`."""

    lower: int
    upper: int
    move: int | None


Memory = dict[tuple[State, int | None], Claim]


def alphabeta_memory(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state` and a move that reaches it."""
    return search(game, state, depth, -infinity(game), infinity(game), {}, count)


def search(game: Game, state: State, depth: int | None, alpha: int, beta: int, memory: Memory, count: Count) -> Answer:
    """The value of `state` by the bound contract; a move that reaches it, if it is above alpha."""
    assert alpha < beta, (alpha, beta)
    with count.visit():
        claim = memory.get((state, depth)) or Claim(-infinity(game), infinity(game), None)  # 1
        if claim.lower >= beta or claim.lower == claim.upper:  # 2
            return Answer(claim.lower, claim.move)
        if claim.upper <= alpha:  # 3
            return Answer(claim.upper, claim.move)
        alpha, beta = max(alpha, claim.lower), min(beta, claim.upper)  # 4
        value = leaf_value(game, state, depth, count)
        if value is not None:
            claim = Claim(value, value, None)
        else:
            value, move = _best(game, state, depth, alpha, beta, memory, count)  # 5
            claim = _narrowed(claim, alpha, beta, value, move)
        if (state, depth) not in memory:
            count.store()
        memory[state, depth] = claim  # 8
        return Answer(value, claim.move)


def _narrowed(claim: Claim, alpha: int, beta: int, value: int, move: int | None) -> Claim:
    """The claim with what a search of the window alpha .. beta has added."""
    lower, best = (value, move) if value > alpha else (claim.lower, claim.move)  # 6
    return Claim(lower, value if value < beta else claim.upper, best)  # 7


def _best(game: Game, state: State, depth: int | None, alpha: int, beta: int, memory: Memory, count: Count) -> Answer:
    best = Answer(-infinity(game), None)
    for move in game.moves(state):
        child, low = game.play(state, move), max(alpha, best.value)
        value = -search(game, child, below(depth), -beta, -low, memory, count).value
        if value > best.value:
            best = Answer(value, move)
        if value >= beta:
            break
    return best
