"""Principal variation search: the first move is searched with an open window, the others are to be refuted.

References: R. Finkel and J. Fishburn, Parallelism in alpha-beta search (1982); T. Marsland and M. Campbell, Parallel
search of strongly ordered game trees (1982).

    pvs(position, depth, alpha, beta):
      1.  if the game is over or depth = 0: return the value of the leaf
      2.  best = -pvs(first child, depth - 1, -beta, -alpha)
      3.  for each further move, unless best >= beta:
      4.      low = max(alpha, best)
      5.      value = -alphabeta(child, depth - 1, -low - 1, -low)
      6.      if low < value < beta: value = -pvs(child, depth - 1, -beta, -value)
      7.      best = max(best, value)
      8.  return best

The refutations of 5 are plain alpha-beta: a null window leaves nothing to be split. NegaScout is the same idea
written as one recursion, and it saves the second search of 6 in the last two plies.

Bound contract: a value at or below alpha is an upper bound, at or above beta a lower bound, between them exact.
Cost: the minimal tree where the best move comes first everywhere; each surprise of 6 is searched twice; keeps one path.
"""

from __future__ import annotations

from mpi_search.algorithms.alphabeta import alphabeta
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, infinity, leaf_value
from mpi_search.rules.game import Game, State


def pvs(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state` and a move that reaches it."""
    return search(game, state, depth, -infinity(game), infinity(game), count)


def search(game: Game, state: State, depth: int | None, alpha: int, beta: int, count: Count) -> Answer:
    """The value of `state` by the bound contract; a move that reaches it, if it is above alpha."""
    assert alpha < beta, (alpha, beta)
    with count.visit():
        value = leaf_value(game, state, depth, count)  # 1
        if value is not None:
            return Answer(value, None)
        first, *others = game.moves(state)
        best = Answer(-search(game, game.play(state, first), below(depth), -beta, -alpha, count).value, first)  # 2
        for move in others:  # 3
            if best.value >= beta:
                break
            child, low = game.play(state, move), max(alpha, best.value)  # 4
            value = -alphabeta(game, child, below(depth), -low - 1, -low, count)  # 5
            if low < value < beta:
                value = -search(game, child, below(depth), -beta, -value, count).value  # 6
            if value > best.value:  # 7
                best = Answer(value, move)
        return best  # 8
