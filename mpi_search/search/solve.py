"""Solving one position on one rank: iterative deepening, null windows at the root, limits, the principal variation."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from mpi_search.compile.kernel import Kernel
from mpi_search.rules.game import State
from mpi_search.search.core.frames import DONE, TO_END
from mpi_search.search.limits import FALLBACK_SHARE, Limits, Verdict, Watch
from mpi_search.search.line import Line
from mpi_search.search.null_windows import NullWindows
from mpi_search.search.plan import Known, Plan
from mpi_search.search.search import Search
from mpi_search.search.table import Table

#: What the principal variation may cost: this many nodes, or this share of the search if that is more.
PV_NODES, PV_SHARE = 200_000, 0.02
#: Between two looks whether it has to end; and what each move may cost when it has.
PV_SLICE_NODES, LATE_PV_NODES = 5_000, 200
#: No more than this of a limit of nodes is kept for those that a slice may search beyond its own.
SPARE_SHARE = 0.05


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
    moves: list[MoveResult]  #: the moves that were asked for, best first


@dataclass(frozen=True)
class MoveResult:
    """What a search found out about one move of the root."""

    move: int
    value: int
    exact: bool  #: the value is the game-theoretic one
    pv: list[int]  #: best play, the move itself first


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
        multi_pv: int = 1,
    ) -> Result:
        """The value of an unfinished position: `depth` plies deep, or to the end of the game; by null-window tests, or
        with an open window in one search. `first_depth`, `guess`, `multi_pv`: see Plan."""
        assert self.kernel.game.outcome(state) is None, "the game is over"
        assert depth is None or depth >= 1, depth
        self.table.new_generation()
        game = self.kernel.game
        run = LimitedRun(self._search, budget or Budget(), on_progress, most_at_once=game.max_moves + 1)
        plan = Plan(
            game,
            state,
            depth,
            open_window=open_window,
            first_depth=first_depth,
            guess=guess,
            is_limited=run.watch.limits.are_set,
            multi_pv=multi_pv,
        )
        self._follow(plan, run)
        return result_of(plan, self._search, run.nodes, run.seconds, want_pv=want_pv, should_stop=run.is_over)

    def _follow(self, plan: Plan, run: LimitedRun) -> None:
        """Make the searches of the plan, or what the limits leave of it."""
        search = self._search
        while (test := plan.next_test(FALLBACK_SHARE - run.spent)) is not None:
            to_end, has_answer = plan.depth == TO_END, plan.completed is not None
            spent, nodes = run.spent, run.nodes
            search.begin(test.state, test.alpha, test.beta, test.depth)
            at = None if to_end else plan.depth
            verdict = run.decide(
                at, plan.windows, plan.best, to_end=to_end, has_answer=has_answer, max_cost=test.max_cost
            )
            cost = run.spent - spent
            if verdict is Verdict.CONCLUDE:
                return
            if verdict is Verdict.RETREAT:
                self.table.new_generation()  # entries of the search to the end may make way for shallower ones
                plan.retreat()
            elif verdict is Verdict.GIVE_UP:
                plan.give_up(cost)
            else:
                claim = search.lower, search.upper, search.best_move
                plan.learn(test, *claim, cost=cost, nodes=run.nodes - nodes)


class Sliced(Protocol):
    """A search in slices."""

    @property
    def nodes(self) -> int: ...

    def run(self, budget_nodes: int) -> int: ...


class LimitedRun:
    """A search within its budget, one question after the other."""

    def __init__(
        self, search: Sliced, budget: Budget, on_progress: Callable[[Progress], None], *, most_at_once: int = 0
    ) -> None:
        """`most_at_once`: how many nodes a slice may search beyond its own: the children of a position before the
        horizon are looked at together. A small limit may be exceeded by them, or little of it would be left."""
        self.budget = budget
        limits = Limits(budget.max_seconds, budget.max_nodes)
        spare = min(most_at_once, int(SPARE_SHARE * (budget.max_nodes or 0)))
        self.watch = Watch(limits, budget.clock(), unheard_nodes=spare)
        self._search, self._before, self._on_progress = search, search.nodes, on_progress

    @property
    def nodes(self) -> int:
        return self._search.nodes - self._before

    @property
    def seconds(self) -> float:
        return self.budget.clock() - self.watch.began

    @property
    def spent(self) -> float:
        """The share of the limits that is used up."""
        return self.watch.spent(self.budget.clock(), self.nodes)

    def is_over(self) -> bool:
        """Whether even what is not worth a node, as the line of play, has to end."""
        deadline = self.watch.deadline(to_end=False)
        return self.budget.should_stop() or (deadline is not None and self.budget.clock() >= deadline)

    def decide(
        self,
        depth: int | None,
        windows: NullWindows,
        best: int | None,
        *,
        to_end: bool,
        has_answer: bool,
        max_cost: float = math.inf,
    ) -> Verdict:
        """Search on, in slices, until the question that was begun is decided: GO_ON; or until the limits demand
        something else, or it has cost `max_cost`: GIVE_UP. `depth`, `windows` and `best` are what is told meanwhile."""
        watch, budget = self.watch, self.budget
        most = self.spent + max_cost
        while True:
            if not watch.is_interrupted and budget.should_stop():
                watch.interrupt()
            now = budget.clock()
            verdict = watch.judge(now, self.nodes, to_end=to_end, has_answer=has_answer)
            if verdict is not Verdict.GO_ON:
                return verdict
            if watch.spent(now, self.nodes) >= most:
                return Verdict.GIVE_UP
            if self._search.run(watch.slice_nodes(now, self.nodes, to_end=to_end)) == DONE:
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
    iteration. `search` finds the lines of play, with the table that the plan was followed with."""
    depth, value, move = plan.answer()
    known = plan.known_moves()
    if not known or (known[0].move, known[0].value) != (move, value):
        # A bound is better than what an iteration says: there is no line behind it.
        known = [Known(move, value, False), *(each for each in known if each.move != move)][: plan.multi_pv]
    begun = {line.moves[0]: line for line in plan.lines}
    moves = []
    for each in known:
        pv = [each.move]
        if want_pv and (each.exact or (each.move, each.value) in plan.iterated):
            line = begun.get(each.move) if not each.exact else None
            line = line or Line(plan.game, plan.state, each.value, each.move, TO_END if each.exact else depth)
            pv = extended(line, search, nodes, should_stop=should_stop)
        moves.append(MoveResult(each.move, each.value, each.exact, pv))
    proved = plan.proved.lower, plan.proved.upper
    return Result(value, plan.is_exact, move, moves[0].pv, depth, nodes, seconds, *proved, moves)


def extended(line: Line, search: Search, nodes: int, *, should_stop: Callable[[], bool]) -> list[int]:
    """The moves of a line, continued as far as that is cheap after a search of so many nodes."""
    left = max(PV_NODES, int(PV_SHARE * nodes))
    while (test := line.next_test()) is not None:
        before = search.nodes
        search.begin(test.state, test.alpha, test.beta, test.depth)
        status = search.run(LATE_PV_NODES)
        while status != DONE and search.nodes - before < left and not should_stop():
            status = search.run(PV_SLICE_NODES)
        left -= search.nodes - before
        if status != DONE:
            break
        line.learn(search.lower, search.best_move)
    return line.moves
