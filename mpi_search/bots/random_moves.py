"""Any move: what every other way of playing must beat."""

from __future__ import annotations

from mpi_search.bots.bot import Bot, Choice
from mpi_search.bots.record import Record


class RandomMoves(Bot):
    name = "random"

    def choose(self, record: Record, seconds: float) -> Choice:
        return Choice(self.rng.choice(record.legal))
