"""The line through pairs of shallow and deep values: deep = a * shallow + b, and how far values lie from it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mpi_search.errors import InputError

Numbers = NDArray[np.float64]

#: Fewer say nothing about a deviation.
FEWEST_PAIRS = 20
#: What of the numbers is worth keeping.
DIGITS = 4


class Line(NamedTuple):
    """What least squares find."""

    a: float
    b: float
    sigma: float  #: the standard deviation of what is left over; two degrees of freedom went into a and b
    correlation: float


def regression(shallow: Numbers, deep: Numbers) -> Line:
    """The line of least squares. Raises InputError where there is none that a cut could rely on."""
    if len(shallow) < FEWEST_PAIRS:
        raise InputError(f"{len(shallow)} positions are too few to fit: it takes {FEWEST_PAIRS}")
    if np.ptp(shallow) == 0:
        raise InputError(f"all shallow values are {shallow[0]:g}: they foretell nothing")
    offsets = shallow - shallow.mean()
    a = float(offsets @ (deep - deep.mean()) / (offsets @ offsets))
    b = float(deep.mean() - a * shallow.mean())
    if a <= 0:
        raise InputError(f"deep values do not rise with the shallow ones (a = {a:.3f}): they foretell nothing")
    left_over = deep - (a * shallow + b)
    sigma = float(np.sqrt(left_over @ left_over / (len(shallow) - 2)))
    correlation = float(np.corrcoef(shallow, deep)[0, 1])
    return Line(round(a, DIGITS), round(b, DIGITS), round(sigma, DIGITS), round(correlation, DIGITS))
