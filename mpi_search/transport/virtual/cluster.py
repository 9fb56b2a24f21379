"""The virtual cluster: every rank of a search in one process, in virtual time, with real searches.

One heap of events ordered by (time, sequence). A rank that searches is away until its slice is over: the nodes it
searched times the cost of a node. Messages travel as encoded bytes and wait until the rank looks. Nothing depends on
the real clock or on memory addresses: the same seed gives the same run, bit for bit.

    turn of a rank:  Ran (if a slice is over), then every message that has arrived, then Free; Free may begin a slice
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mpi_search.cluster.events import Action, Finish, Free, Ran, Received, Run, Send, Wake, Woke
from mpi_search.cluster.hosts import MASTER
from mpi_search.cluster.master import Master
from mpi_search.cluster.messages import CLAIM_BYTES, ROW_BYTES, Claims, Grant, Message, Value, decode, encode
from mpi_search.cluster.policy import Policy
from mpi_search.cluster.rank import Rank
from mpi_search.kernel.bind import Kernel
from mpi_search.kernel.core.frames import DONE, NEVER, PAUSED, WAITING
from mpi_search.kernel.desk import Desk, busy_board, empty_outbox, offer_board
from mpi_search.kernel.plan import Plan
from mpi_search.kernel.table import Table
from mpi_search.transport.virtual.shape import Shape

_ARRIVAL, _SLICE_END, _ALARM, _QUANTUM, _LOOK = range(5)
#: So many times a rank may look for work while nothing else happens anywhere.
_VAIN_ALARMS = 50
_FREE, _WOKE = Free(), Woke()
_RAN = {status: Ran(status) for status in (DONE, PAUSED, WAITING)}

#: Called for everything that happens: virtual time, rank, what, and more about it.
Log = Callable[[float, int, str, str], None]


def event_line(now: float, rank: int, what: str, more: str) -> str:
    """An event as a line of a log file: microseconds, rank, what happened, more about it."""
    return f"{now * 1e6:.3f} {rank} {what} {more}".rstrip()


class Stuck(AssertionError):
    """Nothing is left to happen but idle ranks looking for work, and the search is not over."""


@dataclass
class Seat:
    """A rank's place in the virtual cluster."""

    rank: Rank
    inbox: deque[tuple[int, bytes]]
    searching: Run | None = None  #: the slice under way
    left: int = 0  #: nodes of it still to be searched
    unseen: int = 0  #: nodes to be searched before the next look for messages of other hosts
    is_rung: bool = False  #: a message has come from the same host
    status: int = PAUSED  #: what that slice will end with
    free_at: float = 0.0  #: until then the rank is busy with messages
    alarm: int = 0  #: the sequence number of the alarm that counts
    is_finished: bool = False
    nodes: int = 0
    search_s: float = 0.0
    message_s: float = 0.0


