"""The ranks that a launcher has started on the same script: rank 0 asks, the others search with it."""

from __future__ import annotations

from mpi_search.errors import Agreed
from mpi_search.front.crew import Crew
from mpi_search.front.found import Found
from mpi_search.front.join import join
from mpi_search.front.launch import Launch
from mpi_search.front.listener import Listener
from mpi_search.front.request import Request
from mpi_search.transport.mpi.failure import one_for_all


class Joined:
    """All ranks of the launcher, as one of them sees them."""

    def __init__(self, launch: Launch, pretend_hosts: int = 1) -> None:
        self._world = join(launch, pretend_hosts)
        self._crew = Crew(self._world)
        self.ranks, self.is_first = self._world.size, self._world.rank == 0

    def answer(self, request: Request, listener: Listener) -> Found:
        """At rank 0. Raises InputError; anything else ends all ranks."""
        with one_for_all(self._world, but=(Agreed,)):
            return self._crew.lead(request, listener)

    def close(self) -> None:
        """At rank 0: that was all. At the others: search with rank 0 until it says so."""
        with one_for_all(self._world):
            if self.is_first:
                self._crew.close()
            else:
                self._crew.follow()
