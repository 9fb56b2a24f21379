"""What ProbCut must know of a game: how well a shallow search foretells a deep one.

For a pair of depths the deep value is taken for  a * shallow value + b + error,  the error normal with deviation
sigma. That is not the same from the first move to the last, so a fit belongs to a phase of the game: an interval of
`plies_left`, the most moves that can still be played, which every game can tell.

`fit_files.py` keeps fits in files; `mpi-search probcut fit` makes them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mpi_search.errors import InputError
from mpi_search.kernel.game import LIMITS, Game

#: No game is longer.
LONGEST = LIMITS["MAX_PLIES"][1]


@dataclass(frozen=True)
class Fit:
    """One pair of depths in one phase of the game."""

    shallow: int  #: plies of the search that foretells
    deep: int  #: plies of the search that is foretold
    a: float  #: the slope; above 0
    b: float  #: the offset
    sigma: float  #: the standard deviation of the error
    from_left: int = 0  #: it holds for positions with at least so many plies left
    to_left: int = LONGEST  #: and at most so many

    def __post_init__(self) -> None:
        if not 0 <= self.shallow < self.deep:
            raise InputError(f"a fit needs 0 <= shallow < deep, not {self.shallow} and {self.deep}")
        if not (self.a > 0 and self.sigma >= 0 and math.isfinite(self.a + self.b + self.sigma)):
            numbers = f"a = {self.a}, b = {self.b}, sigma = {self.sigma}"
            raise InputError(f"a fit needs a > 0, sigma >= 0 and finite numbers, not {numbers}")
        if not 0 <= self.from_left <= self.to_left:
            raise InputError(f"a fit needs 0 <= from_left <= to_left, not {self.from_left} and {self.to_left}")

    @property
    def pair(self) -> tuple[int, int]:
        return self.shallow, self.deep

    def holds(self, plies_left: int) -> bool:
        """Whether it is meant for a position with so many plies left."""
        return self.from_left <= plies_left <= self.to_left


def deepest_pair(fits: Sequence[Fit]) -> list[Fit]:
    """Of the pairs of depths the deepest, in all its phases."""
    deepest = max((fit.deep, fit.shallow) for fit in fits)
    return [fit for fit in fits if (fit.deep, fit.shallow) == deepest]


def guessed_fits(game: Game, depth: int) -> tuple[Fit, ...]:
    """Fits for want of better ones: a shallow value is taken for the deep one, give or take a tenth of the largest.

    One for every depth from 3 to `depth`, for all phases; the shallow depth is about half of it and of the same parity,
    because evaluations swing between odd and even depths.
    """
    shallow_of = {deep: deep - 2 * -(-deep // 4) for deep in range(3, depth + 1)}
    return tuple(Fit(shallow, deep, 1.0, 0.0, game.max_value / 10) for deep, shallow in shallow_of.items())
