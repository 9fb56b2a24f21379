"""B*: which move is best? Not its value is sought but the proof that no other can be better.

Reference: H. Berliner, The B* tree search algorithm: a best-first proof procedure (1979).

Every node has an optimistic and a pessimistic bound; the game's hook `optimism` gives those of a new one.

      1.  expand the root
      2.  best = the child with the largest optimistic bound for the root; rival = the next
      3.  if best's pessimistic bound is not below rival's optimistic one: best is proved, stop
      4.  prove best (raise its pessimistic bound) or disprove the rest (lower rival's optimistic bound): take the one
          of the two below which fewer nodes have been expanded, if it is not settled
      5.  from there go down, each time to the child with the largest optimistic bound for the side to move, to a leaf
      6.  expand it, back both bounds up to the root, go to 2

Berliner's own rule for 4 compares the depths at which the bounds were found; the number of expansions is as easy to
see and serves the same end, that neither of the two strategies starves.

A proved move need not have a known value. `bstar` then goes on with 5 and 6 below the best move until its bounds
meet, so that it can be compared with the others; `prove_best` stops at 3.

Bound contract: low .. high surely contains the value, and the move is best; `bstar` returns low = high.
Cost: few nodes where bounds are narrow, up to all w^d where they say nothing; keeps the whole tree.
"""

from __future__ import annotations

from typing import NamedTuple

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.intervals import Node, Tree
from mpi_search.algorithms.tree import Answer
from mpi_search.rules.game import Game, State


class Proof(NamedTuple):
    """The best move, and bounds on its value."""

    low: int
    high: int
    move: int | None


def prove_best(game: Game, state: State, depth: int | None, count: Count) -> Proof:
    """A best move, as soon as it is known to be one."""
    tree = Tree(game, state, depth, count)
    best = _separate(tree)
    return Proof(tree.root.low, tree.root.high, None if best is None else best.move)


def bstar(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """A best move, and its value."""
    tree = Tree(game, state, depth, count)
    best = _separate(tree)
    while best is not None and not best.settled:
        tree.expand(_most_hopeful_leaf(best))
    return Answer(tree.root.low, None if best is None else best.move)


def _separate(tree: Tree) -> Node | None:
    """Grow the tree until one move is proved to be best; None if the root has no moves."""
    root = tree.root
    if root.settled:
        return None
    tree.expand(root)  # 1
    while True:
        best, *rivals = sorted(root.children, key=lambda child: child.low)  # 2
        if not rivals or -best.high >= -rivals[0].low:  # 3
            return best
        tree.expand(_most_hopeful_leaf(_chosen(best, rivals[0])))  # 4, 5, 6


def _chosen(best: Node, rival: Node) -> Node:
    """Step 4. Not both are settled, or best's value would be no less than rival's."""
    if best.settled or rival.settled:
        return rival if best.settled else best
    return best if best.expansions <= rival.expansions else rival


def _most_hopeful_leaf(node: Node) -> Node:
    """Step 5. The most hopeful child of an unsettled node is unsettled: settled, it would settle its parent."""
    while node.children:
        node = min(node.children, key=lambda child: child.low)
    return node
