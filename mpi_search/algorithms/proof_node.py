"""A node of proof-number search: its two numbers, and how they follow from those of its children.

The rules are 1 to 3 of pn.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mpi_search.rules.game import State

INFINITE = 1 << 60


@dataclass(eq=False)
class Node:
    """A position in the graph."""

    state: State
    depth: int | None
    is_or: bool  #: the side that asks is to move
    proof: int = 1
    disproof: int = 1
    parents: list[Node] = field(default_factory=list)
    children: dict[int, Node] = field(default_factory=dict)  #: by move

    @property
    def proved(self) -> bool:
        return self.proof == 0

    @property
    def disproved(self) -> bool:
        return self.disproof == 0

    def settle(self, yes: bool) -> None:
        """A leaf has answered the question."""
        self.proof, self.disproof = (0, INFINITE) if yes else (INFINITE, 0)  # 1

    def numbers_from_children(self) -> tuple[int, int]:
        """Proof and disproof number."""
        proofs = [child.proof for child in self.children.values()]
        disproofs = [child.disproof for child in self.children.values()]
        if self.is_or:
            return min(proofs), min(sum(disproofs), INFINITE)  # 2
        return min(sum(proofs), INFINITE), min(disproofs)  # 3
