"""Searches in this process, one after the other, with one table."""

from __future__ import annotations

import socket
import time

from mpi_search.cluster.figures import RankReport
from mpi_search.compile.kernel import Kernel, bind
from mpi_search.errors import InputError
from mpi_search.front.found import Found, found_in_words, progress_in_words
from mpi_search.front.listener import Listener
from mpi_search.front.plain import PlainSolver
from mpi_search.front.request import Request
from mpi_search.rules.game import Game, State
from mpi_search.rules.load import load_game
from mpi_search.search.proof import ProofSolver
from mpi_search.search.search import compile_search
from mpi_search.search.solve import Budget, Solver
from mpi_search.search.table import Table


class Alone:
    """One rank: this process. What its table holds serves the next search of the same game."""

    ranks = 1

    def __init__(self) -> None:
        self._solvers: dict[tuple[str, float, bool], Solver | ProofSolver] = {}  # the last one

    def answer(self, request: Request, listener: Listener) -> Found:
        """Search. Raises InputError."""
        request.check()
        game = load_game(request.game, request.evaluation, request.ordering)
        state = game.unfinished(request.position, request.moves)
        if game.runs_plain:
            return self._answer_plainly(game, state, request, listener)
        kernel = bind(game)
        if not kernel.is_compiled:
            listener.compiling(game.name, on_every_host=False)
        compile_seconds = compile_search(kernel)
        if request.forgets:
            self._solvers.clear()
        solver, limits = self._solver(kernel, request), request.limits
        with listener.searching(together=False, is_first=True) as should_stop:
            budget = Budget(time.perf_counter, limits.max_seconds, limits.max_nodes, should_stop)

            def tell(at: object) -> None:
                listener.progress(progress_in_words(game, state, at))  # type: ignore[arg-type]

            if isinstance(solver, ProofSolver):
                result = solver.solve(state, budget=budget, on_progress=tell)
            else:
                result = solver.solve(
                    state,
                    depth=limits.depth,
                    budget=budget,
                    on_progress=tell,
                    open_window=request.open_window,
                    multi_pv=request.multi_pv,
                    first_depth=request.first_depth,
                    guess=request.guess,
                )
        own = RankReport(0, socket.gethostname(), result.nodes, 1, result.seconds, 0, 0, 0)
        return found_in_words(
            game, state, request, result, compile_seconds=compile_seconds, policy="serial", per_rank=[own]
        )

    def _answer_plainly(self, game: Game, state: State, request: Request, listener: Listener) -> Found:
        """A game that cannot be compiled."""
        limits = request.limits
        with listener.searching(together=False, is_first=True) as should_stop:
            budget = Budget(time.perf_counter, limits.max_seconds, limits.max_nodes, should_stop)
            result = PlainSolver(game).solve(state, depth=limits.depth, budget=budget, multi_pv=request.multi_pv)
        own = RankReport(0, socket.gethostname(), result.nodes, 1, result.seconds, 0, 0, 0)
        return found_in_words(game, state, request, result, compile_seconds=0.0, policy="serial", per_rank=[own])

    def _solver(self, kernel: Kernel, request: Request) -> Solver | ProofSolver:
        proves = request.algorithm == "dfpn"
        key = kernel.content_hash, request.table_mb, proves
        if key not in self._solvers:
            self._solvers.clear()  # before the next table is made
            try:
                table = Table(request.table_mb)
            except MemoryError as error:
                raise InputError(f"a table of {request.table_mb:g} MB does not fit: {error}") from error
            self._solvers[key] = ProofSolver(kernel, table) if proves else Solver(kernel, table)
        return self._solvers[key]

    def close(self) -> None:
        """Nothing is kept any more."""
        self._solvers.clear()
