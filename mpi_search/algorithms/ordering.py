"""Move ordering: what a search remembers so as to try the right move first. Parts that can be combined.

References: D. Slate and L. Atkin, Chess 4.5 (1977), for the table move; S. Akl and M. Newborn, The principal
continuation and the killer heuristic (1977); J. Schaeffer, The history heuristic (1983).

A part gives every move a rank and learns which move cut a node off, or was best there. `Ordering` asks its parts one
after the other: the first that prefers one of two moves decides; what no part decides stays as the game lists it.

      table      the move that was best when this very position was searched last
      killers    the two moves that last cut off at this ply
      history    how often a move has cut off anywhere, a cut at depth d counting d * d
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Protocol

from mpi_search.algorithms.count import Count
from mpi_search.rules.game import State


class Part(Protocol):
    """One source of knowledge about moves."""

    def rank(self, state: State, ply: int, move: int) -> int:
        """Larger is tried earlier."""

    def learn(self, state: State, ply: int, plies_below: int, move: int, cut: bool) -> None:
        """`move` was best in a search of `state`, or cut it off; `plies_below` is the size of what was searched."""


class TableMove:
    """The best move of the last search of the same position."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.best: dict[State, int] = {}

    def rank(self, state: State, ply: int, move: int) -> int:
        return int(self.best.get(state) == move)

    def learn(self, state: State, ply: int, plies_below: int, move: int, cut: bool) -> None:
        if state not in self.best:
            self.count.store()
        self.best[state] = move


class Killers:
    """The last two moves that cut off at the same ply, the newer one first."""

    def __init__(self) -> None:
        self.newest: dict[int, list[int]] = defaultdict(list)

    def rank(self, state: State, ply: int, move: int) -> int:
        killers = self.newest[ply]
        return 2 - killers.index(move) if move in killers else 0

    def learn(self, state: State, ply: int, plies_below: int, move: int, cut: bool) -> None:
        if cut:
            self.newest[ply] = [move, *(other for other in self.newest[ply] if other != move)][:2]


class History:
    """How often a move has cut off, for each side, weighed by the size of the tree that it cut."""

    def __init__(self) -> None:
        self.weight: dict[tuple[int, int], int] = defaultdict(int)

    def rank(self, state: State, ply: int, move: int) -> int:
        return self.weight[ply % 2, move]

    def learn(self, state: State, ply: int, plies_below: int, move: int, cut: bool) -> None:
        if cut:
            self.weight[ply % 2, move] += plies_below * plies_below


#: The parts by name, in the order in which they are asked. Only the table keeps nodes, which are counted.
PARTS: dict[str, Callable[[Count], Part]] = {
    "table": TableMove,
    "killers": lambda count: Killers(),
    "history": lambda count: History(),
}


class Ordering:
    """Several parts, asked one after the other."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts

    def sort(self, state: State, ply: int, moves: list[int]) -> list[int]:
        """The moves, the most promising first."""
        return sorted(moves, key=lambda move: [-part.rank(state, ply, move) for part in self.parts])

    def learn(self, state: State, ply: int, plies_below: int, move: int, cut: bool) -> None:
        """Tell all parts which move was best at a node, or cut it off."""
        for part in self.parts:
            part.learn(state, ply, plies_below, move, cut)
