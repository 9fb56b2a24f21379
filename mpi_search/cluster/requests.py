"""Those who ask a rank for work: they get a job, are passed on, wait here, or are told that there is none."""

from __future__ import annotations

import random

from mpi_search.cluster.checks import check_steal
from mpi_search.cluster.decisions import Decisions
from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.messages import Ask, Describe, Handlers, Refuse, Steal, Withdraw
from mpi_search.cluster.offers import Offers
from mpi_search.cluster.seeker import Seeker
from mpi_search.cluster.work import Work


class Requests:
    """The requests that have come to one rank."""

    def __init__(
        self,
        number: int,
        rng: random.Random,
        work: Work,
        seeker: Seeker,
        hosts: Hosts,
        offers: Offers,
        decisions: Decisions,
    ) -> None:
        self._number, self._rng, self._work, self._seeker = number, rng, work, seeker
        self._size, self._offers, self._decisions = hosts.size, offers, decisions
        self.thieves: list[int] = []  #: ranks whose requests are parked here
        self.handlers: Handlers = {Steal: self.on_steal, Withdraw: self._on_withdraw, Ask: self._on_ask}

    def on_steal(self, source: int, steal: Steal) -> None:
        """Somebody wants work."""
        check_steal(steal, self._size, f"rank {self._number}: rank {source}")
        if steal.thief == self._number:  # passed on until it came home
            self._seeker.refused()
        elif self._grant(steal.thief):
            return
        elif steal.park:
            if steal.thief not in self.thieves:
                self.thieves.append(steal.thief)
        elif steal.hops and (target := self._offers.whom_to_ask(self._rng, but=steal.thief)) is not None:
            self._decisions.send(target, Steal(steal.thief, steal.hops - 1, False))
        else:
            self._decisions.send(steal.thief, Refuse())

    def _on_withdraw(self, source: int, message: Withdraw) -> None:
        """The request that was parked is void."""
        if source in self.thieves:
            self.thieves.remove(source)

    def _on_ask(self, source: int, message: Ask) -> None:
        """Somebody wants to know what there is to be had."""
        self._decisions.send(source, Describe(self._work.best_rating()))

    def serve(self) -> None:
        """Give jobs to those who wait here, as long as there are any."""
        if self.thieves and self._work.tasks:
            for thief in list(self.thieves):
                if not self._grant(thief):
                    return

    def _grant(self, thief: int) -> bool:
        is_given = self._work.grant(thief)
        if is_given and thief in self.thieves:
            self.thieves.remove(thief)
        return is_given

    def stop(self) -> None:
        """Nobody gets anything any more."""
        self.thieves.clear()
