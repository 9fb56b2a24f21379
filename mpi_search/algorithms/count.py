"""What a search has looked at, and what it has kept."""

from __future__ import annotations

from dataclasses import dataclass


class TooManyNodes(Exception):
    """A search was larger than its caller allowed."""


@dataclass
class Count:
    """Counters of one search, with a limit.

    A recursive search keeps the nodes of its path: `with count.visit():` around the body counts one node and keeps it
    until the body is left. What stays longer (a table, a list, a tree) is counted by `store` and `drop`.
    """

    nodes: int = 0  #: positions generated, the root included; one that is generated again counts again
    leaves: int = 0  #: those that were finished or evaluated
    max_nodes: int | None = None  #: more raise TooManyNodes
    stored: int = 0  #: nodes kept now
    peak_stored: int = 0  #: most nodes kept at once

    def node(self) -> None:
        """Count a position. Raises TooManyNodes."""
        self.nodes += 1
        if self.max_nodes is not None and self.nodes > self.max_nodes:
            raise TooManyNodes

    def leaf(self) -> None:
        """Count an evaluation."""
        self.leaves += 1

    def store(self, nodes: int = 1) -> None:
        """These many nodes are kept from now on."""
        self.stored += nodes
        self.peak_stored = max(self.peak_stored, self.stored)

    def drop(self, nodes: int = 1) -> None:
        """These many nodes are kept no longer."""
        self.stored -= nodes

    def visit(self) -> Count:
        """Count a position that is kept until the `with` block is left."""
        self.node()
        self.store()
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        self.drop()
