"""Whole searches with and without cuts: what ProbCut saves, what it gets wrong, and how often a cut was.

All three searches are the plain ones of `mpi_search.algorithms`, with the same order of moves, so that nothing but the
cuts differs. What is true is told by the compiled search, as in `compare`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mpi_search.algorithms import Answer, Count
from mpi_search.algorithms.alphabeta import open_soft
from mpi_search.algorithms.fit import Fit, deepest_pair
from mpi_search.algorithms.multi_probcut import MultiProbCut
from mpi_search.algorithms.probcut import probcut
from mpi_search.algorithms.tree import infinity
from mpi_search.rules.game import Game, State
from mpi_search.study.compare import Truth

#: Cuts that are held against a full search; if more were made, so many of them, drawn by lot.
CHECKED_CUTS = 2000


@dataclass
class Tally:
    """One algorithm on several positions."""

    algorithm: str
    searches: int = 0
    nodes: int = 0
    same_value: int = 0  #: searches that found the value of a full search
    difference: int = 0  #: by how much values differ, added up
    good_move: int = 0  #: searches whose move is as good as any, by a full search
    lost: int = 0  #: what their moves are worth less than the best, added up


@dataclass(frozen=True)
class Cut:
    """A search of this position was left out."""

    state: State
    depth: int
    bound: int  #: what the value is thought to reach, or not to exceed
    is_high: bool  #: which of the two


@dataclass(frozen=True)
class Searches:
    """All of it."""

    depth: int
    tallies: tuple[Tally, ...]  #: alpha-beta, ProbCut, Multi-ProbCut
    cuts: int  #: that Multi-ProbCut has made
    checked: int  #: of them
    wrong: int  #: of the checked ones: the full search says otherwise


class Watched(MultiProbCut):
    """Multi-ProbCut that notes its cuts."""

    def __init__(self, game: Game, fits: Sequence[Fit], threshold: float, count: Count, cuts: list[Cut]) -> None:
        super().__init__(game, fits, threshold, count)
        self.cuts = cuts

    def likely(self, state: State, depth: int | None, alpha: int, beta: int) -> int | None:
        bound = super().likely(state, depth, alpha, beta)
        if bound is not None and depth is not None:
            self.cuts.append(Cut(state, depth, bound, bound == beta))
        return bound


def searches(
    game: Game,
    truth: Truth,
    states: Sequence[State],
    depth: int,
    fits: Sequence[Fit],
    threshold: float,
    rng: random.Random,
    on_search: Callable[[int], None] = lambda done: None,
) -> Searches:
    """Search all positions `depth` plies deep in the three ways."""
    usable = [fit for fit in fits if fit.deep < depth]
    cuts: list[Cut] = []

    def multiple(state: State, count: Count) -> Answer:
        search = Watched(game, usable, threshold, count, cuts)
        return search.search(state, depth, -infinity(game), infinity(game))

    ways: dict[str, Callable[[State, Count], Answer]] = {
        "alphabeta": lambda state, count: open_soft(game, state, depth, count),
        "probcut": lambda state, count: probcut(game, state, depth, count, deepest_pair(usable), threshold),
        "multi-probcut": multiple,
    }
    tallies = [Tally(name) for name in ways]
    for done, state in enumerate(states, 1):
        value = truth.value(state, depth)
        for tally, search in zip(tallies, ways.values(), strict=True):
            count = Count()
            _note(tally, search(state, count), count, truth, state, depth, value)
        on_search(done)
    checked = cuts if len(cuts) <= CHECKED_CUTS else rng.sample(cuts, CHECKED_CUTS)
    wrong = sum(is_wrong(cut, truth.value(cut.state, cut.depth)) for cut in checked)
    return Searches(depth, tuple(tallies), len(cuts), len(checked), wrong)


def is_wrong(cut: Cut, value: int) -> bool:
    """Whether the value of a full search lies on the other side."""
    return value < cut.bound if cut.is_high else value > cut.bound


def _note(tally: Tally, answer: Answer, count: Count, truth: Truth, state: State, depth: int, value: int) -> None:
    assert answer.move is not None
    reached = -truth.value(truth.game.play(state, answer.move), depth - 1)
    tally.searches += 1
    tally.nodes += count.nodes
    tally.same_value += answer.value == value
    tally.difference += abs(answer.value - value)
    tally.good_move += reached == value
    tally.lost += value - reached
