"""What one search is asked: the unit that plans are made of."""

from __future__ import annotations

import math
from typing import NamedTuple

from mpi_search.rules.game import State


class Test(NamedTuple):
    """One search of a position: decide this window at this depth."""

    state: State
    depth: int
    alpha: int
    beta: int
    node_type: int  #: as expected: CUT if the value is thought to reach beta, ALL if not, PV if it lies in between
    max_cost: float = math.inf  #: a share of the limits; it is not worth more: give it up


Test.__test__ = False  # type: ignore[attr-defined]  # not one of pytest's
