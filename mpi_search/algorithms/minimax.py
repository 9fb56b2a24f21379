"""Minimax: the definition of a position's value, searched without a thought.

Reference: C. Shannon, Programming a computer for playing chess (1950).

    highest(position, depth) =                              the side that asks is to move
      1.  the outcome                                       if the game is over
      2.  quiet(position)                                   if depth = 0
      3.  max over moves of lowest(child, depth - 1)        otherwise

    lowest(position, depth) =                               its opponent is to move
      4.  minus the leaf's value as in 1 and 2              if it is a leaf
      5.  min over moves of highest(child, depth - 1)       otherwise

    quiet(position) =                                       for the side to move
      6.  the static evaluation                             if the game has no noisy moves here
      7.  max(evaluation, max over noisy moves of -quiet(child))

Bound contract: always exact. Every faster search of this project is held against it.
Cost: all w^d leaves of a tree with w moves a node and d plies; keeps one path. Positions beyond the horizon, in 7, are
part of a leaf's evaluation and not counted.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, leaf_value, quiet
from mpi_search.rules.game import Game, State

__all__ = ["best_move", "minimax", "quiet"]


def minimax(game: Game, state: State, depth: int | None = None, count: Count | None = None) -> int:
    """The value of `state` for the side to move; `depth` None: to the end of the game."""
    return _highest(game, state, depth, count or Count())


def best_move(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value, and the first move that reaches it."""
    with count.visit():
        value = leaf_value(game, state, depth, count)
        if value is not None:
            return Answer(value, None)
        values = {move: _lowest(game, game.play(state, move), below(depth), count) for move in game.moves(state)}
        best = max(values, key=values.__getitem__)
        return Answer(values[best], best)


def _highest(game: Game, state: State, depth: int | None, count: Count) -> int:
    with count.visit():
        value = leaf_value(game, state, depth, count)  # 1, 2
        if value is not None:
            return value
        return max(_lowest(game, game.play(state, move), below(depth), count) for move in game.moves(state))  # 3


def _lowest(game: Game, state: State, depth: int | None, count: Count) -> int:
    with count.visit():
        value = leaf_value(game, state, depth, count)
        if value is not None:
            return -value  # 4
        return min(_highest(game, game.play(state, move), below(depth), count) for move in game.moves(state))  # 5
