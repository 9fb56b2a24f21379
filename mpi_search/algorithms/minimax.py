"""Minimax: the definition of a position's value, searched without a thought.

Reference: C. Shannon, Programming a computer for playing chess (1950).

    value(position, depth) =
      1.  the outcome                                   if the game is over
      2.  quiet(position)                               if depth = 0
      3.  max over moves of -value(child, depth - 1)    otherwise

    quiet(position) =
      4.  the static evaluation                         if the game has no noisy moves here
      5.  max(evaluation, max over noisy moves of -quiet(child))

Bound contract: always exact. Every faster search of this project is held against it.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.kernel.game import Game, State


def minimax(game: Game, state: State, depth: int | None = None, count: Count | None = None) -> int:
    """The value of `state` for the side to move; `depth` None: to the end of the game."""
    count = count or Count()
    count.node()
    outcome = game.outcome(state)
    if outcome is not None:
        count.leaves += 1
        return outcome
    if depth == 0:
        count.leaves += 1
        return quiet(game, state)
    below = None if depth is None else depth - 1
    return max(-minimax(game, game.play(state, move), below, count) for move in game.moves(state))


def quiet(game: Game, state: State) -> int:
    """The value at the horizon: the evaluation, or better if a noisy move gains."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome
    gains = [-quiet(game, game.play(state, move)) for move in game.noisy_moves(state)]
    return max([game.evaluate(state), *gains])
