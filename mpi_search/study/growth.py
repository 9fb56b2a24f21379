"""How the cost of an algorithm grows with depth, measured: nodes = c * x^depth, fitted to the logarithms.

With b the growth of minimax on the same position, x = b^e. Theory knows e = 1 for minimax (b^d), about 3/4 for
alpha-beta on trees in random order (b^(3d/4)), 1/2 with perfect ordering (b^(d/2)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mpi_search.study.compare import Trial

LAWS = ((1.0, "b^d"), (0.75, "b^(3d/4)"), (0.5, "b^(d/2)"))


@dataclass(frozen=True)
class Growth:
    """One algorithm over several depths."""

    algorithm: str
    exact: bool
    depths: tuple[int, ...]  #: at which it came to an end
    nodes: tuple[int, ...]
    peak_stored_nodes: tuple[int, ...]
    seconds: tuple[float, ...]
    asked: int  #: depths that it was asked for and applies to
    wrong: int  #: answers that were not minimax's

    @property
    def factor(self) -> float | None:
        """By how much a ply more multiplies the nodes; None with fewer than three depths."""
        return fit(self.depths, self.nodes)

    @property
    def stored_factor(self) -> float | None:
        """The same for the nodes stored at once."""
        return fit(self.depths, self.peak_stored_nodes)


def fit(depths: Sequence[int], numbers: Sequence[int]) -> float | None:
    """The factor x of the least-squares fit numbers = c * x^depth; None with fewer than three points."""
    if len(depths) < 3:
        return None
    slope, _ = np.polyfit(np.array(depths, float), np.log(np.maximum(np.array(numbers, float), 1.0)), 1)
    return float(np.exp(slope))


def growth_of(trials: Sequence[tuple[int, Trial]]) -> Growth:
    """The growth of one algorithm from its trials at several depths."""
    done = [(depth, trial) for depth, trial in trials if trial.value is not None]
    return Growth(
        algorithm=trials[0][1].algorithm,
        exact=trials[0][1].exact,
        depths=tuple(depth for depth, _ in done),
        nodes=tuple(trial.nodes for _, trial in done),
        peak_stored_nodes=tuple(trial.peak_stored for _, trial in done),
        seconds=tuple(trial.seconds for _, trial in done),
        asked=sum(not trial.note.startswith("does not apply") for _, trial in trials),
        wrong=sum(trial.is_right is False for _, trial in done),
    )


def exponent(factor: float | None, branching: float | None) -> float | None:
    """e in factor = branching^e."""
    if factor is None or branching is None or branching <= 1:
        return None
    return math.log(factor) / math.log(branching)


def nearest_law(found: float | None) -> str:
    """The law of theory that an exponent is nearest to."""
    if found is None:
        return ""
    return min(LAWS, key=lambda law: abs(law[0] - found))[1]
