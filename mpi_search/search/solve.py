"""Solving one position on one rank: iterative deepening, null windows at the root, limits, the principal variation."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from mpi_search.compile.kernel import Kernel
from mpi_search.rules.game import State
from mpi_search.search.core.frames import DONE, TO_END
from mpi_search.search.limits import SLICE_NODES, Limits, Verdict, Watch
from mpi_search.search.null_windows import NullWindows
from mpi_search.search.plan import Plan
from mpi_search.search.search import Search
from mpi_search.search.table import Table

#: What the principal variation may cost: this many nodes, or this share of the search if that is more.
PV_NODES, PV_SHARE = 200_000, 0.02


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    depth: int | None  #: plies, or None for the end of the game
    lower: int  #: the value of this iteration is at least this
    upper: int  #: and at most this
    best_move: int | None
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Result:
    """What a search found."""

    value: int
    exact: bool  #: the value is the game-theoretic one
    best_move: int
    pv: list[int]
    depth: int  #: plies completed; for an exact value the longest the game can last
    nodes: int
    seconds: float
    lower: int  #: what is proved of the game-theoretic value, also by a search that was stopped
    upper: int


@dataclass(frozen=True)
class Budget:
    """Limits of one search, the clock that they are measured by, and whether the user wants no more."""

    clock: Callable[[], float] = time.perf_counter
    max_seconds: float | None = None
    max_nodes: int | None = None
    should_stop: Callable[[], bool] = lambda: False


class Solver:
    """Solves positions of one game, one after the other, with one table."""

    def __init__(self, kernel: Kernel, table: Table | None = None) -> None:
        self.kernel = kernel
        self.table = table or Table()
        self._search = Search(kernel, self.table)

    def solve(
        self,
        state: State,
        *,
        depth: int | None = None,
        budget: Budget | None = None,
        on_progress: Callable[[Progress], None] = lambda progress: None,
        want_pv: bool = True,
        open_window: bool = False,
        first_depth: int = 1,
        guess: int = 0,
    ) -> Result:
        """The value of an unfinished position: `depth` plies deep, or to the end of the game; by null-window tests, or
        with an open window in one search. `first_depth`, `guess`: see Plan."""
        assert self.kernel.game.outcome(state) is None, "the game is over"
        assert depth is None or depth >= 1, depth
        self.table.new_generation()
        game = self.kernel.game
        plan = Plan(game, state, depth, open_window=open_window, first_depth=first_depth, guess=guess)
        run = LimitedRun(self._search, budget or Budget(), on_progress)
        self._follow(plan, run)
        stop = run.budget.should_stop
        return result_of(plan, self._search, run.nodes, run.seconds, want_pv=want_pv, should_stop=stop)

    def _follow(self, plan: Plan, run: LimitedRun) -> None:
        """Make the searches of the plan, or what the limits leave of it."""
        search = self._search
        while (test := plan.next_test()) is not None:
            to_end, has_answer = test.depth == TO_END, plan.completed is not None
            search.begin(plan.state, test.alpha, test.beta, test.depth)
            depth = None if to_end else test.depth
            verdict = run.decide(depth, plan.windows, plan.best, to_end=to_end, has_answer=has_answer)
            if verdict is Verdict.CONCLUDE:
                return
            if verdict is Verdict.RETREAT:
                self.table.new_generation()  # entries of the search to the end may make way for shallower ones
                plan.retreat()
            else:
                plan.learn(test, search.lower, search.upper, search.best_move)


class Sliced(Protocol):
    """A search in slices."""

    @property
    def nodes(self) -> int: ...

    def run(self, budget_nodes: int) -> int: ...


class LimitedRun:
    """A search within its budget, one question after the other."""

    def __init__(self, search: Sliced, budget: Budget, on_progress: Callable[[Progress], None]) -> None:
        self.budget = budget
        self.watch = Watch(Limits(budget.max_seconds, budget.max_nodes), budget.clock())
        self._search, self._before, self._on_progress = search, search.nodes, on_progress

    @property
    def nodes(self) -> int:
        return self._search.nodes - self._before

    @property
    def seconds(self) -> float:
        return self.budget.clock() - self.watch.began

    def decide(
        self, depth: int | None, windows: NullWindows, best: int | None, *, to_end: bool, has_answer: bool
    ) -> Verdict:
        """Search on, in slices, until the question that was begun is decided: GO_ON; or until the limits demand
        something else. `depth`, `windows` and `best` are what is told meanwhile."""
        watch, budget = self.watch, self.budget
        while True:
            if not watch.is_interrupted and budget.should_stop():
                watch.interrupt()
            verdict = watch.judge(budget.clock(), self.nodes, to_end=to_end, has_answer=has_answer)
            if verdict is not Verdict.GO_ON or self._search.run(watch.slice_nodes(self.nodes, to_end=to_end)) == DONE:
                return verdict
            self._on_progress(Progress(depth, windows.lower, windows.upper, best, self.nodes, self.seconds))


# --- the answer ----------------------------------------------------------------------------------------------------


def result_of(
    plan: Plan,
    search: Search,
    nodes: int,
    seconds: float,
    *,
    want_pv: bool = True,
    should_stop: Callable[[], bool] = lambda: False,
) -> Result:
    """The best that a plan knows after `nodes` and `seconds`: the proved value, or that of the last completed
    iteration. `search` finds the principal variation, with the table that the plan was followed with."""
    depth, value, move = plan.answer()
    if not plan.is_exact and plan.completed != (depth, value, move):
        want_pv = False  # a bound, with no line behind it
    pv = [move]
    if want_pv:
        plies = TO_END if plan.is_exact else depth
        pv = variation(search, plan.state, value, move, plies, nodes, should_stop=should_stop)
    return Result(value, plan.is_exact, move, pv, depth, nodes, seconds, plan.proved.lower, plan.proved.upper)


def variation(
    search: Search, state: State, value: int, move: int, depth: int, nodes: int, *, should_stop: Callable[[], bool]
) -> list[int]:
    """Best play from `state` on, where `move` is known to reach `value`, which has cost so many nodes. Each further
    move is found by a test that the table makes short; where it is not short any more the variation ends."""
    game = search.kernel.game
    line, left = [move], max(PV_NODES, int(PV_SHARE * nodes))
    while True:
        state, value = game.play(state, line[-1]), -value
        depth = depth if depth == TO_END else depth - 1
        if depth == 0 or game.outcome(state) is not None:
            return line
        before = search.nodes
        beta = max(value, 1 - game.max_value)  # in a position that is lost as badly as can be, any move will do
        search.begin(state, beta - 1, beta, depth)
        while (status := search.run(SLICE_NODES)) != DONE and search.nodes - before < left:
            if should_stop():
                break
        left -= search.nodes - before
        if status != DONE or search.lower < value or search.best_move is None:
            return line
        line.append(search.best_move)
