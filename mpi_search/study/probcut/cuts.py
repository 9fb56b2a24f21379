"""How often a fit cuts, and how often it is wrong, on positions that it was not fitted to.

A cut is wrong if the full search says that the value lies on the other side of the window. It is put to two tests, both
with null windows beta - 1 .. beta, which is what a search mostly asks:

    at the edge    For each position the two windows at which a cut is only just made, above and below: where it is most
                   likely to be wrong. With a normal error that is as likely as one beyond `threshold` deviations
                   (0.067 for 1.5), or a little less, since bounds are whole numbers.
    among others   For each position the windows whose beta is the deep value of another position of its phase: is it
                   as good as that one? A cut with room to spare has a smaller chance of being wrong, and `expected` is
                   what the normal law says on average of the cuts that were made.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mpi_search.algorithms.fit import Fit
from mpi_search.algorithms.probcut import bound_above, bound_below
from mpi_search.study.probcut.regression import Numbers

Flags = NDArray[np.bool_]

_erfc = np.vectorize(math.erfc, otypes=[float])


class CutRates(NamedTuple):
    """One fit on the positions of its phase."""

    positions: int
    edge: float  #: at the edge: the share of wrong cuts
    cut: float  #: among others: the share of questions that a cut has answered
    wrong: float | None  #: the share of these cuts that were wrong; None without cuts
    expected: float | None  #: the same by the normal law


def normal(deviations: Numbers) -> Numbers:
    """The chance of a normal error below so many deviations."""
    chance: Numbers = 0.5 * _erfc(-deviations / math.sqrt(2))
    return chance


def cut_rates(fit: Fit, threshold: float, shallow: Numbers, deep: Numbers, max_value: int) -> CutRates:
    """Hold the cuts of a fit against full searches: `shallow` and `deep` are the values of held-out positions."""
    made = wrong = 0
    expected = 0.0
    foretold = fit.a * shallow + fit.b
    for own, beta in enumerate(deep):
        high, low = cuts(fit, threshold, shallow, int(beta), max_value)
        high[own] = low[own] = False
        made += int(high.sum() + low.sum())
        wrong += int((deep[high] < beta).sum() + (deep[low] >= beta).sum())
        # Values are whole numbers: those below beta end halfway between beta - 1 and beta.
        margins = np.concatenate([foretold[high] - (beta - 0.5), (beta - 0.5) - foretold[low]])
        if fit.sigma > 0 and len(margins):
            expected += float(normal(-margins / fit.sigma).sum())
    edge = edge_errors(fit, threshold, shallow, deep)
    if not made:
        return CutRates(len(deep), edge, 0.0, None, None)
    asked = len(deep) * (len(deep) - 1)
    return CutRates(len(deep), edge, made / asked, wrong / made, expected / made)


def cuts(fit: Fit, threshold: float, shallow: Numbers, beta: int, max_value: int) -> tuple[Flags, Flags]:
    """Which positions ProbCut puts above and which below the null window beta - 1 .. beta."""
    at_least, at_most = bound_above(fit, threshold, beta), bound_below(fit, threshold, beta - 1)
    high = (shallow >= at_least) & (max(beta, at_least) <= max_value)
    low = (shallow <= at_most) & (min(beta - 1, at_most) >= -max_value) & ~high
    return high, low


def edge_errors(fit: Fit, threshold: float, shallow: Numbers, deep: Numbers) -> float:
    """The share of wrong cuts at the windows where they are only just made."""
    foretold, margin = fit.a * shallow + fit.b, threshold * fit.sigma
    highest_beta, lowest_alpha = np.floor(foretold - margin), np.ceil(foretold + margin)
    return float(((deep < highest_beta).sum() + (deep > lowest_alpha).sum()) / (2 * len(deep)))
