"""Solving one position on one rank: iterative deepening, null windows at the root, limits, the principal variation."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from mpi_search.kernel.bind import Kernel
from mpi_search.kernel.core.frames import DONE, TO_END
from mpi_search.kernel.game import State
from mpi_search.kernel.plan import Plan, Test
from mpi_search.kernel.search import Search
from mpi_search.kernel.table import Table

#: Nodes between two looks at the clock and the keyboard: some milliseconds.
SLICE_NODES = 50_000
#: The first ones are shorter: the memory of a new table is slow at first touch.
FIRST_SLICE_NODES = 2_000
#: What the principal variation may cost: this many nodes, or this share of the search if that is more.
PV_NODES, PV_SHARE = 200_000, 0.02
#: Nodes for a best move so far when the user interrupts a search.
RESCUE_NODES = 300_000
#: The share of a limit after which a search to the end makes way for iterative deepening.
FALLBACK_SHARE = 0.8


class Interrupted(Exception):
    """A limit was reached, or the user wants no more."""


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


@dataclass
class Budget:
    """Limits of one search. Time is read from the clock that was passed in."""

    clock: Callable[[], float] = time.perf_counter
    max_seconds: float | None = None
    max_nodes: int | None = None
    should_stop: Callable[[], bool] = lambda: False
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()

    @property
    def seconds(self) -> float:
        return self.clock() - self.started

    @property
    def is_limited(self) -> bool:
        return self.max_seconds is not None or self.max_nodes is not None

    def slice(self, nodes: int, share: float = 1.0) -> int:
        """How many nodes to search before asking again. Raises Interrupted when `share` of a limit is used up."""
        size = min(SLICE_NODES, max(nodes, FIRST_SLICE_NODES))
        if self.should_stop() or (self.max_seconds is not None and self.seconds >= share * self.max_seconds):
            raise Interrupted
        if self.max_nodes is None:
            return size
        left = int(share * self.max_nodes) - nodes
        if left <= 0:
            raise Interrupted
        return min(left, size)


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
    ) -> Result:
        """The value of an unfinished position: `depth` plies deep, or to the end of the game; by null-window tests, or
        with an open window in one search."""
        assert self.kernel.game.outcome(state) is None, "the game is over"
        assert depth is None or depth >= 1, depth
        self.table.new_generation()
        plan = Plan(self.kernel.game, state, depth, open_window=open_window)
        run = _Run(self._search, plan, budget or Budget(), on_progress)
        try:
            run.follow_plan()
        except Interrupted:
            run.rescue()
        return run.result(want_pv)


class _Run:
    """One call of `solve`: the plan, followed within limits."""

    def __init__(
        self,
        search: Search,
        plan: Plan,
        budget: Budget,
        on_progress: Callable[[Progress], None],
    ) -> None:
        self.search, self.plan, self.budget, self.on_progress = search, plan, budget, on_progress
        self.limits = budget  # of the step under way
        self.game = search.kernel.game
        self.nodes_before = search.nodes

    @property
    def nodes(self) -> int:
        return self.search.nodes - self.nodes_before

    # --- steps
    def follow_plan(self, last_iteration: int | None = None) -> None:
        """Make the searches of the plan, or only those up to an iteration."""
        while (test := self.plan.next_test()) is not None:
            if last_iteration is not None and test.depth > last_iteration:
                return
            self.make(test)
            self.plan.learn(test, self.search.lower, self.search.upper, self.search.best_move)

    def make(self, test: Test) -> None:
        """One null-window search of the root, in slices."""
        # A search to the end leaves some of a limit to the iterations that take its place.
        share = FALLBACK_SHARE if test.depth == TO_END and self.budget.is_limited else 1.0
        self.search.begin(self.plan.state, test.alpha, test.beta, test.depth)
        while True:
            nodes = self.limits.slice(self.nodes, share)
            if self.search.run(nodes) == DONE:
                return
            plies = None if test.depth == TO_END else test.depth
            windows, seconds = self.plan.windows, self.budget.seconds
            self.on_progress(Progress(plies, windows.lower, windows.upper, self.plan.best, self.nodes, seconds))

    def rescue(self) -> None:
        """After an interruption: a best move so far, as deep as the rest of the limits allows, or a moment if the user
        wants no more."""
        self.search.table.new_generation()  # entries of the search to the end may make way for shallower ones
        rest = self.limits
        self.plan.retreat()
        if self.plan.completed is None:  # one ply is always there
            self.limits = Budget(rest.clock)
            self.follow_plan(last_iteration=1)
        self.limits = Budget(rest.clock, max_nodes=self.nodes + RESCUE_NODES) if rest.should_stop() else rest
        with contextlib.suppress(Interrupted):
            self.follow_plan()

    def result(self, want_pv: bool) -> Result:
        """The best that is known."""
        return result_of(
            self.plan,
            self.search,
            self.nodes,
            self.budget.seconds,
            want_pv=want_pv,
            should_stop=self.budget.should_stop,
        )


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
        max_nodes = max(PV_NODES, int(PV_SHARE * nodes))
        pv = variation(
            search, plan.state, value, move, TO_END if plan.is_exact else depth, max_nodes, should_stop=should_stop
        )
    return Result(value, plan.is_exact, move, pv, depth, nodes, seconds, plan.proved.lower, plan.proved.upper)


def variation(
    search: Search,
    state: State,
    value: int,
    move: int,
    depth: int,
    max_nodes: int,
    *,
    should_stop: Callable[[], bool],
) -> list[int]:
    """Best play from `state` on, where `move` is known to reach `value`. Each further move is found by a test that the
    table makes short; where it is not short any more the variation ends."""
    game = search.kernel.game
    line, left = [move], max_nodes
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