class VirtualCluster:
    """One search on a virtual cluster."""

    def __init__(
        self,
        kernel: Kernel,
        plan: Plan,
        policy: Policy,
        shape: Shape,
        *,
        seed: int = 1,
        log: Log | None = None,
        validate: bool = False,
        on_progress: Callable[[float, int], None] | None = None,
    ) -> None:
        self.shape = shape
        self.log = log
        self.validate = validate
        self.on_progress = on_progress
        self.rng = random.Random(f"network {seed}")
        self.time = 0.0
        self.messages = 0
        self.bytes = 0
        self.stalls = 0
        self._heap: list[tuple[float, int, int, int, Any]] = []
        self._sequence = 0
        self._last_arrival: dict[tuple[int, int], float] = {}
        self._encoded: tuple[Message | None, bytes] = (None, b"")
        self._look_nodes = shape.tuning.look_nodes if shape.hosts > 1 else NEVER
        self.seats = [Seat(rank, deque()) for rank in self._ranks(kernel, plan, policy, seed)]
        self.master: Master = self.seats[MASTER].rank  # type: ignore[assignment]

    def _ranks(self, kernel: Kernel, plan: Plan, policy: Policy, seed: int) -> list[Rank]:
        shape = self.shape
        ranks: list[Rank] = []
        tables = [Table(shape.table_mb) for _ in range(shape.hosts)]
        boards = [busy_board() for _ in range(shape.hosts)]
        offers = [offer_board(shape.ranks) for _ in range(shape.hosts)]
        outboxes = [empty_outbox() for _ in range(shape.hosts)]
        for number in range(shape.ranks):
            host = shape.host_of(number)
            desk = Desk(kernel, tables[host], boards[host], None, offers[host], number, outboxes[host])
            rng = random.Random(f"rank {seed} {number}")
            if number == MASTER:
                ranks.append(Master(shape.ranks, desk, policy, rng, plan, f"host{host}", shape.tuning))
            else:
                ranks.append(Rank(number, shape.ranks, desk, policy, rng, f"host{host}", shape.tuning))
        return ranks

    # --- running
    def run(self) -> None:
        """Let everything happen, until the last rank has finished."""
        for number, seat in enumerate(self.seats):
            self._turn(number, seat, 0.0, seat.rank.begin(0.0))
        events = idle = 0
        while self._heap:
            self.time, sequence, kind, number, payload = heapq.heappop(self._heap)
            idle = idle + 1 if kind == _ALARM else 0
            if idle > _VAIN_ALARMS * len(self.seats) and all(entry[2] == _ALARM for entry in self._heap):
                break
            seat = self.seats[number]
            if kind == _SLICE_END:
                self._end_slice(number, seat)
            elif kind == _QUANTUM and seat.is_rung:
                seat.message_s += self.shape.costs.slice_us * 1e-6
                self._push(self.time + self.shape.costs.slice_us * 1e-6, _SLICE_END, number)
            elif kind == _QUANTUM or (kind == _LOOK and not seat.inbox):
                self._search(number, seat, self.time)
            elif kind == _LOOK:
                self._end_slice(number, seat)
            elif kind == _ARRIVAL:
                seat.inbox.append(payload)
                seat.is_rung |= self.shape.host_of(payload[0]) == self.shape.host_of(number)
                if seat.searching is None:
                    self._turn(number, seat, max(self.time, seat.free_at), [])
            elif seat.alarm == sequence and seat.searching is None:
                self._wake(number, seat)
            events += 1
            if self.on_progress and events % 4096 == 0:
                self.on_progress(self.time, sum(each.nodes for each in self.seats))
        if not all(seat.is_finished for seat in self.seats):
            raise Stuck([number for number, seat in enumerate(self.seats) if not seat.is_finished])

    def _end_slice(self, number: int, seat: Seat) -> None:
        seat.searching = None
        if self.log:
            self.log(self.time, number, "ran", f"status {seat.status}, {seat.nodes} nodes so far")
        self._turn(number, seat, self.time, seat.rank.handle(_RAN[seat.status], self.time))

    def _wake(self, number: int, seat: Seat) -> None:
        now = max(self.time, seat.free_at)
        if self.log:
            self.log(now, number, "woke", "")
        self._turn(number, seat, now, seat.rank.handle(_WOKE, now))

    def _turn(self, number: int, seat: Seat, now: float, actions: list[Action]) -> None:
        """One turn of a rank: what it has just decided, its inbox, then its next slice."""
        rank = seat.rank
        began = now
        now = self._perform(number, seat, actions, now)
        seat.is_rung = False
        while seat.inbox:
            source, data = seat.inbox.popleft()
            message = decode(data)
            now += self._effort_s(rank, message)
            if self.log:
                self.log(now, number, "received", f"from {source}: {message}")
            now = self._perform(number, seat, rank.handle(Received(source, message), now), now)
        now = self._perform(number, seat, rank.handle(_FREE, now), now)
        seat.message_s += now - began
        seat.free_at = now
        if self.validate:
            rank.validate()
        if seat.searching is not None:
            seat.left = seat.searching.nodes
            seat.unseen = self._look_nodes
            self._search(number, seat, now)

    def _search(self, number: int, seat: Seat, now: float) -> None:
        """Search for a moment of virtual time. Others see what is stored in it by so much too early."""
        assert seat.searching is not None
        search = seat.searching.search
        before = search.nodes
        seat.status = search.run(min(seat.left, seat.unseen, self.shape.quantum_nodes))
        nodes = search.nodes - before
        costs = self.shape.costs
        seconds = nodes * (costs.node_ns * 1e-9 + costs.offer_us * 1e-6 / seat.rank.desk.offer_nodes)
        seat.nodes += nodes
        seat.search_s += seconds
        seat.left -= nodes
        seat.unseen -= nodes
        goes_on = seat.status == PAUSED and seat.left > 0
        if goes_on and seat.unseen > 0:
            self._push(now + seconds, _QUANTUM, number)
            return
        seat.unseen = self._look_nodes
        pause_s = (costs.look_us if goes_on else costs.slice_us) * 1e-6
        seat.message_s += pause_s
        self._push(now + seconds + pause_s + self._stall(), _LOOK if goes_on else _SLICE_END, number)

    def _perform(self, number: int, seat: Seat, actions: list[Action], now: float) -> float:
        """Obey; return what the clock shows afterwards."""
        for action in actions:
            if type(action) is Send:
                now += self._labour_s(seat.rank, action.message)
                self._post(number, action.target, action.message, now)
            elif type(action) is Run:
                seat.searching = action
            elif type(action) is Wake:
                seat.alarm = self._push(action.at, _ALARM, number)
            else:
                assert type(action) is Finish
                seat.is_finished = True
                if self.log:
                    self.log(now, number, "finished", "")
        return now

    # --- the network
    def _post(self, source: int, target: int, message: Message, now: float) -> None:
        if self._encoded[0] is not message:  # one message to many ranks is encoded once
            self._encoded = message, encode(message)
        data = self._encoded[1]
        self.messages += 1
        self.bytes += len(data)
        if self.log:
            self.log(now, source, "sent", f"to {target}: {message}")
        network, pair = self.shape.network, (source, target)
        is_near = self.shape.host_of(source) == self.shape.host_of(target)
        latency_us = network.near_us if is_near else network.far_us
        if network.jitter:
            latency_us *= 1 + network.jitter * self.rng.random()
        arrival = now + latency_us * 1e-6 + len(data) / (network.bandwidth_mb_s * 1e6)
        arrival = max(arrival, self._last_arrival.get(pair, 0.0))
        self._last_arrival[pair] = arrival
        self._push(arrival, _ARRIVAL, target, (source, data))

    def _labour_s(self, rank: Rank, message: Message) -> float:
        """What it takes to make a message."""
        costs = self.shape.costs
        gives = type(message) is Grant and message.serial in rank.gifts
        collects = type(message) is Claims and self._encoded[0] is not message  # once for all who get it
        return (costs.send_us + costs.job_us * gives + costs.collect_us * collects) * 1e-6

    def _effort_s(self, rank: Rank, message: Message) -> float:
        """What it takes to act on a message."""
        costs = self.shape.costs
        if type(message) is Claims:
            claims_us = costs.claim_us * (len(message.pairs) // CLAIM_BYTES)
            rows_us = costs.row_us * (len(message.rows) // ROW_BYTES)
            return (costs.receive_us + claims_us + rows_us) * 1e-6
        begins = type(message) is Grant
        learns = type(message) is Value and (message.serial in rank.gifts or message.serial in rank.copies)
        return (costs.receive_us + costs.job_us * (begins or learns)) * 1e-6

    def _stall(self) -> float:
        stalls = self.shape.stalls
        if not stalls.chance or self.rng.random() >= stalls.chance:
            return 0.0
        self.stalls += 1
        return self.rng.random() * stalls.longest_us * 1e-6

    def _push(self, time: float, kind: int, number: int, payload: Any = None) -> int:
        self._sequence += 1
        heapq.heappush(self._heap, (time, self._sequence, kind, number, payload))
        return self._sequence
