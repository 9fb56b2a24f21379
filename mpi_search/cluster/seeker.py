"""How a rank finds work.

    1. One that returns a value and has nothing else to do says so: its home may have more.
    2. Otherwise it asks the rank that has most to offer, of its host and of a few drawn at random elsewhere
       (`offers.py`); or if nobody is known to have anything, ranks of other hosts, in the way that the policy says.
       Who has nothing to give passes the request on likewise, a few times.
    3. Refused, it parks a request with its parent in a fixed tree of ranks (the host's first rank, then the first ranks
       of other hosts, up to the master), which gives it a job as soon as it has one to give: so idle ranks are quiet.
    4. While it waits it looks again now and then, ever more rarely.
    5. One whose job is hardly needed by now, and who sees a better one, asks for that while it searches on.

At most one request is on its way from a rank, and at most one is parked.
"""

from __future__ import annotations

import random
from typing import Protocol

from mpi_search.cluster.decisions import Decisions
from mpi_search.cluster.hosts import MASTER, Hosts
from mpi_search.cluster.messages import Ask, Describe, Handlers, Steal, Withdraw
from mpi_search.cluster.offers import Offers
from mpi_search.cluster.tuning import Tuning
from mpi_search.policies.policy import FindsWork, Policy, Starved


class Workload(Protocol):
    """What a seeker wants to know of the work that there is."""

    @property
    def has_runnable(self) -> bool:
        """Whether there is anything to search here."""

    @property
    def has_room(self) -> bool:
        """Whether one task more may be begun."""

    def helpers(self) -> list[int]:
        """The ranks that search for this one."""


class Seeker:
    """The hunger of one rank: whom it has asked, and when it asks again."""

    def __init__(
        self,
        number: int,
        policy: Policy,
        rng: random.Random,
        work: Workload,
        tuning: Tuning,
        hosts: Hosts,
        offers: Offers,
        decisions: Decisions,
    ) -> None:
        self._number, self._policy, self._rng, self._work = number, policy, rng, work
        self._tuning, self._hosts, self._offers, self._decisions = tuning, hosts, offers, decisions
        self._wait_s = tuning.first_wait_s
        self.is_asking = False  #: a request for work is on its way
        self._asked = number  # who was asked last
        self.is_parked = False  #: a request for work lies with the parent
        self.rests = False  #: was refused, and asks again only when it is woken
        self.descriptions: dict[int, int | None] = {}  #: who was asked what it has, and what it said
        self.handlers: Handlers = {Describe: self._on_describe}

    @property
    def _parent(self) -> int:
        return MASTER if self._policy.is_central else self._hosts.parent(self._number)

    @property
    def _may_ask(self) -> bool:
        """Whether this rank deals with others, has room for a job, and nobody has been asked yet."""
        return self._hosts.deals and not self.is_asking and self._work.has_room

    # --- asking
    def ask_with_value(self) -> bool:
        """Whether a value that is about to be returned shall say that there is nothing else to do: then it asks."""
        is_hungry = self._hosts.deals and not self.is_asking and not self.is_parked and not self._work.has_runnable
        self.is_asking |= is_hungry
        return is_hungry

    def seek(self) -> None:
        """Ask for work if there is nothing to run, and nobody has been asked yet."""
        if not self._may_ask or self.rests or self._work.has_runnable:
            return
        policy, helpers = self._policy, self._work.helpers()
        if helpers and policy.when_starved is Starved.WAIT:
            return
        if policy.is_central:
            self._park()
            return
        by_description = policy.finds_work is FindsWork.BY_DESCRIPTION
        if by_description:
            target = self._offers.best_offer(self._rng)
        else:
            helps = policy.when_starved is Starved.HELP
            target = self._offers.whom_to_ask(self._rng, helpers if helps else ())
        if target is not None:
            self._ask_for_work(target)
        elif by_description and not self._hosts.is_alone:
            self._ask_for_descriptions()
        else:
            self.refused()

    def seek_surer(self) -> None:
        """Ask for a job that is likely to be needed, while one runs here that is not."""
        if not self._may_ask:
            return
        target = self._offers.best_offer(self._rng, chance=self._tuning.sure_chance)
        if target is not None:
            self._ask_for_work(target)

    def _ask_for_work(self, target: int) -> None:
        self.is_asking, self._asked = True, target
        self._decisions.send(target, Steal(self._number, self._tuning.hops, False))

    def _ask_for_descriptions(self) -> None:
        self.is_asking = True
        targets = self._hosts.strangers(self._rng, self._tuning.descriptions)
        self.descriptions = dict.fromkeys(targets)
        for target in targets:
            self._decisions.send(target, Ask())

    def _park(self) -> None:
        if not self.is_parked and self._number != MASTER:
            self.is_parked = True
            self._decisions.send(self._parent, Steal(self._number, 0, True))

    # --- hearing
    def _on_describe(self, source: int, description: Describe) -> None:
        """A rank that was asked says what it has; when all have, the best is asked for it."""
        if source not in self.descriptions:  # work has come from elsewhere meanwhile
            return
        self.descriptions[source] = description.rating
        ratings = {rank: rating for rank, rating in self.descriptions.items() if rating is not None}
        if len(ratings) < len(self.descriptions):
            return
        self.descriptions = {}
        best = max(ratings, key=lambda rank: ratings[rank])
        if ratings[best]:
            self._ask_for_work(best)
        else:
            self.refused()

    def refused(self) -> None:
        """Wait where work will come by, and ask again after a while."""
        if self.is_asking:
            self._offers.strike(self._asked)
        self.is_asking = False
        if self._work.has_runnable:
            return
        self._park()
        if not self._policy.is_central:
            self.rests = True
            self._decisions.wake_after(self._wait_s * (0.75 + 0.5 * self._rng.random()))

    def woken(self) -> None:
        """It is time to look again."""
        self.rests = False
        self._wait_s = min(2 * self._wait_s, self._tuning.longest_wait_s)
        self.seek()

    def given(self, source: int) -> None:
        """A job has come, from whomever: what was asked for elsewhere is not needed now."""
        self.is_asking = self.rests = False
        self.descriptions, self._wait_s = {}, self._tuning.first_wait_s
        if self.is_parked and source != self._parent:
            self._decisions.send(self._parent, Withdraw())
        self.is_parked = False
