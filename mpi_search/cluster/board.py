"""Whom to ask for work: what the ranks of a host have to give away, for all of them to see.

Every rank keeps a number in memory that they share: what the best frame it could split is worth. A search under way
renews it every few thousand nodes by itself (`kernel/core/edit.py`), its rank whenever anything else has changed. It is
a hint and may be out of date; what is really given is decided by the rank that is asked.

How a rank finds work
    1. One that returns a value and has nothing else to do says so: its home may have more.
    2. Otherwise it asks the rank of its host that has most to offer, or if nobody has anything, a rank of another host,
       in the way that the policy says. Who has nothing to give passes the request on likewise, a few times.
    3. Refused, it parks a request with its parent in a fixed tree of ranks (the host's first rank, then the first ranks
       of other hosts, up to the master), which gives it a job as soon as it has one to give: so idle ranks are quiet.
    4. While it waits it looks again now and then, ever more rarely.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.tuning import Tuning
from mpi_search.kernel.core.frames import NEVER
from mpi_search.kernel.search import Desk

if TYPE_CHECKING:
    from mpi_search.cluster.task import Task


class Board:
    """The offers of one host, as one of its ranks sees them."""

    def __init__(self, desk: Desk, hosts: Hosts, tuning: Tuning, *, is_central: bool) -> None:
        """`is_central`: only the master gives work away, so there is nothing to show."""
        self._desk, self._hosts, self._grain_nodes = desk, hosts, tuning.grain_nodes
        self._places = {} if is_central else hosts.places
        desk.offer_nodes, desk.offer_grain = tuning.offer_nodes if self._places else NEVER, tuning.grain_nodes
        desk.offer[:] = 0

    def show(self, tasks: list[Task], running: Task | None) -> None:
        """Show what there is to be had here; the task that is about to run will see to itself."""
        if not self._places:
            return
        best = 0
        for task in tasks:
            if task is running:
                task.search.offer_anew()
            else:
                best = max(best, task.search.best_offer(self._grain_nodes))
        self._desk.offer[0] = self._desk.offer[1] = best

    def richest(self, ranks: Iterable[int] | None = None, *, but: int = -1) -> int | None:
        """Who of these ranks, or of all others of the host, has most to offer; None if nobody has anything."""
        offers = self._desk.offers[:, 0].tolist()
        best, richest = 0, None
        for rank in self._places if ranks is None else ranks:
            if rank in self._places and rank != but and offers[self._places[rank]] > best:
                best, richest = offers[self._places[rank]], rank
        return richest

    def whom_to_ask(self, rng: random.Random, helpers: Sequence[int] = (), *, but: int = -1) -> int | None:
        """Whoever has most to offer, a rank of another host if nobody has anything; helpers first in either case."""
        for ranks in (helpers, None):
            if (rank := self.richest(ranks, but=but)) is not None:
                return rank
        far = [rank for rank in helpers if rank not in self._places]
        return rng.choice(far) if far else self._hosts.stranger(rng, but)
