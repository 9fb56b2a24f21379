"""Best-first search with a priority queue: always the leaf that best play, as far as it is seen, leads to.

References: R. Rivest, Game tree searching by min/max approximation (1988), for penalties; R. Korf and D. Chickering,
Best-first minimax search (1996), for always expanding the leaf at the end of the principal variation.

A node's *guess* is the evaluation of the leaves below it, backed up by minimax. The *penalty* of a move is how much
worse its guess is than that of the best move beside it; the penalty of a leaf is the sum along its path. The leaf of
the principal variation has penalty 0.

      1.  the queue holds the root, with penalty 0
      2.  while the root's bounds have not met:
      3.      take the leaf with the smallest penalty; of equals the deepest
      4.      if it cannot change the root's value any more: forget it
      5.      if its penalty has grown since it was put there: put it back with the new one
      6.      else expand it, back up, and put its children into the queue

Rivest and Korf stop when time is up and take the move with the best guess. Here every node also has sound bounds (see
intervals.py) and the search ends when they meet at the root, so its answer is exact. Line 4 is alpha-beta's cut: a
node matters only while its bounds overlap the window that the bounds of the nodes above it leave open.

A penalty that has become smaller is noticed only when the leaf comes to the front; that changes the order, not the
answer.

Bound contract: always exact.
Cost: depends on the evaluation; without one it goes depth-first from the left; keeps the whole tree.
"""

from __future__ import annotations

import heapq
from itertools import count as numbers

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.intervals import Node, Tree
from mpi_search.algorithms.tree import Answer, infinity
from mpi_search.rules.game import Game, State


def best_first(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state` and a move that reaches it."""
    tree, serial = Tree(game, state, depth, count), numbers()
    queue = [(0, 0, next(serial), tree.root)]  # 1: penalty, minus the ply, a number to tell equals apart, leaf
    while not tree.root.settled:  # 2
        penalty, _, _, leaf = heapq.heappop(queue)  # 3
        if not matters(leaf, infinity(game)):  # 4
            continue
        entering = [leaf]
        if penalty_of(leaf) <= penalty:  # 6
            tree.expand(leaf)
            entering = leaf.children
        for node in entering:  # 5, 6
            heapq.heappush(queue, (penalty_of(node), -node.ply, next(serial), node))
    best = max(tree.root.children, key=lambda child: -child.high, default=None)
    return Answer(tree.root.low, None if best is None else best.move)


def penalty_of(node: Node) -> int:
    """How far from best play, by the guesses, the path to `node` is."""
    penalty = 0
    while node.parent is not None:
        penalty += max(node.parent.guess + node.guess, 0)  # bounds may hold a parent's guess below its children's
        node = node.parent
    return penalty


def matters(node: Node, infinity: int) -> bool:
    """Whether the value of `node` could still change the root's."""
    line = [node]
    while line[-1].parent is not None:
        line.append(line[-1].parent)
    alpha, beta = -infinity, infinity
    for above in reversed(line):
        if above.settled or above.high <= alpha or above.low >= beta:
            return False
        alpha, beta = -min(beta, above.high), -max(alpha, above.low)
    return True
