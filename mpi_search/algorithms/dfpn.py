"""Df-pn: proof-number search as a depth-first search with a table, so that the tree need not be kept.

Reference: A. Nagai, Df-pn algorithm for searching AND/OR trees and its applications (2002).

All numbers are for the side to move: phi is the number for its own goal (proof at an OR node, disproof at an AND
node), delta that for the opponent's. If one side wants a value of at least g, the other wants at least 1 - g.

    search(node, phi_limit, delta_limit):
      1.  a leaf that meets the goal: phi, delta = 0, infinity; that misses it: infinity, 0; store it, return
      2.  repeat
      3.      phi = min over children of delta(child); delta = sum over children of phi(child); each from the table,
              where a position that is not there has 1, 1
      4.      store (phi, delta); if phi >= phi_limit or delta >= delta_limit: return
      5.      best = the child with the smallest delta; second = the smallest delta among the others, or infinity
      6.      search(best, delta_limit - delta + phi(best), min(phi_limit, second + 1))

Line 6 keeps below `best` as long as it would be the choice of 5 and the sums stay under the limits: then the most-
proving node of the whole tree is below it, and the search visits what proof-number search visits without going back
to the root.

The sum in 3 must stop at infinity, and infinity minus something finite must not come out of 6 as a finite limit that
is too small to solve the child: with delta_limit infinite the child's limit is infinite.

Bound contract: yes, or no, as in pn.py; the value by a series of questions.
Cost: somewhat more nodes than proof-number search; keeps the table, which may be bounded, and one path.
"""

from __future__ import annotations

from typing import NamedTuple

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.proof_node import INFINITE
from mpi_search.algorithms.questions import Verdict, value_by_questions
from mpi_search.algorithms.tree import Answer, below, leaf_value
from mpi_search.rules.game import Game, State


class Numbers(NamedTuple):
    """For the side to move: what its own goal takes, and what the opponent's takes."""

    phi: int
    delta: int


class DepthFirstProofNumberSearch:
    """Questions about positions of one game; the table serves all of them, because a goal is part of its key."""

    def __init__(self, game: Game, count: Count) -> None:
        self.game = game
        self.count = count
        self.table: dict[tuple[State, int | None, int], Numbers] = {}

    def is_at_least(self, state: State, depth: int | None, goal: int) -> Verdict:
        """Whether the value is at least `goal`."""
        self._search(state, depth, goal, INFINITE, INFINITE)
        if self.table[state, depth, goal].phi != 0:
            return Verdict(False, None)
        proving = [move for move, numbers in self._children(state, depth, goal).items() if numbers.delta == 0]
        return Verdict(True, proving[0] if proving else None)

    def _search(self, state: State, depth: int | None, goal: int, phi_limit: int, delta_limit: int) -> None:
        with self.count.visit():
            value = leaf_value(self.game, state, depth, self.count)
            if value is not None:  # 1
                self._store(state, depth, goal, Numbers(0, INFINITE) if value >= goal else Numbers(INFINITE, 0))
                return
            while True:  # 2
                children = self._children(state, depth, goal)
                phi = min(child.delta for child in children.values())  # 3
                delta = min(sum(child.phi for child in children.values()), INFINITE)
                self._store(state, depth, goal, Numbers(phi, delta))  # 4
                if phi >= phi_limit or delta >= delta_limit:
                    return
                best = min(children, key=lambda move: children[move].delta)  # 5
                second = min((child.delta for move, child in children.items() if move != best), default=INFINITE)
                room = INFINITE if delta_limit == INFINITE else delta_limit - delta + children[best].phi
                child = self.game.play(state, best)
                self._search(child, below(depth), 1 - goal, room, min(phi_limit, second + 1))  # 6

    def _children(self, state: State, depth: int | None, goal: int) -> dict[int, Numbers]:
        """What the table says of each move; nothing at a leaf."""
        if depth == 0 or self.game.outcome(state) is not None:
            return {}
        keys = {move: (self.game.play(state, move), below(depth), 1 - goal) for move in self.game.moves(state)}
        return {move: self.table.get(key, Numbers(1, 1)) for move, key in keys.items()}

    def _store(self, state: State, depth: int | None, goal: int, numbers: Numbers) -> None:
        if (state, depth, goal) not in self.table:
            self.count.store()
        self.table[state, depth, goal] = numbers


def dfpn(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state` and a move that reaches it."""
    search = DepthFirstProofNumberSearch(game, count)
    return value_by_questions(game, state, depth, lambda goal: search.is_at_least(state, depth, goal))
