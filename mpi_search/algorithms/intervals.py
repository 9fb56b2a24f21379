"""A tree in memory whose nodes know bounds: what B* and best-first search grow and back up.

All numbers of a node are for the side to move there:

    low  = max over children of -child.high      the worst that can be, the *pessimistic* bound
    high = max over children of -child.low       the best that can be, the *optimistic* bound
    guess = max over children of -child.guess    what the static evaluation says, kept between the two

A node is *settled* when low = high. Bounds are sound, so they only ever close in. The root begins with no knowledge
of its own: when it is settled, its children have settled it, and one of them is known to be best.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import below, leaf_value, reaches_the_end
from mpi_search.rules.game import Game, State


@dataclass(eq=False)
class Node:
    """A position in the tree."""

    state: State
    depth: int | None
    parent: Node | None
    move: int | None  #: that leads here from the parent
    ply: int
    low: int
    high: int
    guess: int
    children: list[Node] = field(default_factory=list)
    expansions: int = 0  #: nodes expanded here and below

    @property
    def settled(self) -> bool:
        return self.low == self.high


class Tree:
    """Grows by one node's children at a time."""

    def __init__(self, game: Game, state: State, depth: int | None, count: Count) -> None:
        self.game = game
        self.count = count
        self.root = self._node(state, depth, None, None)

    def expand(self, node: Node) -> None:
        """Add the children of an unsettled leaf of the tree, and back up what they say."""
        assert not node.settled, node
        assert not node.children, node
        for move in self.game.moves(node.state):
            node.children.append(self._node(self.game.play(node.state, move), below(node.depth), node, move))
        above: Node | None = node
        while above is not None:
            above.expansions += 1
            _back_up(above)
            above = above.parent

    def _node(self, state: State, depth: int | None, parent: Node | None, move: int | None) -> Node:
        self.count.node()
        self.count.store()
        ply = parent.ply + 1 if parent else 0
        value = leaf_value(self.game, state, depth, self.count)
        if value is not None:
            return Node(state, depth, parent, move, ply, value, value, value)
        low, high = -self.game.max_value, self.game.max_value
        if parent is not None and reaches_the_end(self.game, state, depth):
            low, high = self.game.optimism(state)
        return Node(state, depth, parent, move, ply, low, high, min(max(self.game.evaluate(state), low), high))


def _back_up(node: Node) -> None:
    node.low = max(node.low, max(-child.high for child in node.children))
    node.high = min(node.high, max(-child.low for child in node.children))
    node.guess = min(max(max(-child.guess for child in node.children), node.low), node.high)
