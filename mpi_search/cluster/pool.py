"""The searches of one rank: each serves one task after the other, and keeps what it has learned about move ordering."""

from __future__ import annotations

from mpi_search.sharing.search import SharedSearch
from mpi_search.sharing.workspace import Workspace


class Pool:
    """Searches in use, and searches that wait for the next task."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._searches: list[SharedSearch] = []
        self._free: list[SharedSearch] = []

    def fill(self, searches: int) -> None:
        """Have so many ready before they are needed: making one takes as long as several messages."""
        self._free += [self._make() for _ in range(searches - len(self._free))]

    def take(self) -> SharedSearch:
        """A search for a new task."""
        return self._free.pop() if self._free else self._make()

    def give_back(self, search: SharedSearch) -> None:
        """Its task is over."""
        self._free.append(search)

    @property
    def nodes(self) -> int:
        """Searched by all of them so far."""
        return sum(search.nodes for search in self._searches)

    def _make(self) -> SharedSearch:
        search = SharedSearch(self._workspace)
        self._searches.append(search)
        return search
