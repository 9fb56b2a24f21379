"""The move that looks best at once, by the game's evaluation; the first of several."""

from __future__ import annotations

from mpi_search.bots.bot import Bot, Choice
from mpi_search.bots.record import Record
from mpi_search.rules.game import State


class Greedy(Bot):
    name = "greedy"

    def choose(self, record: Record, seconds: float) -> Choice:
        worth = {move: self._value(child) for move, child in self.successors(record.state)}
        best = max(worth, key=worth.__getitem__)
        return Choice(best, worth[best], depth=1, line=(best,), nodes=len(worth))

    def _value(self, child: State) -> int:
        outcome = self.game.outcome(child)
        return -outcome if outcome is not None else -self.game.evaluate(child)
