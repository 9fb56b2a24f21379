"""Positions to begin from: random play of some plies, balanced as far as a short search can tell.

Of several random lines the one is taken whose value is nearest to a draw. The same seed gives the same openings.
"""

from __future__ import annotations

import random

from mpi_search.bots.record import Record
from mpi_search.compile.kernel import bind
from mpi_search.rules.game import Game
from mpi_search.search.search import compile_search
from mpi_search.search.solve import Budget, Solver
from mpi_search.search.table import Table

#: Lines to choose from, and what is searched of each.
CANDIDATES, NODES = 8, 20_000


class Openings:
    """The openings of one match."""

    def __init__(self, game: Game, plies: int, seed: int, position: str = "start") -> None:
        """`plies`: 0 to begin with `position` itself."""
        self._game, self._plies, self._seed, self._position = game, plies, seed, position
        self._known: dict[int, list[str]] = {}

    def opening(self, number: int) -> list[str]:
        """The moves of one of them."""
        if number not in self._known:
            self._known[number] = self._made(number) if self._plies else []
        return self._known[number]

    def _made(self, number: int) -> list[str]:
        rng = random.Random(f"{self._seed} {number} opening")
        lines = [line for _ in range(CANDIDATES) if (line := self._random_line(rng)) is not None]
        if not lines:
            return []
        kernel = bind(self._game)
        compile_search(kernel)
        solver = Solver(kernel, Table(4))  # a new one: what was searched before must not matter
        return min(lines, key=lambda line: self._unbalance(solver, line)).names

    def _random_line(self, rng: random.Random) -> Record | None:
        """None if the game has ended."""
        record = Record(self._game, self._position)
        for _ in range(self._plies):
            if record.is_over:
                return None
            record.play(rng.choice(record.legal))
        return None if record.is_over else record

    @staticmethod
    def _unbalance(solver: Solver, record: Record) -> int:
        return abs(solver.solve(record.state, budget=Budget(max_nodes=NODES), want_pv=False).value)
