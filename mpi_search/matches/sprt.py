"""When a match has settled a question: is the first bot better by elo1, or by no more than elo0?

Reference: A. Wald, Sequential tests of statistical hypotheses (1945); M. Van den Bergh, The generalized sequential
probability ratio test for Elo differences, for the approximation by the normal distribution.

    1.  s0, s1 = the scores that are expected under elo0 and elo1
    2.  s, v = mean and variance of the scores of pairs of games with the same opening
    3.  log likelihood ratio = pairs * (s1 - s0) * (2 s - s0 - s1) / (2 v)
    4.  above log((1 - beta) / alpha): elo1 it is; below log(beta / (1 - alpha)): elo0; in between: play on

Pairs, for the two games of one opening are not independent, and what an opening gives to a side cancels out in them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mpi_search.errors import InputError

#: Of either wrong decision.
RISK = 0.05
#: A variance needs some pairs to be known. Before so many nothing is decided, and so many of equals without draws are
#: counted in.
LEAST_PAIRS, PRIOR_PAIRS, PRIOR_VARIANCE = 12, 8, 0.125


@dataclass(frozen=True)
class Sprt:
    """The question."""

    elo0: float
    elo1: float

    def ratio(self, points: Sequence[float]) -> float:
        """Of the points of pairs of games, 0 to 2 each. 3."""
        count = len(points)
        if count < 2:
            return 0.0
        low, high = expected(self.elo0), expected(self.elo1)
        scores = [each / 2 for each in points]
        mean = sum(scores) / count
        squares = sum((score - mean) ** 2 for score in scores) + PRIOR_PAIRS * PRIOR_VARIANCE
        variance = squares / (count + PRIOR_PAIRS)
        return count * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, points: Sequence[float]) -> bool | None:
        """Whether the first bot is better by elo1; None: play on. 4."""
        bound = math.log((1 - RISK) / RISK)
        ratio = self.ratio(points)
        if len(points) < LEAST_PAIRS or -bound < ratio < bound:
            return None
        return ratio > 0


def expected(elo: float) -> float:
    """The score that one expects of a difference. 1."""
    return 1 / (1 + 10 ** (-elo / 400))


def parse_sprt(text: str) -> Sprt:
    """`0,10`. Raises InputError."""
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"--sprt takes two Elo differences, as in 0,10, not {text!r}") from None
    if not elo0 < elo1:
        raise InputError(f"--sprt: the first difference must be the smaller one, not {text!r}")
    return Sprt(elo0, elo1)
