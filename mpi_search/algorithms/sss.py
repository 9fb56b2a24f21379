"""SSS*: a best-first search for the best solution tree, in Stockman's form with a list.

References: G. Stockman, A minimax algorithm better than alpha-beta? (1979); M. Campbell and T. Marsland, A comparison
of minimax tree search algorithms (1983), and I. Roizen and J. Pearl, A minimax algorithm better than alpha-beta? Yes
and no (1983), for the ties.

OPEN is a list of (node, live or solved, merit), largest merit first, of two equal ones the left one first. A merit is
an upper bound for all solution trees that begin so. The root is a MAX node; values are those of the side to move at
the root.

      1.  OPEN = [(root, live, infinity)]
      2.  take the first entry (node, status, merit) from OPEN; its parent, if any, is above it
      3.  solved and the root: return merit
      4.  solved MIN node:                            insert (parent, solved, merit); drop all entries below the parent
      5.  solved MAX node with a brother to the right: insert (brother, live, merit)
      6.  solved MAX node without:                     insert (parent, solved, merit)
      7.  live leaf:                                   insert (node, solved, min(merit, value of the leaf))
      8.  live MIN node:                               insert (first child, live, merit)
      9.  live MAX node:                               insert (child, live, merit) for all children
     10.  go to 2

What circulates with a slip is the order of equal merits. The original inserts in 7 "before all states of lesser
merit" and leaves it open what comes first among equals. Then SSS* is right, but it may visit leaves that alpha-beta
does not; with the left one first it never does. Where 7 takes the leaf's value without the minimum, the merit of a
partial solution tree can rise again and the answer is wrong. (1979 the paper numbers its cases 1 to 6; they are 4, 5,
6, 7, 8 and 9 here.)

Bound contract: always exact.
Cost: never a leaf that alpha-beta does not visit, each once; keeps up to w^ceil(d/2) entries.
"""

from __future__ import annotations

from bisect import insort
from typing import NamedTuple

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, infinity, leaf_value
from mpi_search.rules.game import Game, State


class Entry(NamedTuple):
    """An entry of OPEN. Entries compare as OPEN is ordered: the largest merit first, then from left to right."""

    minus_merit: int
    path: tuple[int, ...]  #: the places of the moves in their lists, from the root: unique in OPEN
    line: tuple[State, ...]  #: the positions from the root to the node
    solved: bool

    @property
    def is_max(self) -> bool:
        return len(self.path) % 2 == 0


class Sss:
    """One search."""

    def __init__(self, game: Game, state: State, depth: int | None, count: Count) -> None:
        self.game = game
        self.depth = depth
        self.count = count
        self.open: list[Entry] = []
        self.best: int | None = None  #: the place of the root's move that was solved
        self._insert(Entry(-infinity(game), (), (state,), False), fresh=True)  # 1

    def run(self) -> Answer:
        """The value of the root and a move that reaches it."""
        while True:
            entry = self.open.pop(0)  # 2
            self.count.drop()
            if not entry.solved:
                self._expand(entry)
            elif entry.path:
                self._back_up(entry)
            else:
                move = None if self.best is None else self.game.moves(entry.line[0])[self.best]
                return Answer(-entry.minus_merit, move)  # 3

    def _back_up(self, entry: Entry) -> None:
        *_, place = entry.path
        parent = Entry(entry.minus_merit, entry.path[:-1], entry.line[:-1], True)
        if not entry.is_max:  # 4
            self._drop_below(parent.path)
            self._insert(parent)
            if not parent.path:
                self.best = place
        elif place + 1 < len(self.game.moves(parent.line[-1])):  # 5
            self._insert(self._child(parent, place + 1), fresh=True)
        else:  # 6
            self._insert(parent)

    def _expand(self, entry: Entry) -> None:
        depth = None if self.depth is None else self.depth - len(entry.path)
        value = leaf_value(self.game, entry.line[-1], depth, self.count)
        if value is not None:  # 7
            for_max = value if entry.is_max else -value
            self._insert(entry._replace(minus_merit=max(entry.minus_merit, -for_max), solved=True))
            return
        children = len(self.game.moves(entry.line[-1])) if entry.is_max else 1
        for place in range(children):  # 8, 9
            self._insert(self._child(entry, place), fresh=True)

    def _child(self, entry: Entry, place: int) -> Entry:
        state = entry.line[-1]
        child = self.game.play(state, self.game.moves(state)[place])
        return Entry(entry.minus_merit, (*entry.path, place), (*entry.line, child), False)

    def _insert(self, entry: Entry, fresh: bool = False) -> None:
        if fresh:
            self.count.node()
        insort(self.open, entry)
        self.count.store()

    def _drop_below(self, path: tuple[int, ...]) -> None:
        kept = [entry for entry in self.open if entry.path[: len(path)] != path]
        self.count.drop(len(self.open) - len(kept))
        self.open = kept


def sss(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state` and a move that reaches it."""
    return Sss(game, state, depth, count).run()
