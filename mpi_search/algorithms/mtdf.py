"""MTD(f): the value is closed in on by null windows alone, from a first guess f.

Reference: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax algorithms (1996).

    mtdf(position, depth, guess):
      1.  lower, upper = -infinity, infinity; value = guess
      2.  while lower < upper:
      3.      beta = value + 1 if value = lower, else value
      4.      value = search with memory, window beta - 1 .. beta
      5.      if value < beta: upper = value
      6.      else: lower = value, and the move that reached it is the best so far
      7.  return lower

What is left out where it is printed is the move: it is not the one of the last pass. A pass that fails low has
refuted all moves and prefers none; only one that fails high has a move to show (6). Since a loop that begins below
all values cannot end without a pass that failed high, there always is one. And without line 3's "+ 1" the pass after
one that failed high would ask the same question again, for ever.

With the guess +infinity it visits the leaves that SSS* visits, in the same order; with -infinity those of DUAL*.

Bound contract: always exact.
Cost: a few minimal trees if the guess is good; keeps every position that it has met.
"""

from __future__ import annotations

from mpi_search.algorithms.alphabeta_memory import Memory, search
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, infinity
from mpi_search.rules.game import Game, State


def mtdf(game: Game, state: State, depth: int | None, guess: int, count: Count) -> Answer:
    """The value of `state` and a move that reaches it; a guess beyond all values is one of infinity."""
    memory: Memory = {}
    lower, upper = -infinity(game), infinity(game)  # 1
    value, best = min(max(guess, lower + 1), upper), None
    while lower < upper:  # 2
        beta = value + 1 if value == lower else value  # 3
        value, move = search(game, state, depth, beta - 1, beta, memory, count)  # 4
        if value < beta:  # 5
            upper = value
        else:  # 6
            lower, best = value, move
    return Answer(lower, best)  # 7


def mtdf_from_evaluation(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """MTD(f) whose first guess is the static evaluation."""
    outcome = game.outcome(state)
    return mtdf(game, state, depth, game.evaluate(state) if outcome is None else outcome, count)
