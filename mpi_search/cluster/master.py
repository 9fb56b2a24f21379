"""The master: rank 0, which owns the root. It greets, follows the plan, searches like any other rank, and stops all.

greeting    every rank says Hello; the versions of protocol and game must agree; then Start goes to all
searching   one test of the plan after the other: the root is a task of the master's that nobody gave it
retreating  the end of the game turns out to be too far: the plan goes on with what can be searched in time
stopping    Stop to all; each drops what it does and says Bye, with the number of messages it ever sent to each rank;
            when all have, every rank is told how many messages it must have received, and finishes after the last
"""

from __future__ import annotations

import random

from mpi_search.cluster.events import Action
from mpi_search.cluster.hosts import MASTER
from mpi_search.cluster.messages import (
    PROTOCOL_VERSION,
    Bye,
    Drain,
    Hello,
    Progress,
    ProtocolError,
    Retreat,
    Start,
    Stop,
)
from mpi_search.cluster.policy import Policy
from mpi_search.cluster.rank import Rank
from mpi_search.cluster.tuning import Tuning
from mpi_search.kernel.desk import Desk
from mpi_search.kernel.plan import Plan


class Master(Rank):
    """Rank 0."""

    _first_word = Hello
    _last_word = Bye

    def __init__(
        self,
        size: int,
        desk: Desk,
        policy: Policy,
        rng: random.Random,
        plan: Plan,
        host: str = "",
        tuning: Tuning | None = None,
    ) -> None:
        super().__init__(MASTER, size, desk, policy, rng, host, tuning)
        self.plan: Plan = plan
        self.names = {MASTER: host}  #: of the hosts of the ranks that have greeted
        self.reports: dict[int, Progress] = {}  #: the last of each rank
        self.byes: dict[int, Bye] = {}
        self.started_at: float | None = None  #: all had greeted
        self.answered_at: float | None = None  #: the value was found
        self._handlers |= {Hello: self._on_hello, Progress: self._on_progress, Bye: self._on_bye}
        for kind in (Start, Stop, Drain, Retreat):
            del self._handlers[kind]

    # --- greeting
    def begin(self, now: float) -> list[Action]:
        self._now, self._actions = now, []
        self._start_if_complete()
        return self._actions

    def _on_hello(self, source: int, hello: Hello) -> None:
        own = PROTOCOL_VERSION, self.kernel.content_hash
        if (hello.version, hello.game_hash) != own:
            raise ProtocolError(
                f"rank {source} on {hello.host} speaks protocol {hello.version} and has game {hello.game_hash}; "
                f"the master on {self.host} has {own[0]} and {own[1]}"
            )
        if source in self.names:
            raise ProtocolError(f"rank {source} greets twice")
        self.names[source] = hello.host
        self._start_if_complete()

    def _start_if_complete(self) -> None:
        if len(self.names) < self.size:
            return
        numbers: dict[str, int] = {}
        hosts = tuple(numbers.setdefault(self.names[rank], len(numbers)) for rank in range(self.size))
        start = Start(hosts, self.plan.state, self.plan.warm_up)
        for rank in range(1, self.size):
            self._send(rank, start)
        self._start(hosts)
        self.started_at = self._now
        self._follow_plan()

    # --- limits
    @property
    def known_nodes(self) -> int:
        """Searched by the whole cluster, as far as the master has heard."""
        return self.nodes + sum(report.nodes for report in self.reports.values())

    def _on_progress(self, source: int, progress: Progress) -> None:
        self.reports[source] = progress

    def retreat(self, now: float) -> list[Action]:
        """The end of the game is out of reach: drop the test under way, deepen from the last iteration completed."""
        self._now, self._actions = now, []
        assert self.running is None, "between slices"
        for task in [task for task in self.tasks if task.home == MASTER]:
            self._cancel(task)
        self.plan.retreat()
        self.desk.table.new_generation()
        for rank in range(1, self.size):
            self._send(rank, Retreat())
        self._follow_plan()
        return self._actions

    def conclude(self, now: float) -> list[Action]:
        """Stop with what is known: the plan has an answer."""
        self._now, self._actions = now, []
        assert self.plan.completed is not None or self.plan.is_exact
        self._finish_search()
        return self._actions

    # --- stopping
    def _plan_is_done(self) -> None:
        self._finish_search()

    def _finish_search(self) -> None:
        self.answered_at = self._now
        self._stop()
        for rank in range(1, self.size):
            self._send(rank, Stop())
        self._drain_if_complete()

    def _on_bye(self, source: int, bye: Bye) -> None:
        if len(bye.sent) != self.size or source in self.byes or not self.is_stopped:
            raise ProtocolError(f"the master: rank {source} says a wrong Bye")
        self.byes[source] = bye
        self._drain_if_complete()

    def _drain_if_complete(self) -> None:
        if len(self.byes) < self.size - 1:
            return
        self.expected = sum(bye.sent[MASTER] for bye in self.byes.values())
        for rank in range(1, self.size):
            total = sum(bye.sent[rank] for bye in self.byes.values()) + self.sent[rank] + 1
            self._send(rank, Drain(total))
        self._finish_if_drained()
