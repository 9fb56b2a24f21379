"""Breadth-first minimax: the tree is laid out ply by ply, and valued from its last ply back to the root.

Reference: the definition of the minimax value itself (J. von Neumann, Zur Theorie der Gesellschaftsspiele, 1928),
worked bottom-up as E. Zermelo's backward induction (1913).

      1.  level 0 = [root]
      2.  while the last level has an inner node: the next level = the children of its inner nodes, in order
      3.  for each level, from the last to the first: the value of a leaf is its own,
          of an inner node the largest of minus the values of its children
      4.  return the root's value

It cuts nothing off, but it shows what other searches save, and it is the form in which a tree is easily shared out
among processors: every level is a list.

Bound contract: always exact.
Cost: all w^d leaves; keeps the whole tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, leaf_value
from mpi_search.rules.game import Game, State


@dataclass(eq=False)
class Node:
    """A position; its value for the side to move is None until it is known."""

    state: State
    value: int | None
    children: list[Node] = field(default_factory=list)

    def known(self) -> int:
        assert self.value is not None
        return self.value


def breadth_first(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state`, and the first move that reaches it."""
    root = _node(game, state, depth, count)
    levels = [[root]]  # 1
    while any(node.value is None for node in levels[-1]):  # 2
        depth = below(depth)
        levels.append([child for node in levels[-1] for child in _grow(game, node, depth, count)])
    for level in reversed(levels):  # 3
        for node in level:
            if node.children:
                node.value = max(-child.known() for child in node.children)
    values = [-child.known() for child in root.children]
    move = game.moves(state)[values.index(max(values))] if values else None
    return Answer(root.known(), move)  # 4


def _grow(game: Game, node: Node, depth: int | None, count: Count) -> list[Node]:
    """The children of `node`, each with `depth` plies below it; none for a leaf."""
    if node.value is None:
        node.children = [_node(game, game.play(node.state, move), depth, count) for move in game.moves(node.state)]
    return node.children


def _node(game: Game, state: State, depth: int | None, count: Count) -> Node:
    count.node()
    count.store()
    return Node(state, leaf_value(game, state, depth, count))
