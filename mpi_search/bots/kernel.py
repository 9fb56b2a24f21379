"""The fast search on one core: iterative deepening to the last millisecond, and the end of the game when it is near."""

from __future__ import annotations

from dataclasses import replace

from mpi_search.bots.bot import SPARE_S, Bot, Choice, Setup, Thought
from mpi_search.bots.record import Record
from mpi_search.compile.kernel import bind
from mpi_search.rules.load import load_game
from mpi_search.search.search import compile_search
from mpi_search.search.solve import Budget, Progress, Result, Solver
from mpi_search.search.table import Table

TABLE_MB = 64


def touched(table: Table) -> Table:
    """The table, empty, and with all of its memory at hand: the first touch of a page may take as long as many nodes,
    and thousands of them come with the first positions."""
    table.clear()
    return table


class KernelBot(Bot):
    name = "kernel"

    def __init__(
        self, setup: Setup, *, depth: int = 0, nodes: int = 0, table_mb: int = TABLE_MB, evaluation: str = ""
    ) -> None:
        """`depth`, `nodes`: no further than that, 0 for no such limit. `evaluation`: a file, or the name of one that
        comes with the game; "" for the game's own."""
        rules = load_game(setup.game.spec, evaluation) if evaluation else setup.game
        super().__init__(replace(setup, game=rules))
        self.depth, self._nodes = depth or None, nodes or None
        kernel = bind(self.game)
        compile_search(kernel)
        self._solver = Solver(kernel, touched(Table(table_mb)))
        self._solver.solve(self.game.start(), depth=1)  # what is slow the first time is done before the clock runs

    def forget(self) -> None:
        self._solver = Solver(self._solver.kernel, touched(self._solver.table))

    def choose(self, record: Record, seconds: float) -> Choice:
        moves = record.legal
        if len(moves) == 1:
            return Choice(moves[0], line=(moves[0],))
        result = self._search(record, seconds, 1)
        return Choice(result.best_move, result.value, result.depth, result.exact, tuple(result.pv), result.nodes)

    def rank(self, record: Record, seconds: float, count: int = 0) -> list[Choice]:
        result = self._search(record, seconds, count)
        return [
            Choice(each.move, each.value, result.depth, each.exact, tuple(each.pv), result.nodes)
            for each in result.moves
        ]

    def _search(self, record: Record, seconds: float, multi_pv: int) -> Result:
        budget = Budget(self.clock, max(seconds - SPARE_S, 1e-3), self._nodes, self.should_stop)
        return self._solver.solve(
            record.state, depth=self.depth, budget=budget, on_progress=self._on_progress, multi_pv=multi_pv
        )

    def _on_progress(self, at: Progress) -> None:
        if self.tell is not None:
            self.tell(Thought(at.depth, at.lower, at.upper, at.best_move))
