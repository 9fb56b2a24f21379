"""Alpha-beta: minimax without what cannot matter. Fail-soft and fail-hard.

References: D. Knuth and R. Moore, An analysis of alpha-beta pruning (1975), for the fail-hard form (function F2);
J. Fishburn, Another optimization of alpha-beta search (1983), for the fail-soft one.

    fail_soft(position, depth, alpha, beta):
      1.  if the game is over or depth = 0: return the value of the leaf
      2.  best = -infinity
      3.  for each move:
      4.      best = max(best, -fail_soft(child, depth - 1, -beta, -max(alpha, best)))
      5.      if best >= beta: return best
      6.  return best

    fail_hard(position, depth, alpha, beta):
      7.  if the game is over or depth = 0: return the value of the leaf, moved into alpha .. beta
      8.  for each move:
      9.      alpha = max(alpha, -fail_hard(child, depth - 1, -beta, -alpha))
     10.      if alpha >= beta: return beta
     11.  return alpha

Both visit the same nodes. They differ in what they tell when the value lies outside the window: fail-hard "at most
alpha", fail-soft how far below.

Bound contract: a value at or below alpha is an upper bound, at or above beta a lower bound, between them exact.
Cost: between w^ceil(d/2) + w^floor(d/2) - 1 leaves (best move first everywhere) and all w^d; keeps one path.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, infinity, leaf_value
from mpi_search.rules.game import Game, State


def alphabeta(game: Game, state: State, depth: int | None, alpha: int, beta: int, count: Count | None = None) -> int:
    """The value of `state` within the window, or a bound outside it; `depth` None: to the end of the game."""
    return fail_soft(game, state, depth, alpha, beta, count or Count()).value


def fail_soft(game: Game, state: State, depth: int | None, alpha: int, beta: int, count: Count) -> Answer:
    """The value of `state` by the bound contract; a move that reaches it, if it is above alpha."""
    assert alpha < beta, (alpha, beta)
    with count.visit():
        value = leaf_value(game, state, depth, count)  # 1
        if value is not None:
            return Answer(value, None)
        best = Answer(-infinity(game), None)  # 2
        for move in game.moves(state):  # 3
            child = game.play(state, move)
            value = -fail_soft(game, child, below(depth), -beta, -max(alpha, best.value), count).value  # 4
            if value > best.value:
                best = Answer(value, move)
            if value >= beta:  # 5
                break
        return best  # 6


def fail_hard(game: Game, state: State, depth: int | None, alpha: int, beta: int, count: Count) -> Answer:
    """The value of `state`, from alpha to beta, by the bound contract; a move that reaches it, if it is above alpha."""
    assert alpha < beta, (alpha, beta)
    with count.visit():
        value = leaf_value(game, state, depth, count)
        if value is not None:
            return Answer(min(max(value, alpha), beta), None)  # 7
        best = Answer(alpha, None)
        for move in game.moves(state):  # 8
            value = -fail_hard(game, game.play(state, move), below(depth), -beta, -best.value, count).value
            if value > best.value:  # 9
                best = Answer(value, move)
            if value >= beta:  # 10
                break
        return best  # 11


def open_soft(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """Fail-soft with all values in the window."""
    return fail_soft(game, state, depth, -infinity(game), infinity(game), count)


def open_hard(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """Fail-hard with all values in the window."""
    return fail_hard(game, state, depth, -infinity(game), infinity(game), count)
