"""What a search has looked at."""

from __future__ import annotations

from dataclasses import dataclass


class TooManyNodes(Exception):
    """A search was larger than its caller allowed."""


@dataclass
class Count:
    """Counters of one search, with a limit."""

    nodes: int = 0  #: positions, the root included
    leaves: int = 0  #: those that were finished or evaluated
    max_nodes: int | None = None

    def node(self) -> None:
        """Count a position. Raises TooManyNodes."""
        self.nodes += 1
        if self.max_nodes is not None and self.nodes > self.max_nodes:
            raise TooManyNodes
