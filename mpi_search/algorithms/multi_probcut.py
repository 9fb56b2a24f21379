"""Multi-ProbCut: ProbCut at many depths, with checks inside of checks.

Reference: M. Buro, Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello (1997).

    search(position, depth, alpha, beta):           alpha-beta, but first:
      1.  for each fit of this depth and of the position's phase, the shallowest check first:
      2.      bound = (threshold * sigma + beta - b) / a, rounded up
      3.      if search(position, shallow, bound - 1, bound) >= bound: return beta
      4.      bound = (-threshold * sigma + alpha - b) / a, rounded down
      5.      if search(position, shallow, bound, bound + 1) <= bound: return alpha

Three things are new against ProbCut: several heights, several checks at one height (a bad position is seen by the
cheapest), and checks that use checks themselves (3 and 5).

Bound contract: alpha-beta's, but with a chance of error at each cut; it is alpha-beta with a threshold that no value
reaches.
Cost: less than ProbCut where the fits are good; keeps one path.
"""

from __future__ import annotations

from collections.abc import Sequence

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.fit import Fit
from mpi_search.algorithms.probcut import THRESHOLD, bound_above, bound_below
from mpi_search.algorithms.tree import Answer, below, infinity, leaf_value
from mpi_search.rules.game import Game, State


def multi_probcut(
    game: Game, state: State, depth: int | None, count: Count, fits: Sequence[Fit], threshold: float = THRESHOLD
) -> Answer:
    """The value of `state` and a move that reaches it, very likely."""
    return MultiProbCut(game, fits, threshold, count).search(state, depth, -infinity(game), infinity(game))


class MultiProbCut:
    """Searches of one game with one set of fits."""

    def __init__(self, game: Game, fits: Sequence[Fit], threshold: float, count: Count) -> None:
        self.game = game
        self.fits: dict[int | None, list[Fit]] = {}  #: by their deep depth, the shallowest check first
        for fit in sorted(fits, key=lambda fit: fit.shallow):
            self.fits.setdefault(fit.deep, []).append(fit)
        self.threshold = threshold
        self.count = count

    def search(self, state: State, depth: int | None, alpha: int, beta: int) -> Answer:
        """The value of `state` by the bound contract; a move that reaches it, if it is above alpha."""
        assert alpha < beta, (alpha, beta)
        with self.count.visit():
            value = leaf_value(self.game, state, depth, self.count)
            if value is None:
                value = self.likely(state, depth, alpha, beta)
            if value is not None:
                return Answer(value, None)
            best = Answer(-infinity(self.game), None)
            for move in self.game.moves(state):
                child, low = self.game.play(state, move), max(alpha, best.value)
                value = -self.search(child, below(depth), -beta, -low).value
                if value > best.value:
                    best = Answer(value, move)
                if value >= beta:
                    break
            return best

    def likely(self, state: State, depth: int | None, alpha: int, beta: int) -> int | None:
        """The side of the window, alpha or beta, on which the value very likely lies; None: that is not known."""
        if depth not in self.fits:
            return None
        left = self.game.plies_left(state)
        for fit in self.fits[depth]:  # 1
            if not fit.phase.holds(left):
                continue
            at_least = bound_above(fit, self.threshold, beta)  # 2
            if max(beta, at_least) <= self.game.max_value:
                if self.search(state, fit.shallow, at_least - 1, at_least).value >= at_least:  # 3
                    return beta
            at_most = bound_below(fit, self.threshold, alpha)  # 4
            if min(alpha, at_most) >= -self.game.max_value:
                if self.search(state, fit.shallow, at_most, at_most + 1).value <= at_most:  # 5
                    return alpha
        return None
