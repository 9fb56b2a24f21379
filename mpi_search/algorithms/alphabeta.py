"""Alpha-beta, fail-soft: minimax without what cannot matter.

References: D. Knuth and R. Moore, An analysis of alpha-beta pruning (1975); J. Fishburn, Another optimization of
alpha-beta search (1983), for the fail-soft form.

    search(position, depth, alpha, beta):
      1.  if the game is over or depth = 0: return the value of the leaf
      2.  best = -infinity
      3.  for each move:
      4.      best = max(best, -search(child, depth - 1, -beta, -max(alpha, best)))
      5.      if best >= beta: return best
      6.  return best

Bound contract: a value at or below alpha is an upper bound, at or above beta a lower bound, between them exact.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.minimax import quiet
from mpi_search.kernel.game import Game, State


def alphabeta(game: Game, state: State, depth: int | None, alpha: int, beta: int, count: Count | None = None) -> int:
    """The value of `state` within the window, or a bound outside it; `depth` None: to the end of the game."""
    assert alpha < beta, (alpha, beta)
    count = count or Count()
    count.node()
    outcome = game.outcome(state)
    if outcome is not None or depth == 0:
        count.leaves += 1
        return quiet(game, state) if outcome is None else outcome
    below = None if depth is None else depth - 1
    best = -game.max_value - 1
    for move in game.moves(state):
        value = -alphabeta(game, game.play(state, move), below, -beta, -max(alpha, best), count)
        best = max(best, value)
        if best >= beta:
            break
    return best
