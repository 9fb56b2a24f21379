"""Whom to ask for work: what the ranks of a host have to give away, for all of them to see.

Every rank keeps a number in memory that they share: what the best frame it could split is worth. A search under way
renews it every few thousand nodes by itself (`kernel/core/edit.py`), its rank whenever anything else has changed. It is
a hint and may be out of date; what is really given is decided by the rank that is asked.

Next to it stand the chances that the jobs are needed which it has given to others of the host, renewed likewise. A job
may seem useless when it is begun and turn out to be needed when its elder brothers have failed, or the other way round;
whoever searches it knows that at once, and so do those who help with it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.tuning import Tuning
from mpi_search.kernel.core.frames import CHANCE_BITS, NEVER, NOWHERE, OFFER, OFFER_COLUMNS, OFFER_OF_OTHERS
from mpi_search.kernel.search import Desk

if TYPE_CHECKING:
    from mpi_search.cluster.task import Task


_CHANCE = (1 << CHANCE_BITS) - 1


class Board:
    """The offers of one host, as one of its ranks sees them."""

    def __init__(self, desk: Desk, hosts: Hosts, tuning: Tuning, *, is_central: bool) -> None:
        """`is_central`: only the master gives work away, so there is nothing to show."""
        self._desk, self._hosts, self._grain_nodes = desk, hosts, tuning.grain_nodes
        self._places = {} if is_central else hosts.places
        desk.offer_nodes, desk.offer_grain = tuning.offer_nodes if self._places else NEVER, tuning.grain_nodes
        desk.offer[:] = 0

    @property
    def is_shared(self) -> bool:
        """Whether others of the host give work away too."""
        return bool(self._places)

    def is_seen_by(self, rank: int) -> bool:
        """Whether a rank sees what this one shows."""
        return rank in self._places

    def need_at(self, home: int, need_place: int) -> int:
        """Where on the board the chance is that a job is needed; NOWHERE if it is not there."""
        return self._places[home] * OFFER_COLUMNS + need_place if need_place and home in self._places else NOWHERE

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
        self._desk.offer[OFFER] = self._desk.offer[OFFER_OF_OTHERS] = best

    def richest(self, ranks: Iterable[int] | None = None, *, but: int = -1, chance: int = 0) -> int | None:
        """Who of these ranks, or of all others of the host, has most to offer that is needed with that chance, per
        mille, or a better one; None if nobody has anything."""
        offers = self._desk.offers[:, OFFER].tolist()
        best, richest = 0, None
        for rank in self._places if ranks is None else ranks:
            if rank in self._places and rank != but:
                offer = offers[self._places[rank]]
                if offer > best and offer & _CHANCE >= chance:
                    best, richest = offer, rank
        return richest

    def whom_to_ask(self, rng: random.Random, helpers: Sequence[int] = (), *, but: int = -1) -> int | None:
        """Whoever has most to offer, a rank of another host if nobody has anything; helpers first in either case."""
        for ranks in (helpers, None):
            if (rank := self.richest(ranks, but=but)) is not None:
                return rank
        far = [rank for rank in helpers if rank not in self._places]
        return rng.choice(far) if far else self._hosts.stranger(rng, but)
