"""A rank of the cluster: a state machine without I/O, clock or threads. `handle(event, now) -> actions`.

It is made of parts, none of which knows the whole:

    phases       which message counts when                          `phases.py`
    role         greeting, the root, limits, stopping               `master.py`, `worker.py`
    work         tasks, and what is given away of them              `work.py`
    requests     those who ask this rank for work                   `requests.py`
    seeker       how this rank finds work                           `seeker.py`
    exchange     claims and offers that go to other hosts           `exchange.py`
    decisions    where all of them write what is to be done         `decisions.py`

Messages are handled between slices: a rank that searches hears of them when its slice is over.
"""

from __future__ import annotations

import random
from typing import NoReturn

from mpi_search.cluster.account import Account
from mpi_search.cluster.checks import check_grant
from mpi_search.cluster.decisions import Decisions
from mpi_search.cluster.events import Action, Begin, Event, Free, Interrupt, Ran, Received, TimeIsUp, Woke
from mpi_search.cluster.exchange import Exchange
from mpi_search.cluster.hosts import MASTER, Hosts
from mpi_search.cluster.invariants import validate_rank
from mpi_search.cluster.master import Master
from mpi_search.cluster.messages import Grant, Handlers, Message, ProtocolError, Refuse, Steal, Value
from mpi_search.cluster.offers import Offers
from mpi_search.cluster.phases import FROM_MASTER, Otherwise, Phase
from mpi_search.cluster.pool import Pool
from mpi_search.cluster.requests import Requests
from mpi_search.cluster.role import Role
from mpi_search.cluster.seeker import Seeker
from mpi_search.cluster.task import Task, likeliest
from mpi_search.cluster.tuning import Tuning
from mpi_search.cluster.work import Work
from mpi_search.cluster.worker import Worker
from mpi_search.policies.policy import Policy
from mpi_search.search.limits import Limits
from mpi_search.search.plan import Plan
from mpi_search.sharing.workspace import Workspace


