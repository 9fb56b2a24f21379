"""Negamax: minimax with one kind of node, because what is good for me is as bad for you.

Reference: D. Knuth and R. Moore, An analysis of alpha-beta pruning (1975), function F.

    value(position, depth):
      1.  if the game is over or depth = 0: return the value of the leaf for the side to move
      2.  return the largest -value(child, depth - 1) over all moves

Bound contract: always exact.
Cost: as minimax, all w^d leaves; keeps one path.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, infinity, leaf_value
from mpi_search.rules.game import Game, State


def negamax(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state`, and the first move that reaches it."""
    with count.visit():
        value = leaf_value(game, state, depth, count)  # 1
        if value is not None:
            return Answer(value, None)
        best = Answer(-infinity(game), None)
        for move in game.moves(state):  # 2
            value = -negamax(game, game.play(state, move), below(depth), count).value
            if value > best.value:
                best = Answer(value, move)
        return best
