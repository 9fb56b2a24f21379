"""Hill climbing with sideways moves: the best of all successors by the heuristic, ties at random.

    1.  evaluate all successors of the position
    2.  take the best, though it be no better than the position itself (a move must be made: it is never stuck)
    3.  of several best ones take any

One of the two local-search players that were published for Simplexity; the game file brings the heuristic.
"""

from __future__ import annotations

from mpi_search.bots.bot import Bot, Choice
from mpi_search.bots.record import Record


class HillClimbing(Bot):
    name = "hill-climbing"

    def choose(self, record: Record, seconds: float) -> Choice:
        worth = {move: self.heuristic(child) for move, child in self.successors(record.state)}  # 1
        highest = max(worth.values())  # 2
        return Choice(self.rng.choice([move for move in worth if worth[move] == highest]), nodes=len(worth))  # 3
