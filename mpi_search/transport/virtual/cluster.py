"""The virtual cluster: every rank of a search in one process, in virtual time, with real searches.

One heap of events ordered by (time, sequence). A rank that searches is away until its slice is over: the nodes it
searched times the cost of a node. Messages travel as encoded bytes and wait until the rank looks. Nothing depends on
the real clock or on memory addresses: the same seed gives the same run, bit for bit.

What a rank does in its turn is told in `cluster/loop.py`; here it is said how long that takes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any

from mpi_search.cluster.events import Action, Event, Finish, Interrupt, Ran, Received, TimeIsUp, Woke
from mpi_search.cluster.hosts import MASTER
from mpi_search.cluster.loop import CALLED, IDLE, LOOKING, SEARCHING, Loop, Pause
from mpi_search.cluster.master import Master
from mpi_search.cluster.messages import Encoder, Message
from mpi_search.cluster.question import reporting_nodes
from mpi_search.cluster.rank import Rank
from mpi_search.compile.kernel import SharedKernel
from mpi_search.policies.policy import Policy
from mpi_search.search.limits import Limits
from mpi_search.search.plan import Plan
from mpi_search.search.table import Table
from mpi_search.sharing.workspace import Workspace, host_arrays
from mpi_search.transport.virtual.channel import VirtualChannel
from mpi_search.transport.virtual.clock import VirtualClock
from mpi_search.transport.virtual.shape import Shape

_ARRIVAL, _RESUME, _ALARM, _INTERRUPT = range(4)
#: So many times a rank may look for work while nothing else happens anywhere.
_VAIN_ALARMS = 50

#: Called for everything that happens: virtual time, rank, what, and more about it.
Log = Callable[[float, int, str, str], None]


def event_line(now: float, rank: int, what: str, more: str) -> str:
    """An event as a line of a log file: microseconds, rank, what happened, more about it."""
    return f"{now * 1e6:.3f} {rank} {what} {more}".rstrip()


class Stuck(AssertionError):
    """Nothing is left to happen but idle ranks looking for work, and the search is not over."""


@dataclass(slots=True)
class VirtualRank:
    """A rank in the virtual cluster, and where its time goes."""

    rank: Rank
    clock: VirtualClock
    channel: VirtualChannel
    loop: Loop
    turns: Iterator[Pause]
    is_idle: bool = False  #: has nothing to do until a message comes or something is due
    alarm: float | None = None  #: the last that was set
    node_s: float = 0.0  #: what it takes to search one node
    nodes: int = 0
    search_s: float = 0.0
    message_s: float = 0.0  #: handling messages, looking for them, deciding what to do


class VirtualCluster:
    """One search on a virtual cluster."""

    def __init__(
        self,
        kernel: SharedKernel,
        plan: Plan,
        policy: Policy,
        shape: Shape,
        *,
        seed: int = 1,
        limits: Limits | None = None,
        interrupt_at: float | None = None,
        log: Log | None = None,
        validate: bool = False,
        on_progress: Callable[[float, int], None] | None = None,
        on_event: Callable[[Rank, Event, float], None] | None = None,
        on_handled: Callable[[Rank, list[Action]], None] | None = None,
    ) -> None:
        """`interrupt_at`: when the user wants no more, in virtual seconds; `on_event` and `on_handled` hear of every
        event before it is handled, and what was decided then."""
        self.shape = shape
        self.log = log
        self.validate = validate
        self.on_progress, self.on_event, self.on_handled = on_progress, on_event, on_handled
        self.rng = random.Random(f"network {seed}")
        self.time = 0.0
        self.messages = 0
        self.bytes = 0
        self.stalls = 0
        self._heap: list[tuple[float, int, int, int, Any]] = []
        self._sequence = count()
        self._last_arrival: dict[tuple[int, int], float] = {}
        self._encoder = Encoder()
        self._is_interrupted = False
        if interrupt_at is not None:
            self._push(interrupt_at, _INTERRUPT, MASTER)
        ranks = self._make_ranks(kernel, plan, policy, seed, limits or Limits())
        self.ranks = [self._seated(rank) for rank in ranks]
        self.master: Master = ranks[MASTER].master

    def _make_ranks(self, kernel: SharedKernel, plan: Plan, policy: Policy, seed: int, limits: Limits) -> list[Rank]:
        shape, tuning = self.shape, self.shape.tuning
        if limits.max_nodes is not None:
            tuning = reporting_nodes(tuning, limits.max_nodes, shape.ranks)
        ranks: list[Rank] = []
        tables = [Table(shape.table_mb) for _ in range(shape.hosts)]
        arrays = [host_arrays(shape.ranks) for _ in range(shape.hosts)]
        for number in range(shape.ranks):
            host = shape.host_of(number)
            workspace = Workspace(kernel, tables[host], arrays[host], rank=number)
            rng = random.Random(f"rank {seed} {number}")
            part = (number, shape.ranks, workspace, policy, rng, f"host{host}", tuning)
            ranks.append(Rank(*part, plan=plan, limits=limits) if number == MASTER else Rank(*part))
        return ranks

    def _seated(self, rank: Rank) -> VirtualRank:
        clock = VirtualClock(self.shape.quantum_nodes)
        channel = VirtualChannel(rank, clock, self.shape, self._encoder, self._post)
        loop = Loop(rank, channel, clock, should_stop=lambda: self._is_interrupted and rank.number == MASTER)
        if self.log or self.on_event:
            loop.on_event = lambda event, now: self._before(rank, event, now)
        if self.log or self.on_handled or self.validate:
            loop.on_handled = lambda actions: self._after(rank, clock, actions)
        return VirtualRank(rank, clock, channel, loop, loop.turns())

    # --- running
    def run(self) -> None:
        """Let everything happen, until the last rank has finished."""
        for one in self.ranks:
            self._resume(one)
        events = idle = 0
        while self._heap:
            self.time, _, kind, number, payload = heappop(self._heap)
            one = self.ranks[number]
            if kind == _RESUME:
                idle = 0
                self._resume(one)
            else:
                idle = idle + 1 if kind == _ALARM else 0
                if idle > _VAIN_ALARMS * len(self.ranks) and all(entry[2] == _ALARM for entry in self._heap):
                    break
                self._happen(kind, one, payload)
            events += 1
            if self.on_progress and events % 4096 == 0:
                self.on_progress(self.time, sum(each.nodes for each in self.ranks))
        if not all(each.rank.is_finished for each in self.ranks):
            raise Stuck([number for number, each in enumerate(self.ranks) if not each.rank.is_finished])

    def _happen(self, kind: int, one: VirtualRank, payload: Any) -> None:
        """Time has come for something. A rank that searches hears of it when its slice is over."""
        if kind == _ARRIVAL:
            one.channel.arrive(*payload)
        elif kind == _INTERRUPT:
            self._is_interrupted = True
        due = one.loop.next_due
        if one.is_idle and (kind != _ALARM or (due is not None and due <= self.time)):
            self._resume(one)

    def _resume(self, one: VirtualRank) -> None:
        """Let a rank go on, until time must pass."""
        clock = one.clock
        began = clock.resume(self.time)
        one.is_idle = False
        pause = next(one.turns, None)
        now = clock.time
        one.message_s += now - began
        if pause is None:  # it has finished
            return
        if pause.why is not IDLE:
            self._push(now + self._seconds(one, pause), _RESUME, one.rank.number)
            return
        one.is_idle = True
        if pause.until is not None and pause.until != one.alarm:
            one.alarm = pause.until
            self._push(pause.until, _ALARM, one.rank.number)

    def _seconds(self, one: VirtualRank, pause: Pause) -> float:
        """How long a rank is away that searches. Others see what it stores in that time by so much too early."""
        seconds = pause.nodes * (one.node_s or self._learn_node_s(one))
        one.nodes += pause.nodes
        one.search_s += seconds
        if pause.why is SEARCHING:
            return seconds
        costs = self.shape.costs
        pause_s = (costs.look_us if pause.why is LOOKING else costs.slice_us) * 1e-6
        one.message_s += pause_s
        return seconds + pause_s + (0.0 if pause.why is CALLED else self._stall())

    def _learn_node_s(self, one: VirtualRank) -> float:
        """How often a search shows what it has to offer is known from the start of the search on."""
        costs = self.shape.costs
        one.node_s = costs.node_ns * 1e-9 + costs.offer_us * 1e-6 / one.rank.workspace.offer_every_nodes
        return one.node_s

    def _stall(self) -> float:
        stalls = self.shape.stalls
        if not stalls.chance or self.rng.random() >= stalls.chance:
            return 0.0
        self.stalls += 1
        return self.rng.random() * stalls.longest_us * 1e-6

    # --- the network
    def _post(self, source: int, target: int, message: Message, data: bytes, now: float) -> None:
        self.messages += 1
        self.bytes += len(data)
        if self.log:
            self.log(now, source, "sent", f"to {target}: {message}")
        network, pair = self.shape.network, (source, target)
        latency_us = network.near_us if self.shape.are_near(source, target) else network.far_us
        if network.jitter:
            latency_us *= 1 + network.jitter * self.rng.random()
        arrival = now + latency_us * 1e-6 + len(data) / (network.bandwidth_mb_s * 1e6)
        arrival = max(arrival, self._last_arrival.get(pair, 0.0))
        self._last_arrival[pair] = arrival
        self._push(arrival, _ARRIVAL, target, (source, data))

    def _push(self, time: float, kind: int, number: int, payload: Any = None) -> None:
        heappush(self._heap, (time, next(self._sequence), kind, number, payload))

    # --- watching
    def _before(self, rank: Rank, event: Event, now: float) -> None:
        if self.on_event:
            self.on_event(rank, event, now)
        if self.log and type(event) is Received:
            self.log(now, rank.number, "received", f"from {event.source}: {event.message}")
        elif self.log and type(event) is Ran:
            self.log(now, rank.number, "ran", f"status {event.status}, {self.ranks[rank.number].nodes} nodes so far")
        elif self.log and type(event) in _LOGGED:
            self.log(now, rank.number, _LOGGED[type(event)], "")

    def _after(self, rank: Rank, clock: VirtualClock, actions: list[Action]) -> None:
        if self.on_handled:
            self.on_handled(rank, actions)
        if self.validate:
            rank.validate()
        if self.log and any(type(action) is Finish for action in actions):
            self.log(clock.time, rank.number, "finished", "")


#: Events that a log tells by a word.
_LOGGED: dict[type[Any], str] = {Woke: "woke", TimeIsUp: "time is up", Interrupt: "interrupted"}
