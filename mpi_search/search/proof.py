"""Solving a position by proof-number search: a series of yes-or-no questions, each proved or disproved."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mpi_search.compile.kernel import Kernel
from mpi_search.rules.game import State
from mpi_search.search.core import dfpn as layout
from mpi_search.search.core.frames import NO_MOVE, TO_END
from mpi_search.search.limits import RESCUE_NODES, Verdict
from mpi_search.search.line import Line
from mpi_search.search.null_windows import NullWindows
from mpi_search.search.search import SPARE_MOVES, Search
from mpi_search.search.solve import Budget, LimitedRun, MoveResult, Progress, Result, Solver, extended
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
        game = self.kernel.game
        run = LimitedRun(self._search, budget or Budget(), on_progress)
        windows, best = self._prove(state, run)
        if not windows.is_done:
            return self._best_so_far(state, windows, best, run)
        nodes, seconds, value = run.nodes, run.seconds, windows.lower
        move = game.moves(state)[0] if best is None else best  # every move loses as badly
        pv = [move]
        if want_pv:  # as an alpha-beta search finds it
            alphabeta = Search(self.kernel, Table(PV_TABLE_MB))
            pv = extended(Line(game, state, value, move, TO_END), alphabeta, nodes, should_stop=run.is_over)
        moves = [MoveResult(move, value, True, pv)]
        return Result(value, True, move, pv, game.plies_left(state), nodes, seconds, value, value, moves)

    def prove(self, state: State, budget: Budget) -> tuple[NullWindows, int | None]:
        """What can be proved of the value at the end of the game; the move behind the lower bound, if there is one."""
        return self._prove(state, LimitedRun(self._search, budget, lambda progress: None))

    def _prove(self, state: State, run: LimitedRun) -> tuple[NullWindows, int | None]:
        """Ask until the value is known, or the limits allow no more."""
        search, game, best = self._search, self.kernel.game, None
        assert game.outcome(state) is None, "the game is over"
        self.table.new_generation()
        windows = NullWindows(-game.max_value, game.max_value, 0, far_first=game.far_values_first)
        while not windows.is_done:
            target = windows.next_beta()
            search.begin(state, target)
            if run.decide(None, windows, best, to_end=False, has_answer=False) is not Verdict.GO_ON:
                break
            if search.is_proved:
                best = search.move
                windows.learn(target, target, windows.upper)
            else:
                windows.learn(target, windows.lower, target - 1)
        return windows, best

    def _best_so_far(self, state: State, windows: NullWindows, best: int | None, run: LimitedRun) -> Result:
        """The value of a short alpha-beta search, within what was proved."""
        limits = Budget(run.budget.clock, max_nodes=RESCUE_NODES)
        guess = Solver(self.kernel, Table(PV_TABLE_MB)).solve(state, budget=limits, want_pv=False)
        value = min(max(guess.value, windows.lower), windows.upper)
        move = best if best is not None and windows.lower >= guess.value else guess.best_move
        moves = [MoveResult(move, value, False, [move])]
        bounds = windows.lower, windows.upper
        return Result(value, False, move, [move], guess.depth, run.nodes, run.seconds, *bounds, moves)
