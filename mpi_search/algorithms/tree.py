"""The game tree as all algorithms see it: where it ends, what is below, what they answer."""

from __future__ import annotations

from typing import NamedTuple

from mpi_search.algorithms.count import Count
from mpi_search.rules.game import Game, State


class Answer(NamedTuple):
    """What a search says of its root. Outside a window the value is a bound and the move no more than a guess."""

    value: int  #: for the side to move
    move: int | None  #: None where the tree has no moves: the game is over, or the depth is 0


def infinity(game: Game) -> int:
    """A number above all values; windows lie within minus and plus infinity."""
    return game.max_value + 1


def below(depth: int | None) -> int | None:
    """The depth that is left after a move; None: to the end of the game."""
    return None if depth is None else depth - 1


def leaf_value(game: Game, state: State, depth: int | None, count: Count) -> int | None:
    """The value of a leaf, for the side to move; None for an inner node."""
    outcome = game.outcome(state)
    if outcome is None and depth != 0:
        return None
    count.leaf()
    return quiet(game, state) if outcome is None else outcome


def quiet(game: Game, state: State) -> int:
    """The value at the horizon: the evaluation, or better if a noisy move gains."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome
    gains = [-quiet(game, game.play(state, move)) for move in game.noisy_moves(state)]
    return max([game.evaluate(state), *gains])


def reaches_the_end(game: Game, state: State, depth: int | None) -> bool:
    """Whether a search so deep meets no horizon, so that what is true of the game's value is true of its own."""
    return depth is None or depth >= game.plies_left(state)
