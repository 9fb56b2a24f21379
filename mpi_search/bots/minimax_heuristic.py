"""Alpha-beta to the end of the game with the children ordered by the heuristic, the best of the side to move first.

The stronger of the two minimax players that were published for Simplexity; the rest is as in minimax_random.py.
"""

from __future__ import annotations

from mpi_search.bots.minimax_random import MinimaxRandom
from mpi_search.rules.game import State


class MinimaxHeuristic(MinimaxRandom):
    name = "minimax-heuristic"

    def ordered(self, state: State) -> list[tuple[int, State]]:
        children = [(self.heuristic(child), move, child) for move, child in self.successors(state)]
        children.sort(key=lambda item: -item[0])
        return [(move, child) for _, move, child in children]
