"""Solving one position on one rank: iterative deepening, null windows at the root, limits, the principal variation."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from mpi_search.kernel.bind import Kernel
from mpi_search.kernel.core.frames import DONE, TO_END
from mpi_search.kernel.game import State
from mpi_search.kernel.root import NullWindows
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
    ) -> Result:
        """The value of an unfinished position: `depth` plies deep, or to the end of the game."""
        assert self.kernel.game.outcome(state) is None, "the game is over"
        assert depth is None or depth >= 1, depth
        self.table.new_generation()
        run = _Run(self._search, state, depth, budget or Budget(), on_progress)
        try:
            if run.deepest < run.longest:
                run.deepen(1, run.last_iteration)
            else:
                run.solve_to_end()
        except Interrupted:
            run.rescue()
        return run.result(want_pv)


class _Run:
    """One call of `solve`: the steps that its plan is made of, and what they have found so far."""

    def __init__(
        self,
        search: Search,
        state: State,
        depth: int | None,
        budget: Budget,
        on_progress: Callable[[Progress], None],
    ) -> None:
        self.search, self.state, self.budget, self.on_progress = search, state, budget, on_progress
        self.limits = budget  # of the step under way
        self.game = search.kernel.game
        self.longest = self.game.plies_left(state)
        self.deepest = self.longest if depth is None else min(depth, self.longest)
        self.last_iteration = min(self.deepest, self.longest - 1, TO_END - 1)
        self.nodes_before = search.nodes
        self.share = 1.0  # of those limits
        self.completed: tuple[int, int, int] | None = None  # depth, value, move of the last iteration
        self.proved = NullWindows(-self.game.max_value, self.game.max_value, 0)  # of the value at the end of the game
        self.proved_move: int | None = None  # reaches proved.lower

    @property
    def nodes(self) -> int:
        return self.search.nodes - self.nodes_before

    # --- steps
    def deepen(self, first: int, last: int) -> None:
        """Iterations of `first` to `last` plies."""
        for depth in range(first, last + 1):
            guess = self.completed[1] if self.completed else 0
            windows = NullWindows(-self.game.max_value, self.game.max_value, guess)
            move = self.settle(windows, depth)
            self.completed = depth, windows.lower, move

    def solve_to_end(self) -> None:
        """A few iterations if the game says that they pay, then the end of the game."""
        self.deepen(1, min(self.game.warmup_depth, self.last_iteration))
        if self.budget.is_limited:
            self.share = FALLBACK_SHARE
        guess = self.completed[1] if self.completed else 0
        self.proved = NullWindows(
            -self.game.max_value, self.game.max_value, guess, far_first=self.game.far_values_first
        )
        self.proved_move = self.settle(self.proved, TO_END)

    def rescue(self) -> None:
        """After an interruption: a best move so far, as deep as the rest of the limits allows, or a moment if the user
        wants no more."""
        self.share = 1.0
        self.search.table.new_generation()  # entries of the search to the end may make way for shallower ones
        rest = self.limits
        if self.completed is None:  # one ply is always there
            self.limits = Budget(rest.clock)
            self.deepen(1, 1)
        assert self.completed is not None
        self.limits = Budget(rest.clock, max_nodes=self.nodes + RESCUE_NODES) if rest.should_stop() else rest
        with contextlib.suppress(Interrupted):
            self.deepen(self.completed[0] + 1, self.last_iteration)

    def settle(self, windows: NullWindows, depth: int) -> int:
        """Find the value at `depth`; return a move that reaches it."""
        best: int | None = None
        while not windows.is_done:
            beta = windows.next_beta()
            self.test(windows, best, beta, depth)
            if self.search.lower > windows.lower:
                best = self.search.best_move
                if depth == TO_END:
                    self.proved_move = best
            windows.learn(beta, self.search.lower, self.search.upper)
        if best is None:  # every move loses as badly as can be
            best = self.search.best_move
        return self.game.moves(self.state)[0] if best is None else best

    def test(self, windows: NullWindows, best: int | None, beta: int, depth: int) -> None:
        """One null-window search of the root, in slices."""
        self.search.begin(self.state, beta - 1, beta, depth)
        while True:
            nodes = self.limits.slice(self.nodes, self.share)
            if self.search.run(nodes) == DONE:
                return
            plies = None if depth == TO_END else depth
            seconds = self.budget.seconds
            self.on_progress(Progress(plies, windows.lower, windows.upper, best, self.nodes, seconds))

    # --- the answer
    def result(self, want_pv: bool) -> Result:
        """The best that is known: the proved value, or that of the last completed iteration."""
        exact = self.proved.is_done and self.proved_move is not None
        if exact:
            depth, value, move = self.longest, self.proved.lower, self.proved_move
        else:
            assert self.completed is not None
            depth, value, move = self.completed
            if self.proved_move is not None and self.proved.lower > value:
                value, move, want_pv = self.proved.lower, self.proved_move, False
            value = min(value, self.proved.upper)
        assert move is not None
        nodes, seconds = self.nodes, self.budget.seconds
        pv = self.variation(value, move, TO_END if exact else depth) if want_pv else [move]
        return Result(value, exact, move, pv, depth, nodes, seconds, self.proved.lower, self.proved.upper)

    def variation(self, value: int, move: int, depth: int) -> list[int]:
        """Best play from the position on. Each further move is found by a test that the table makes short; where it
        is not short any more the variation ends."""
        line, state = [move], self.state
        left = max(PV_NODES, int(PV_SHARE * self.nodes))
        while True:
            state, value = self.game.play(state, line[-1]), -value
            depth = depth if depth == TO_END else depth - 1
            if depth == 0 or self.game.outcome(state) is not None:
                return line
            before = self.search.nodes
            beta = max(
                value, 1 - self.game.max_value
            )  # in a position that is lost as badly as can be, any move will do
            self.search.begin(state, beta - 1, beta, depth)
            while (status := self.search.run(SLICE_NODES)) != DONE and self.search.nodes - before < left:
                if self.budget.should_stop():
                    break
            left -= self.search.nodes - before
            if status != DONE or self.search.lower < value or self.search.best_move is None:
                return line
            line.append(self.search.best_move)