class Rank:
    """One rank, in one search."""

    def __init__(
        self,
        number: int,
        size: int,
        workspace: Workspace,
        policy: Policy,
        rng: random.Random,
        host: str = "",
        tuning: Tuning | None = None,
        *,
        plan: Plan | None = None,
        limits: Limits | None = None,
    ) -> None:
        """`plan` and `limits` are the master's."""
        self.number = number
        self.size = size
        self.workspace = workspace
        self.policy = policy
        self.rng = rng
        self.host = host
        self.tuning = tuning or Tuning()
        self.phase = Phase.GREETING
        self.decisions = Decisions(number, size)
        self.pool = Pool(workspace)
        self.account = Account(self.tuning)  #: what it has done
        self.received = 0  #: messages in all
        self.expected: int | None = None  #: so many must have been received before this rank may finish
        self.is_finished = False
        self._early: list[tuple[int, Message]] = []  # heard from ranks that were told to start before this one
        self.role: Role = Worker(self)
        if number == MASTER:
            assert plan is not None, "the master follows a plan"
            self.role = Master(self, plan, limits or Limits(), self.tuning.unheard_nodes(size))
        self._team_size = self.tuning.team_size if policy.teams else 1
        self._connect((0,) * size)

    def _connect(self, hosts: tuple[int, ...]) -> None:
        """Put the parts together that depend on who sits where."""
        self.hosts = Hosts(hosts, self.number, team_size=self._team_size)
        self.offers = Offers(self.workspace, self.hosts, self.tuning, self.policy.finds_work)
        parts = self.workspace, self.tuning, self.hosts, self.offers, self.decisions
        self.work = Work(self.number, self.pool, self.policy, *parts)
        self.exchange = Exchange(self.number, *parts)
        self.seeker = Seeker(self.number, self.policy, self.rng, self.work, *parts[1:])
        self.requests = Requests(self.number, self.rng, self.work, self.seeker, *parts[2:])
        self.work.asks_with_value = self.seeker.ask_with_value
        own: Handlers = {Grant: self._on_grant, Value: self._on_value, Refuse: self._on_refuse}
        about_work = self.work.handlers | self.exchange.handlers | self.seeker.handlers | self.requests.handlers
        self._handlers = own | about_work | self.role.handlers

    @property
    def master(self) -> Master:
        """The role of rank 0."""
        assert isinstance(self.role, Master)
        return self.role

    @property
    def nodes(self) -> int:
        """Searched here so far."""
        return self.pool.nodes

    @property
    def jobs(self) -> int:
        """Begun here so far."""
        return self.work.jobs

    # --- the door
    def handle(self, event: Event, now: float) -> list[Action]:
        """What is to be done about `event`. Raises ProtocolError if a peer has broken the rules."""
        actions = self.decisions.begin(now)
        if type(event) is Ran:
            self._on_ran(event.status)
        elif type(event) is Free:
            self._on_free()
        elif type(event) is Received:
            self._on_received(event.source, event.message)
        elif type(event) is Woke:
            if self.phase is Phase.SEARCHING:
                self.seeker.woken()
        elif type(event) is Begin:
            self.role.begin()
        elif type(event) is Interrupt:
            self.role.interrupt()
        else:
            assert type(event) is TimeIsUp  # the role looks at the time whenever the core is free
        return actions

    def _on_received(self, source: int, message: Message) -> None:
        assert self.work.running is None, "messages are handled between slices"
        self.received += 1
        rule = self.role.rules[self.phase]
        if type(message) in rule.accepted:
            self._hear(source, message)
        elif rule.otherwise is Otherwise.WAITS:
            self._early.append((source, message))
        elif rule.otherwise is Otherwise.IS_WRONG:
            self._refuse_to_hear(source, message)
        self._finish_if_drained()

    def _hear(self, source: int, message: Message) -> None:
        if source != MASTER and type(message) in FROM_MASTER:
            self._refuse_to_hear(source, message)
        self._handlers[type(message)](source, message)

    def _refuse_to_hear(self, source: int, message: Message) -> NoReturn:
        raise ProtocolError(f"rank {self.number}, {self.phase.value}, has no use for {message} from rank {source}")

    # --- phases
    def start(self, hosts: tuple[int, ...]) -> tuple[Work, Hosts]:
        """The search begins, with ranks on these hosts."""
        self.phase = Phase.SEARCHING
        self._connect(hosts)
        self.workspace.configure(
            in_team=self.policy.teams,
            busy_min_nodes=self.tuning.busy_min_nodes // (1 + len(self.hosts.mates)),
            export_min_nodes=self.exchange.min_nodes,
            offer_every_nodes=self.offers.every_nodes,
            offer_min_nodes=self.tuning.split_min_nodes,
        )
        return self.work, self.hosts

    def hear_early(self) -> None:
        """What others have said before this rank was told to start counts now."""
        early, self._early = self._early, []
        for source, message in early:
            if type(message) not in self.role.rules[self.phase].accepted:
                self._refuse_to_hear(source, message)
            self._hear(source, message)

    def stop(self) -> None:
        """Drop everything."""
        self.phase = Phase.STOPPED
        self.work.stop()
        self.requests.stop()
        self.offers.show([], None)

    def drain(self, received: int) -> None:
        """Nothing is in flight any more when so many messages have been received in all."""
        self.phase = Phase.DRAINING
        self.expected = received
        self._finish_if_drained()

    def _finish_if_drained(self) -> None:
        if self.received == self.expected and not self.is_finished:
            self.is_finished = True
            self.decisions.finish()

    # --- searching
    def _on_ran(self, status: int) -> None:
        self.account.end_slice(self.decisions.now)
        self.work.end_slice(status)
        self.exchange.export_if_due()
        self.role.after_slice()

    def _on_free(self) -> None:
        """See to what is due, serve those who wait here, then search on, or look for work."""
        if self.phase is Phase.SEARCHING:
            self.role.check_limits()
        if self.phase is not Phase.SEARCHING:
            return
        self.requests.serve()
        task = likeliest(self.work.tasks)
        self.offers.show(self.work.tasks, task)
        if task is None:
            self.seeker.seek()
            return
        nodes = self._slice_nodes(task)
        self.seeker.rests = False
        self.account.begin_slice(self.decisions.now)
        self.work.begin_slice(task, nodes)

    def _slice_nodes(self, task: Task) -> int:
        """How long to search a task; one that is hardly needed, only until a better one is found."""
        tuning, nodes = self.tuning, self.tuning.slice_nodes
        if self.offers.is_shared and task.search.chance < tuning.doubtful_chance:
            nodes = min(nodes, tuning.offer_every_nodes)
            self.seeker.seek_surer()
        if self.requests.thieves:
            nodes = tuning.short_slice_nodes
        return min(nodes, tuning.alone_nodes) if task.unshared else nodes

    # --- messages that concern several parts
    def _on_grant(self, source: int, grant: Grant) -> None:
        is_known = self.work.find(source, grant.serial) is not None
        check_grant(grant, self.workspace.kernel.game, is_known, f"rank {self.number}: rank {source}")
        self.seeker.given(source)
        self.work.on_grant(source, grant)

    def _on_value(self, source: int, value: Value) -> None:
        self.work.on_value(source, value)
        if value.hungry and self.phase is Phase.SEARCHING:
            self.requests.on_steal(source, Steal(source, self.tuning.hops, self.policy.is_central))

    def _on_refuse(self, source: int, message: Refuse) -> None:
        self.offers.strike(source)
        self.seeker.refused()

    # --- checking
    def validate(self) -> None:
        """Recheck all invariants. For tests: after every event."""
        validate_rank(self)
