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
from typing import NamedTuple

from mpi_search.errors import InputError
from mpi_search.rules.game import LIMITS, Game


class Phase(NamedTuple):
    """A part of the game: the positions with at least and at most so many plies left."""

    from_left: int
    to_left: int

    def holds(self, plies_left: int) -> bool:
        return self.from_left <= plies_left <= self.to_left

    def __str__(self) -> str:
        return f"{self.from_left}..{self.to_left}"


#: From the first move to the last: no game is longer.
WHOLE_GAME = Phase(0, LIMITS["MAX_PLIES"][1])


@dataclass(frozen=True)
class Fit:
    """One pair of depths in one phase of the game."""

    shallow: int  #: plies of the search that foretells
    deep: int  #: plies of the search that is foretold
    a: float  #: the slope; above 0
    b: float  #: the offset
    sigma: float  #: the standard deviation of the error
    phase: Phase = WHOLE_GAME  #: where it holds

    def __post_init__(self) -> None:
        if not 0 <= self.shallow < self.deep:
            raise InputError(f"a fit needs 0 <= shallow < deep, not {self.shallow} and {self.deep}")
        if not (self.a > 0 and self.sigma >= 0 and math.isfinite(self.a + self.b + self.sigma)):
            numbers = f"a = {self.a}, b = {self.b}, sigma = {self.sigma}"
            raise InputError(f"a fit needs a > 0, sigma >= 0 and finite numbers, not {numbers}")
        if not 0 <= self.phase.from_left <= self.phase.to_left:
            raise InputError(f"a phase goes from fewer plies left to more, not {self.phase}")

    @property
    def pair(self) -> tuple[int, int]:
        return self.shallow, self.deep


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
