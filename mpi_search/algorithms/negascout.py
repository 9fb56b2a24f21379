"""NegaScout: only the first move is valued, of the others it is merely asked whether they are better.

Reference: A. Reinefeld, An improvement to the Scout tree search algorithm (1983); Spielbaum-Suchverfahren (1989).

    search(position, depth, alpha, beta):
      1.  if the game is over or depth = 0: return the value of the leaf
      2.  best = -infinity; high = beta
      3.  for each move:
      4.      low = max(alpha, best)
      5.      value = -search(child, depth - 1, -high, -low)
      6.      if low < value < beta and high < beta and depth > 2:
      7.          value = -search(child, depth - 1, -beta, -value)
      8.      best = max(best, value)
      9.      if best >= beta: return best
     10.      high = max(alpha, best) + 1
     11.  return best

In 6 a null window has answered "better", which is only a lower bound. Near the leaves it is more: with depth 2 or
less a child that fails low has looked at leaves only, at all of them, and fail-soft returned their exact maximum.

What circulates with slips is line 6. The first publication asks for value > best instead of low < value < beta. It then
searches again for nothing where best < value <= alpha, and also where value >= beta, though the cut is certain, with
the window value .. beta, which is empty. Other versions test low < value < high, which no whole number satisfies, so
that a bound is returned as a value; or keep the shortcut of the last two plies in a fail-hard search, where the value
comes out as low + 1. (tests/algorithms/test_slips.py puts slips in on purpose.)

Bound contract: a value at or below alpha is an upper bound, at or above beta a lower bound, between them exact.
Cost: no leaf that alpha-beta does not visit, but some more than once; keeps one path.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, infinity, leaf_value
from mpi_search.rules.game import Game, State


def negascout(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state` and a move that reaches it."""
    return search(game, state, depth, -infinity(game), infinity(game), count)


def search(game: Game, state: State, depth: int | None, alpha: int, beta: int, count: Count) -> Answer:
    """The value of `state` by the bound contract; a move that reaches it, if it is above alpha."""
    assert alpha < beta, (alpha, beta)
    with count.visit():
        value = leaf_value(game, state, depth, count)  # 1
        if value is not None:
            return Answer(value, None)
        best, high = Answer(-infinity(game), None), beta  # 2
        for move in game.moves(state):  # 3
            child, low = game.play(state, move), max(alpha, best.value)  # 4
            value = -search(game, child, below(depth), -high, -low, count).value  # 5
            if (
                low < value < beta  # better, and not so good that this ends the node
                and high < beta  # the window was smaller than it might have been
                and (depth is None or depth > 2)  # else exact already
            ):  # 6
                value = -search(game, child, below(depth), -beta, -value, count).value  # 7
            if value > best.value:  # 8
                best = Answer(value, move)
            if best.value >= beta:  # 9
                break
            high = max(alpha, best.value) + 1  # 10
        return best  # 11
