"""Monte-Carlo tree search with UCT: random games instead of an evaluation, more of them where they go well.

References: L. Kocsis and C. Szepesvari, Bandit based Monte-Carlo planning (2006); R. Coulom, Efficient selectivity
and backup operators in Monte-Carlo tree search (2006); G. Chaslot et al., Monte-Carlo tree search: a new framework
for game AI (2008), for the four phases.

    for each playout:
      1.  select:    from the root, while all moves of a node have been tried, go to the child with the largest
                     mean reward + exploration * sqrt(ln(visits of the node) / visits of the child)
      2.  expand:    try one more move: a new node
      3.  simulate:  play at random to the end of the game, or to the depth
      4.  back up:   add the result to every node of the path, with the sign of its side
    answer with the move that was visited most, and the mean of its results

A reward is the value divided by the largest one, from -1 to 1. A node's rewards are those of the side that moved
there, which is the one that chooses.

Bound contract: none; as playouts go to infinity the move converges to a best one and the mean to the value.
Cost: as many playouts as are asked for; keeps one node a playout.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, leaf_value
from mpi_search.rules.game import Game, State

PLAYOUTS = 1000
EXPLORATION = 1.0  #: for rewards from -1 to 1


@dataclass(eq=False)
class Node:
    """A position in the tree."""

    state: State
    depth: int | None
    untried: list[int]  #: moves without a child yet, in random order
    children: dict[int, Node] = field(default_factory=dict)
    visits: int = 0
    reward: float = 0.0  #: sum over playouts, for the side that moved here


class Uct:
    """One search; all its randomness comes from `rng`."""

    def __init__(self, game: Game, state: State, depth: int | None, count: Count, rng: random.Random) -> None:
        self.game = game
        self.count = count
        self.rng = rng
        self.root = self._node(state, depth)

    def playout(self) -> None:
        """The four phases once."""
        path = self.select()
        self.expand(path)
        value = self.simulate(path[-1])
        self.back_up(path, value)

    def select(self) -> list[Node]:
        """1. The path to a node that has an untried move, or none at all."""
        path = [self.root]
        while not path[-1].untried and path[-1].children:
            node = path[-1]
            path.append(max(node.children.values(), key=lambda child: self._promise(node, child)))
        return path

    def expand(self, path: list[Node]) -> None:
        """2. Add a child to the last node of the path, unless it is a leaf."""
        node = path[-1]
        if node.untried:
            move = node.untried.pop()
            node.children[move] = self._node(self.game.play(node.state, move), below(node.depth))
            path.append(node.children[move])

    def simulate(self, node: Node) -> int:
        """3. The result of a random game, for the side to move at `node`."""
        state, depth, sign = node.state, node.depth, 1
        while (value := leaf_value(self.game, state, depth, self.count)) is None:
            self.count.node()
            state, depth, sign = self.game.play(state, self.rng.choice(self.game.moves(state))), below(depth), -sign
        return sign * value

    def back_up(self, path: list[Node], value: int) -> None:
        """4. `value` is for the side to move at the end of the path."""
        reward = -value / self.game.max_value  # for the side that moved there
        for node in reversed(path):
            node.visits += 1
            node.reward += reward
            reward = -reward

    def answer(self) -> Answer:
        """The move visited most, and the mean of its results as the nearest value."""
        if not self.root.children:
            value = -self.root.reward / self.root.visits
            return Answer(round(value * self.game.max_value), None)
        move, child = max(self.root.children.items(), key=lambda item: item[1].visits)
        return Answer(round(child.reward / child.visits * self.game.max_value), move)

    def _promise(self, node: Node, child: Node) -> float:
        return child.reward / child.visits + EXPLORATION * math.sqrt(math.log(node.visits) / child.visits)

    def _node(self, state: State, depth: int | None) -> Node:
        self.count.node()
        self.count.store()
        is_leaf = depth == 0 or self.game.outcome(state) is not None
        moves = [] if is_leaf else self.game.moves(state)
        self.rng.shuffle(moves)
        return Node(state, depth, moves)


def mcts(
    game: Game, state: State, depth: int | None, count: Count, rng: random.Random, playouts: int = PLAYOUTS
) -> Answer:
    """What so many playouts suggest."""
    search = Uct(game, state, depth, count, rng)
    for _ in range(playouts):
        search.playout()
    return search.answer()
