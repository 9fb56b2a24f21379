"""Proof-number search: a question with yes or no for an answer, always at the place where fewest leaves are missing.

References: L. V. Allis, M. van der Meulen and H. J. van den Herik, Proof-number search (1994); M. Schijf, L. V. Allis
and J. Uiterwijk, Proof-number search and transpositions (1994).

The question is "is the root's value at least `goal`?". At an OR node the side that asks is to move, at an AND node
its opponent. The proof number of a node is how many leaves must at least be proved to prove it, the disproof number
likewise.

      1.  a leaf that says yes: proof 0, disproof infinity; that says no: infinity, 0; not yet expanded: 1, 1
      2.  OR node:   proof = min over children,  disproof = sum over children
      3.  AND node:  proof = sum over children,  disproof = min over children
      4.  while the root's numbers are both above 0:
      5.      go from the root, at an OR node to the child with the smallest proof number, at an AND node to the one
              with the smallest disproof number, until a leaf of the tree: the most-proving node
      6.      expand it, evaluate its children by 1
      7.      work out its numbers by 2 and 3, and those of all its ancestors as far as they change

Transpositions: a position is kept once, with all its parents, so 7 goes up by every path. A game comes to an end, so
the graph has no cycles. A leaf below two paths is counted twice in the sums of 2 and 3; the numbers guide the search
and their zeros are right, which is all that a proof needs.

The leaves of a search with a depth say yes or no as well: then the question is about the depth-limited value.

Bound contract: yes, or no. The value comes by a series of such questions (questions.py).
Cost: few nodes where one side can force matters in a narrow tree; keeps the whole graph.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.proof_node import Node
from mpi_search.algorithms.questions import Verdict, value_by_questions
from mpi_search.algorithms.tree import Answer, below, leaf_value
from mpi_search.rules.game import Game, State


class ProofNumberSearch:
    """One question about one position."""

    def __init__(self, game: Game, state: State, depth: int | None, goal: int, count: Count) -> None:
        self.game = game
        self.goal = goal
        self.count = count
        self.nodes: dict[tuple[State, int | None, bool], Node] = {}
        self.root = self._node(state, depth, is_or=True)

    def run(self) -> bool:
        """Whether the value of the root is at least the goal."""
        while not (self.root.proved or self.root.disproved):  # 4
            self.step()
        self.count.drop(len(self.nodes))
        return self.root.proved

    def step(self) -> None:
        """Expand the most-proving node. The root must be undecided."""
        node = self.root
        while node.children:  # 5
            number = "proof" if node.is_or else "disproof"
            node = min(node.children.values(), key=lambda child: getattr(child, number))
        for move in self.game.moves(node.state):  # 6
            child = self._node(self.game.play(node.state, move), below(node.depth), not node.is_or)
            node.children[move] = child
            child.parents.append(node)
        self._update(node)  # 7

    def best_move(self) -> int | None:
        """A move that proves the root."""
        return next((move for move, child in self.root.children.items() if child.proved), None)

    def _node(self, state: State, depth: int | None, is_or: bool) -> Node:
        """The node of this position, found or made."""
        self.count.node()
        found = self.nodes.get((state, depth, is_or))
        if found is not None:
            return found
        self.count.store()
        node = self.nodes[state, depth, is_or] = Node(state, depth, is_or)
        value = leaf_value(self.game, state, depth, self.count)
        if value is not None:  # 1
            yes = value >= self.goal if is_or else -value >= self.goal
            node.settle(yes)
        return node

    @staticmethod
    def _update(node: Node) -> None:
        waiting = [node]
        while waiting:
            node = waiting.pop()
            numbers = node.numbers_from_children()
            if numbers != (node.proof, node.disproof):
                node.proof, node.disproof = numbers
                waiting += node.parents


def proof_number_search(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state` and a move that reaches it."""

    def is_at_least(goal: int) -> Verdict:
        search = ProofNumberSearch(game, state, depth, goal, count)
        return Verdict(search.run(), search.best_move())

    return value_by_questions(game, state, depth, is_at_least)
