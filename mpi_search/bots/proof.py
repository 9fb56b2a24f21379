"""Proof-number search near the end of the game, the fast search before.

A proof says who wins where one side can force matters, deeper than a search of equal time; where it comes to nothing,
what is left of the time goes to the other search.
"""

from __future__ import annotations

from mpi_search.bots.bot import Choice, Setup
from mpi_search.bots.kernel import TABLE_MB, KernelBot, touched
from mpi_search.bots.record import Record
from mpi_search.search.proof import ProofSolver
from mpi_search.search.solve import Budget
from mpi_search.search.table import Table

#: The share of the time that a proof may take.
SHARE = 0.5


class ProofBot(KernelBot):
    name = "proof"

    def __init__(self, setup: Setup, *, plies: int = 24, table_mb: int = TABLE_MB) -> None:
        """`plies`: so near to the end."""
        super().__init__(setup, table_mb=table_mb)
        self._plies = plies
        self._prover = ProofSolver(self._solver.kernel, touched(Table(table_mb)))
        self._prover.prove(self.game.start(), Budget(self.clock, max_nodes=1))  # compiled before the clock runs

    def forget(self) -> None:
        super().forget()
        self._prover = ProofSolver(self._solver.kernel, touched(self._prover.table))

    def choose(self, record: Record, seconds: float) -> Choice:
        began, lower, move = self.clock(), -self.game.max_value, None
        if self.game.plies_left(record.state) <= self._plies and len(record.legal) > 1:
            windows, move = self._prover.prove(
                record.state, Budget(self.clock, SHARE * seconds, should_stop=self.should_stop)
            )
            lower = windows.lower
            if windows.is_done and move is not None:
                return Choice(move, lower, exact=True, line=(move,))
        found = super().choose(record, seconds - (self.clock() - began))
        if move is not None and (found.value is None or lower > found.value):
            return Choice(move, lower, line=(move,))  # proved, and better than what the other search expects
        return found
