"""ProbCut: a shallow search says that a deep one will very likely fall outside the window, so it is not made.

Reference: M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm (1995).

A fit says that the value at depth `deep` is a * (value at depth `shallow`) + b, with the deviation sigma, in one phase
of the game; `threshold` is how many deviations are sure enough. All fits are of one pair of depths.

    search(position, depth, alpha, beta):           alpha-beta, but first, if depth = deep:
      1.  take the fit of the position's phase; without one go on as alpha-beta
      2.  bound = (threshold * sigma + beta - b) / a, rounded up
      3.  if the value at depth `shallow` is at least bound: return beta            likely above
      4.  bound = (-threshold * sigma + alpha - b) / a, rounded down
      5.  if the value at depth `shallow` is at most bound: return alpha            likely below

The shallow questions are asked by alpha-beta with null windows. Nothing is asked where the end of the window or the
bound is beyond all values: so nothing is cut in the open window of the root. Rounding is away from the window:
rounded to the nearest, as it is often written, a cut may be made that the threshold does not allow.

Bound contract: alpha-beta's, but with a chance of error at each cut; it is alpha-beta with a threshold that no value
reaches.
Cost: alpha-beta's with some subtrees of depth `deep` replaced by ones of depth `shallow`; keeps one path.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from mpi_search.algorithms.alphabeta import alphabeta
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.fit import Fit
from mpi_search.algorithms.tree import Answer, below, infinity, leaf_value
from mpi_search.rules.game import Game, State

THRESHOLD = 1.5


def probcut(
    game: Game, state: State, depth: int | None, count: Count, fits: Sequence[Fit], threshold: float = THRESHOLD
) -> Answer:
    """The value of `state` and a move that reaches it, very likely."""
    assert len({fit.pair for fit in fits}) == 1, fits
    return search(game, state, depth, -infinity(game), infinity(game), fits, threshold, count)


def search(
    game: Game,
    state: State,
    depth: int | None,
    alpha: int,
    beta: int,
    fits: Sequence[Fit],
    threshold: float,
    count: Count,
) -> Answer:
    """The value of `state` by the bound contract; a move that reaches it, if it is above alpha."""
    assert alpha < beta, (alpha, beta)
    with count.visit():
        value = leaf_value(game, state, depth, count)
        if value is not None:
            return Answer(value, None)
        if depth == fits[0].deep:
            likely = _likely(game, state, alpha, beta, fits, threshold, count)
            if likely is not None:
                return Answer(likely, None)
        best = Answer(-infinity(game), None)
        for move in game.moves(state):
            child, low = game.play(state, move), max(alpha, best.value)
            value = -search(game, child, below(depth), -beta, -low, fits, threshold, count).value
            if value > best.value:
                best = Answer(value, move)
            if value >= beta:
                break
        return best


def _likely(
    game: Game, state: State, alpha: int, beta: int, fits: Sequence[Fit], threshold: float, count: Count
) -> int | None:
    """The side of the window on which the value very likely lies."""
    left = game.plies_left(state)
    fit = next((fit for fit in fits if fit.phase.holds(left)), None)  # 1
    if fit is None:
        return None
    at_least = bound_above(fit, threshold, beta)  # 2
    if max(beta, at_least) <= game.max_value:
        if alphabeta(game, state, fit.shallow, at_least - 1, at_least, count) >= at_least:  # 3
            return beta
    at_most = bound_below(fit, threshold, alpha)  # 4
    if min(alpha, at_most) >= -game.max_value:
        if alphabeta(game, state, fit.shallow, at_most, at_most + 1, count) <= at_most:  # 5
            return alpha
    return None


def bound_above(fit: Fit, threshold: float, beta: int) -> int:
    """The smallest shallow value that makes a deep one of at least beta sure enough."""
    return math.ceil((threshold * fit.sigma + beta - fit.b) / fit.a)


def bound_below(fit: Fit, threshold: float, alpha: int) -> int:
    """The largest shallow value that makes a deep one of at most alpha sure enough."""
    return math.floor((-threshold * fit.sigma + alpha - fit.b) / fit.a)
