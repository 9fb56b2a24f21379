"""A rank of the cluster: a state machine without I/O, clock or threads. `handle(event, now) -> actions`.

Rules
    - A job has one home (the rank whose frame it belongs to) and one searcher. It is named by (home, serial).
    - Nothing but claims travels up, nothing but windows and cancels travel down; both are dropped when they concern a
      job that is not known any more. Cancelling twice does no harm.
    - After every change each task is audited: helpers hear of new windows, unwanted gifts are cancelled. They do the
      same with theirs, and so a bound runs down the whole chain.
    - Nobody waits while it has a task to run. A task that only waits is suspended; of those that can run the likeliest
      to be needed does, the oldest if several are. One that is hardly needed makes way for a better job elsewhere.
    - How a rank finds work is told in `seeker.py`.

Teams
    Where the policy says so, several ranks of a host search every job together: the first of them, the leader, deals
    with other teams and gives each mate a copy of its job; whoever decides it first ends it for all.

Warming up
    While the master makes the first iterations of the plan, the first rank of every other host makes the same ones for
    the table of its host. Their claims are too small to travel, and they are what says which move to try first.
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
from msgspec.structs import replace

from mpi_search.cluster.account import Account
from mpi_search.cluster.board import Board
from mpi_search.cluster.checks import check_grant, check_start, check_steal, check_value
from mpi_search.cluster.events import Action, Event, Finish, Free, Ran, Received, Run, Send, Wake, Woke
from mpi_search.cluster.hosts import MASTER, Hosts
from mpi_search.cluster.messages import (
    PROTOCOL_VERSION,
    Ask,
    Bound,
    Cancel,
    Claims,
    Describe,
    Drain,
    Grant,
    Hello,
    Message,
    ProtocolError,
    Refuse,
    Retreat,
    Start,
    Steal,
    Stop,
    Value,
    Withdraw,
)
from mpi_search.cluster.policy import FindsWork, Policy
from mpi_search.cluster.pool import Pool
from mpi_search.cluster.seeker import Seeker
from mpi_search.cluster.task import Gift, Task, best_split, likeliest
from mpi_search.cluster.tuning import Tuning
from mpi_search.cluster.validate import validate_rank
from mpi_search.kernel.core.frames import DONE, NEVER, NO_MOVE, OUTBOX_SIZE, PAUSED, SURE
from mpi_search.kernel.desk import Desk
from mpi_search.kernel.plan import Plan, Test


class Rank:
    """One rank: its tasks and its gifts."""

    _first_word: type[Any] = Start  #: the only message that counts before the beginning: others wait for it
    _last_word: type[Any] = Drain  #: the only message that counts after the end

    def __init__(
        self,
        number: int,
        size: int,
        desk: Desk,
        policy: Policy,
        rng: random.Random,
        host: str = "",
        tuning: Tuning | None = None,
    ) -> None:
        self.number = number
        self.size = size
        self.desk = desk
        self.pool = Pool(desk)
        self.kernel = desk.kernel
        self.policy = policy
        self.rng = rng
        self.host = host
        self.tuning = tuning or Tuning()
        self.team_size = self.tuning.team_size if policy.teams else 1
        self._export_batch = NEVER  # claims that a host sends to others at a time
        self.hosts = Hosts((0,) * size, number, team_size=self.team_size)  #: who sits where; known from Start on
        self.board = Board(desk, self.hosts, self.tuning, FindsWork.AT_MASTER)  #: whom to ask for work; likewise
        self.tasks: list[Task] = []  #: oldest first
        self.running: Task | None = None  #: the one whose slice is under way
        self.plan: Plan | None = None  #: of searches of the root that this rank makes: see `_follow_plan`
        self.test: Test | None = None  #: the one under way
        self.gifts: dict[int, tuple[Task, Gift]] = {}  #: by serial: what this rank is the home of
        self.copies: dict[int, Task] = {}  #: by serial: tasks that other ranks of the team search too
        self.serial = 0  #: of the last gift or copy
        self.is_started = False
        self.early: list[tuple[int, Message]] = []  #: heard from ranks that were told to start before this one
        self.is_stopped = False
        self.seeker = Seeker(self, self._send, self._wake_after)  #: how it finds work
        self.thieves: list[int] = []  #: ranks whose requests are parked here
        self.jobs = 0  #: jobs begun
        self.account = Account(self.tuning)  #: what else it has done
        self.sent = [0] * size  #: messages, to every rank
        self.received = 0  #: messages in all
        self.expected: int | None = None  #: so many must have been received before this rank may finish
        self.is_finished = False
        self._now = 0.0
        self._actions: list[Action] = []
        self._handlers: dict[type[Any], Any] = {
            Start: self._on_start, Steal: self._on_steal, Withdraw: self._on_withdraw, Refuse: self._on_refuse,
            Ask: self._on_ask, Describe: self._on_describe, Grant: self._on_grant, Value: self._on_value,
            Bound: self._on_bound, Cancel: self._on_cancel, Claims: self._on_claims, Stop: self._on_stop,
            Drain: self._on_drain, Retreat: self._on_retreat,
        }  # fmt: skip

    # --- the door
    def begin(self, now: float) -> list[Action]:
        """The first thing that a rank does."""
        self._now, self._actions = now, []
        self._send(MASTER, Hello(PROTOCOL_VERSION, self.host, self.kernel.content_hash))
        return self._actions

    def handle(self, event: Event, now: float) -> list[Action]:
        """What is to be done about `event`. Raises ProtocolError if a peer has broken the rules."""
        self._now, self._actions = now, []
        if type(event) is Ran:
            self._on_ran(event.status)
        elif type(event) is Free:
            self._on_free()
        elif type(event) is Received:
            self._on_received(event.source, event.message)
        else:
            assert type(event) is Woke
            self.seeker.woken()
        return self._actions

    def _on_received(self, source: int, message: Message) -> None:
        assert self.running is None, "messages are handled between slices"
        self.received += 1
        if not self.is_started and type(message) is not self._first_word:
            self.early.append((source, message))
        elif not self.is_stopped or type(message) is self._last_word:
            self._hear(source, message)
        self._finish_if_drained()

    def _hear(self, source: int, message: Message) -> None:
        handler = self._handlers.get(type(message))
        if handler is None or (type(message) in (Start, Stop, Drain, Retreat) and source != MASTER):
            raise ProtocolError(f"rank {self.number} has no use for {message} from rank {source}")
        handler(source, message)

    def _finish_if_drained(self) -> None:
        if self.received == self.expected and not self.is_finished:
            self.is_finished = True
            self._actions.append(Finish())

    def _send(self, target: int, message: Message) -> None:
        assert target != self.number
        self.sent[target] += 1
        self._actions.append(Send(target, message))

    def _wake_after(self, seconds: float) -> None:
        self._actions.append(Wake(self._now + seconds))

    # --- searching
    def _on_ran(self, status: int) -> None:
        task, self.running = self.running, None
        assert task is not None
        self.account.end_slice(self._now)
        task.status = status
        self._after_change(task)
        if task.unshared is not None and status == PAUSED:
            self._share(task, task.unshared)
        if self.desk.posted >= self._export_batch:
            self._export()
        if self.number != MASTER and (report := self.account.report(self, self._now)):
            self._send(MASTER, report)

    def _on_free(self) -> None:
        """Serve those who wait here, then search on, or look for work."""
        if self.thieves and self.tasks:
            self._serve_thieves()
        task = likeliest(self.tasks)
        self.board.show(self.tasks, task)
        if task is None:
            self.seeker.seek()
            return
        nodes = self.tuning.slice_nodes
        if self.board.is_shared and task.search.needed < self.tuning.doubtful:
            nodes = min(nodes, self.tuning.offer_nodes)
            self.seeker.seek_surer()
        if self.thieves:
            nodes = self.tuning.short_slice_nodes
        if task.unshared:
            nodes = min(nodes, self.tuning.alone_nodes)
        self.running, self.seeker.rests = task, False
        self.account.begin_slice(self._now)
        self._actions.append(Run(task.search, nodes))

    def _after_change(self, task: Task) -> None:
        """Keep gifts in step with frames; pass the claim on when the task is done."""
        if task.splits:
            if self.policy.in_order and task.status != DONE:
                task.release_held()
            task.audit(self._send, self._drop)
        if task.status == DONE:
            self._complete(task)

    def _complete(self, task: Task) -> None:
        move = NO_MOVE if task.search.best_move is None else task.search.best_move
        self._decide(task, task.search.lower, task.search.upper, move)

    def _decide(self, task: Task, lower: int, upper: int, move: int) -> None:
        """The claim of a task is known, from this rank or from a team mate: pass it on."""
        self._cancel(task)
        if task.home == self.number:
            self._root_is_done(lower, upper, move)
            return
        self._send(task.home, Value(task.serial, lower, upper, move, hungry=self.seeker.ask_with_value()))

    # --- searching the root: the master for its value, the first rank of another host to warm up
    def _follow_plan(self) -> None:
        """Begin the next test of the plan."""
        assert self.plan is not None
        self.test = test = self.plan.next_test()
        if test is None:
            self._plan_is_done()
            return
        state, search = self.plan.state, self.pool.take()
        search.begin(state, test.alpha, test.beta, test.depth, node_type=test.node_type)
        self.serial += 1
        grant = Grant(self.serial, state, test.depth, test.alpha, test.beta, test.node_type, SURE, True, 0)
        self._begin(Task(self.number, self.serial, search, is_root=True), grant)

    def _root_is_done(self, lower: int, upper: int, move: int) -> None:
        assert self.plan is not None
        assert self.test is not None
        self.plan.learn(self.test, lower, upper, None if move == NO_MOVE else move)
        self._follow_plan()

    def _plan_is_done(self) -> None:
        """The table is warm: moves will be tried in as good an order on this host as on the master's."""

    # --- ending a task
    def _cancel(self, task: Task) -> None:
        """A task is over: nobody else need search for it."""
        task.cancel(self._send, self._drop)
        for serial, mate in task.copies.items():
            self._send(mate, Cancel(serial))
            del self.copies[serial]
        self._remove(task)

    def _remove(self, task: Task) -> None:
        self.tasks.remove(task)
        self.pool.give_back(task.search)

    @property
    def nodes(self) -> int:
        """Searched here so far."""
        return self.pool.nodes

    def _drop(self, gift: Gift) -> None:
        del self.gifts[gift.serial]

    # --- jobs
    def _on_grant(self, source: int, grant: Grant) -> None:
        check_grant(self, source, grant)
        self.seeker.given(source)
        other = likeliest(self.tasks)  # one that it would leave, or that has come back to life meanwhile
        least = min(grant.needed, self.tuning.doubtful)
        if self.hosts.is_leader and other is not None and other.search.needed >= least:
            worst = self.kernel.game.max_value
            self._send(source, Value(grant.serial, -worst, worst, NO_MOVE, False))
            return
        if not self.tuning.max_tasks:
            return  # it only looks on, and the rest of its team will do
        search = self.pool.take()
        need_at = self.board.need_at(source, grant.need_place, grant.needed)
        search.begin(
            grant.state,
            grant.alpha,
            grant.beta,
            grant.depth,
            node_type=grant.node_type,
            needed=grant.needed,
            need_at=need_at,
            is_job=not grant.is_root,
        )
        self._begin(Task(source, grant.serial, search, is_root=grant.is_root), grant)

    def _begin(self, task: Task, grant: Grant) -> None:
        """Begin a task; the team begins it too when it has cost a slice."""
        self.jobs += 1
        self.tasks.append(task)
        if self.hosts.is_leader and self.hosts.mates:
            task.unshared = grant
            self.desk.busy[:] = 0  # nobody is busy with what is new, whatever was left behind

    def _share(self, task: Task, grant: Grant) -> None:
        """Have the team begin the task too."""
        task.unshared = None
        for mate in self.hosts.mates:
            self.serial += 1
            self.copies[self.serial], task.copies[self.serial] = task, mate
            self._send(mate, replace(grant, serial=self.serial, need_place=0))

    def _on_value(self, source: int, value: Value) -> None:
        check_value(self, source, value)
        if (given := self.gifts.pop(value.serial, None)) is not None:
            self._take(*given, value)
        elif value.serial in self.copies:
            task = self.copies[value.serial]
            del self.copies[value.serial], task.copies[value.serial]
            self._decide(task, value.lower, value.upper, value.move)
        if value.hungry:
            self._on_steal(source, Steal(source, self.tuning.hops, self.policy.is_central))

    def _take(self, task: Task, gift: Gift, value: Value) -> None:
        worst = self.kernel.game.max_value
        if (value.lower, value.upper) == (-worst, worst):
            task.forget(gift)
        else:
            if self.hosts.are_far(self.number, gift.helper):
                nodes = self.tuning.grain_nodes
                self.desk.remember(gift.child.state, gift.child.depth, value.lower, value.upper, nodes)
            task.take(gift, value.lower, value.upper, self.policy)
        self._after_change(task)

    def _on_bound(self, source: int, bound: Bound) -> None:
        task = self.find(source, bound.serial)
        if task is not None:
            for serial, mate in task.copies.items():
                self._send(mate, replace(bound, serial=serial))
            task.search.narrow(bound.alpha, bound.beta)
            task.status = task.search.run(0)
            self._after_change(task)

    def _on_cancel(self, source: int, cancel: Cancel) -> None:
        task = self.find(source, cancel.serial)
        if task is not None:
            self._cancel(task)

    def find(self, home: int, serial: int) -> Task | None:
        """The task of that name, if it is here."""
        for task in self.tasks:
            if task.serial == serial and task.home == home:
                return task
        return None

    # --- giving work
    def _grant(self, thief: int) -> bool:
        """Give `thief` a job, if there is one."""
        _, task, frame = best_split(self.tasks, self.policy, self.tuning.grain_nodes)
        if task is None or frame is None:
            return False
        self.serial += 1
        grant = task.give(frame, thief, self.serial, self.policy, is_shown=self.board.is_shared)
        split = task.splits[frame.ply]
        self.gifts[self.serial] = task, split.gifts[-1]
        if thief in self.thieves:
            self.thieves.remove(thief)
        self._send(thief, grant)
        task.status = task.search.run(0)  # it may have nothing left but what is away
        return True

    def _serve_thieves(self) -> None:
        for thief in list(self.thieves):
            if not self._grant(thief):
                return

    def _on_steal(self, source: int, steal: Steal) -> None:
        check_steal(self, source, steal)
        if steal.thief == self.number:  # passed on until it came home
            self.seeker.refused()
        elif self._grant(steal.thief):
            return
        elif steal.park:
            if steal.thief not in self.thieves:
                self.thieves.append(steal.thief)
        elif steal.hops and (target := self.board.whom_to_ask(self.rng, but=steal.thief)) is not None:
            self._send(target, Steal(steal.thief, steal.hops - 1, False))
        else:
            self._send(steal.thief, Refuse())

    def _on_withdraw(self, source: int, message: Withdraw) -> None:
        if source in self.thieves:
            self.thieves.remove(source)

    def _on_ask(self, source: int, message: Ask) -> None:
        self._send(source, Describe(best_split(self.tasks, self.policy, self.tuning.grain_nodes)[0]))

    # --- looking for work
    def _on_describe(self, source: int, message: Describe) -> None:
        self.seeker.described(source, message.rating)

    def _on_refuse(self, source: int, message: Refuse) -> None:
        self.board.strike(source)
        self.seeker.refused()

    # --- hash table
    def _export(self) -> None:
        """Send the dear claims of this host, and what it has to offer, to one rank of every other host."""
        claims = Claims(self.desk.take_outbox().astype("<u8", copy=False).tobytes(), *self.board.rows())
        for target in self.hosts.counterparts:
            self._send(target, claims)

    def _on_claims(self, source: int, claims: Claims) -> None:
        if not self.hosts.are_far(source, self.number) or not self.board.copy_rows(source, claims.rows, claims.needs):
            raise ProtocolError(f"rank {self.number}: rank {source} shows rows that cannot be those of its host")
        self.desk.absorb(np.frombuffer(claims.pairs, "<u8").reshape(-1, 2))

    # --- beginning and ending
    def _on_start(self, source: int, start: Start) -> None:
        check_start(self, source, start)
        self._start(start.hosts)
        if start.warm_up and self.hosts.is_first:
            self.plan = Plan(self.kernel.game, start.state, start.warm_up)
            self._follow_plan()
        for early in self.early:
            self._hear(*early)
        self.early.clear()

    def _start(self, hosts: tuple[int, ...]) -> None:
        self.is_started = True
        self.hosts = Hosts(hosts, self.number, team_size=self.team_size)
        if self.hosts.counterparts:
            # Every host hears from all others: the more there are, the fewer claims and messages should each send. What
            # is not sent before the outbox is full is lost.
            scale = math.sqrt(1 + len(self.hosts.counterparts))
            self.desk.export_nodes = round(self.tuning.export_nodes * scale)
            self._export_batch = min(round(self.tuning.export_batch * scale), OUTBOX_SIZE // 2)
        self.board = Board(self.desk, self.hosts, self.tuning, self.policy.finds_work)
        if self.policy.teams:
            self.desk.in_team, team = True, 1 + len(self.hosts.mates)
            self.desk.grain_nodes = self.tuning.busy_nodes // team

    def _on_retreat(self, source: int, message: Retreat) -> None:
        self.desk.table.new_generation()

    def _on_stop(self, source: int, message: Stop) -> None:
        self._stop()
        self.sent[MASTER] += 1  # the Bye itself is counted in the Bye
        self._actions.append(Send(MASTER, self.account.bye(self)))

    def _stop(self) -> None:
        self.is_stopped = True
        for task in list(self.tasks):
            task.search.cancel()
            self._remove(task)
        self.gifts.clear()
        self.copies.clear()
        self.thieves.clear()

    def _on_drain(self, source: int, drain: Drain) -> None:
        self.expected = drain.received

    # --- checking
    def validate(self) -> None:
        """Recheck all invariants. For tests: after every event."""
        validate_rank(self)
