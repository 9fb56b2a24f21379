"""Solving a position by proof-number search: a series of yes-or-no questions, each proved or disproved."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mpi_search.compile.kernel import Kernel
from mpi_search.rules.game import State
from mpi_search.search.core import dfpn as layout
from mpi_search.search.core.frames import NO_MOVE, TO_END
from mpi_search.search.limits import RESCUE_NODES, Verdict
from mpi_search.search.null_windows import NullWindows
from mpi_search.search.search import SPARE_MOVES, Search
from mpi_search.search.solve import PV_NODES, PV_SHARE, Budget, LimitedRun, Progress, Result, Solver, variation
from mpi_search.search.table import Table

#: For the alpha-beta searches that find the line of play.
PV_TABLE_MB = 16


class ProofSearch:
    """One question about one position, in slices: does the side to move get at least `target`?"""

    def __init__(self, kernel: Kernel, table: Table) -> None:
        game = kernel.game
        plies, width = game.max_plies + 2, game.max_moves + SPARE_MOVES
        self.kernel, self.table = kernel, table
        self.proof = layout.Proof(
            levels=np.zeros((plies, layout.LEVEL_FIELDS), np.int64),
            states=np.zeros((plies, game.words), np.int64),
            moves=np.zeros((plies, width), np.int64),
            phis=np.zeros((plies, width), np.int64),
            deltas=np.zeros((plies, width), np.int64),
            scratch=np.zeros(width, np.int64),
            counters=np.zeros(layout.PN_COUNTERS, np.int64),
        )

    def begin(self, state: State, target: int) -> None:
        """Ask about an unfinished position."""
        self.proof.states[0] = state
        self.proof.counters[layout.PN_TOP] = layout.PN_UNOPENED
        self.proof.counters[layout.PN_TARGET] = target
        self.proof.counters[layout.PN_GENERATION] = self.table.generation

    def run(self, budget_nodes: int) -> int:
        """Search on for about so many nodes: DONE when the answer is known, otherwise PAUSED."""
        return int(self.kernel.dfpn.prove(self.proof, self.table.words, budget_nodes))

    @property
    def nodes(self) -> int:
        """Positions looked at since this object was made."""
        return int(self.proof.counters[layout.PN_NODES])

    @property
    def numbers(self) -> tuple[int, int]:
        """The proof and the disproof number of the root."""
        return int(self.proof.levels[0, layout.PHI]), int(self.proof.levels[0, layout.DELTA])

    @property
    def is_proved(self) -> bool:
        """Whether the answer is yes; only when it is known."""
        return self.numbers[0] == 0

    @property
    def move(self) -> int | None:
        """The move that proves a yes."""
        move = int(self.proof.counters[layout.PN_MOVE])
        return None if move == NO_MOVE else move


class ProofSolver:
    """Solves positions of one game by depth-first proof-number search, with one table."""

    def __init__(self, kernel: Kernel, table: Table | None = None) -> None:
        self.kernel = kernel
        self.table = table or Table()
        self._search = ProofSearch(kernel, self.table)

    def solve(
        self,
        state: State,
        *,
        budget: Budget | None = None,
        on_progress: Callable[[Progress], None] = lambda progress: None,
        want_pv: bool = True,
    ) -> Result:
        """The value of an unfinished position at the end of the game. When a limit ends the proof, the value is that of
        a short alpha-beta search, with what has been proved as its bounds."""
        assert self.kernel.game.outcome(state) is None, "the game is over"
        self.table.new_generation()
        run = _ProofRun(self._search, state, budget or Budget(), on_progress)
        return run.proved(want_pv) if run.prove() else run.best_so_far()


class _ProofRun(LimitedRun):
    """One call of `solve`: question after question, within limits."""

    def __init__(
        self, search: ProofSearch, state: State, budget: Budget, on_progress: Callable[[Progress], None]
    ) -> None:
        super().__init__(search, budget, on_progress)
        self.search, self.state = search, state
        self.kernel, self.game = search.kernel, search.kernel.game
        worst = self.game.max_value
        self.windows = NullWindows(-worst, worst, 0, far_first=self.game.far_values_first)
        self.best: int | None = None  #: the move behind windows.lower

    def prove(self) -> bool:
        """Ask until the value is known; False if the limits do not allow that."""
        windows = self.windows
        while not windows.is_done:
            target = windows.next_beta()
            if not self._answer(target):
                return False
            if self.search.is_proved:
                self.best = self.search.move
                windows.learn(target, target, windows.upper)
            else:
                windows.learn(target, windows.lower, target - 1)
        return True

    def _answer(self, target: int) -> bool:
        """One question, in slices; False if a limit is reached first."""
        self.search.begin(self.state, target)
        while self.judge(to_end=False, has_answer=False) is Verdict.GO_ON:
            if self.slice(to_end=False):
                return True
            self.tell(None, self.windows, self.best)
        return False

    def proved(self, want_pv: bool) -> Result:
        """The value, and best play as an alpha-beta search finds it."""
        nodes, seconds, value = self.nodes, self.seconds, self.windows.lower
        move = self.game.moves(self.state)[0] if self.best is None else self.best  # every move loses as badly
        pv = [move]
        if want_pv:
            alphabeta = Search(self.kernel, Table(PV_TABLE_MB))
            max_nodes = max(PV_NODES, int(PV_SHARE * nodes))
            pv = variation(alphabeta, self.state, value, move, TO_END, max_nodes, should_stop=self.budget.should_stop)
        return Result(value, True, move, pv, self.game.plies_left(self.state), nodes, seconds, value, value)

    def best_so_far(self) -> Result:
        """The value of a short search, within what was proved."""
        limits, windows = Budget(self.budget.clock, max_nodes=RESCUE_NODES), self.windows
        guess = Solver(self.kernel, Table(PV_TABLE_MB)).solve(self.state, budget=limits, want_pv=False)
        value, move = min(max(guess.value, windows.lower), windows.upper), guess.best_move
        if self.best is not None and windows.lower >= guess.value:
            move = self.best
        return Result(value, False, move, [move], guess.depth, self.nodes, self.seconds, windows.lower, windows.upper)
