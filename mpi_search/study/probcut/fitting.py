"""The whole study of one game: draw positions, search them, fit, and measure on others what the fits are worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from mpi_search.algorithms.fit import Fit, Phase
from mpi_search.compile.kernel import Kernel
from mpi_search.errors import InputError
from mpi_search.rules.game import State
from mpi_search.study.compare import Truth
from mpi_search.study.oracle import CompiledRules
from mpi_search.study.probcut.cuts import CutRates, cut_rates
from mpi_search.study.probcut.regression import Numbers, regression
from mpi_search.study.probcut.sample import Sampler
from mpi_search.study.probcut.searches import Searches, searches

#: For two positions that are fitted to, one is held out.
HELD_OUT_SHARE = 0.5
#: Fewer in a phase say nothing about errors.
FEWEST_HELD_OUT = 10

Pair = tuple[int, int]  # shallow and deep
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Request:
    """What is to be found out."""

    pairs: tuple[Pair, ...]
    positions: int  #: that are fitted to, in all phases together
    phases: int
    threshold: float
    searches: int  #: whole searches in which the cuts are tried
    depth: int  #: of them


@dataclass(frozen=True)
class Row:
    """One fit, and what it is worth."""

    fit: Fit
    positions: int  #: that it was fitted to
    correlation: float
    held_out: CutRates


@dataclass(frozen=True)
class Study:
    """All that was found."""

    rows: tuple[Row, ...]
    searches: Searches

    @property
    def fits(self) -> list[Fit]:
        return [row.fit for row in self.rows]


def fit_game(kernel: Kernel, request: Request, rng: random.Random, tell: Progress = lambda text: None) -> Study:
    """Fit a game. Raises InputError where it has no evaluation, or nothing can be fitted."""
    if not kernel.game.has("evaluate"):
        raise InputError(f"{kernel.game.name}: the game has no evaluation (evaluate), which ProbCut needs")
    rules, truth = CompiledRules(kernel), Truth(kernel)
    sampler = Sampler(rules, rng, max(deep for _, deep in request.pairs), tell)
    phases = sampler.phases(request.phases)
    each = -(-request.positions // len(phases))
    fitted_to = sampler.draw(phases, each)
    held_out = sampler.draw(phases, max(round(HELD_OUT_SHARE * each), FEWEST_HELD_OUT))
    rows: list[Row] = []
    for phase in phases:
        rows += rows_of(phase, fitted_to[phase], held_out[phase], request, truth, tell)
    states = spread([held_out[phase] for phase in phases], request.searches)
    made = searches(
        rules,
        truth,
        states,
        request.depth,
        [row.fit for row in rows],
        request.threshold,
        rng,
        lambda done: tell(f"search {done} of {len(states)}, {request.depth} plies deep"),
    )
    return Study(tuple(rows), made)


def rows_of(
    phase: Phase, fitted_to: list[State], held_out: list[State], request: Request, truth: Truth, tell: Progress
) -> list[Row]:
    """The fits of one phase."""
    depths = sorted({depth for pair in request.pairs for depth in pair})

    def values_of(states: list[State], kind: str) -> dict[int, Numbers]:
        """The values of all positions, by depth."""
        values = np.zeros((len(states), len(depths)))
        for number, state in enumerate(states):
            tell(f"{phase} plies left, {kind}: position {number + 1} of {len(states)}")
            values[number] = [truth.value(state, depth) for depth in depths]
        return dict(zip(depths, values.T, strict=True))

    if len(held_out) < FEWEST_HELD_OUT:
        raise InputError(
            f"{truth.game.name}: {len(held_out)} positions with {phase} plies left are too few to hold out"
        )
    known, fresh = values_of(fitted_to, "to fit"), values_of(held_out, "held out")
    rows = []
    for shallow, deep in request.pairs:
        try:
            line = regression(known[shallow], known[deep])
        except InputError as error:
            where = f"{truth.game.name}, depths {shallow}:{deep} with {phase} plies left"
            raise InputError(f"{where}: {error}") from error
        fit = Fit(shallow, deep, line.a, line.b, line.sigma, phase)
        rates = cut_rates(fit, request.threshold, fresh[shallow], fresh[deep], truth.game.max_value)
        rows.append(Row(fit, len(fitted_to), line.correlation, rates))
    return rows


def spread(groups: Sequence[list[State]], count: int) -> list[State]:
    """So many positions, or all there are: one of each group in turn."""
    longest = max(len(group) for group in groups)
    return [group[turn] for turn in range(longest) for group in groups if turn < len(group)][:count]
