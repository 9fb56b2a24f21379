"""The fast search to the end of the game, however long that takes: the measure of all others, where it can be had."""

from __future__ import annotations

from mpi_search.bots.bot import Choice
from mpi_search.bots.kernel import KernelBot
from mpi_search.bots.record import Record
from mpi_search.search.solve import Budget


class Perfect(KernelBot):
    name = "perfect"

    def choose(self, record: Record, seconds: float) -> Choice:
        result = self._solver.solve(record.state, budget=Budget(self.clock, should_stop=self.should_stop))
        line = tuple(result.pv)
        return Choice(result.best_move, result.value, result.depth, result.exact, line, result.nodes)
