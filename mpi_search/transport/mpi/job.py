"""One search of the whole cluster, as each of its ranks sees it.

prepare    one rank of every host compiles, the others wait, then load
Host       memory that the ranks of a host share: the table, and what they tell each other about their work
search     greeting, searching, stopping: `cluster/` does it; the master comes back with the answer
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from mpi_search.cluster.events import Action
from mpi_search.cluster.hosts import MASTER
from mpi_search.cluster.master import Master
from mpi_search.cluster.messages import ProtocolError
from mpi_search.cluster.policy import Policy
from mpi_search.cluster.rank import Rank
from mpi_search.cluster.tuning import Tuning
from mpi_search.cluster.watch import Watch
from mpi_search.errors import InputError
from mpi_search.kernel.bind import Kernel
from mpi_search.kernel.core.frames import NEVER, TO_END
from mpi_search.kernel.core.table import BUCKET_WORDS
from mpi_search.kernel.desk import Desk, busy_board, empty_outbox, offer_board
from mpi_search.kernel.game import State
from mpi_search.kernel.plan import Plan
from mpi_search.kernel.ready import is_ready, make_ready
from mpi_search.kernel.search import Search
from mpi_search.kernel.solve import Budget, Progress, Result, result_of
from mpi_search.kernel.table import Table
from mpi_search.transport.mpi.failure import Misfit
from mpi_search.transport.mpi.idle import LONGEST_S, ONLOOKER_S, SPIN_S, Idle
from mpi_search.transport.mpi.memory import LINE_BYTES, Shapes, touch
from mpi_search.transport.mpi.seat import Seat

if TYPE_CHECKING:
    from mpi_search.transport.mpi.world import Mail, World

#: Ranks report so often to the master.
REPORT_S = 0.5
#: The memory of the table is touched before the search, but not for longer than this.
TOUCH_S = 0.25
#: A rank is ready to begin so many searches before it has to make room for more.
SPARE_SEARCHES = 6
#: The master looks at the clock between two slices, so these must not last longer than this, nor than this share of a
#: limit, on a core that nobody else uses.
SLICE_S, SLICE_SHARE = 5.5e-3, 0.01
#: With a limit of nodes, ranks report so often that the master knows of all but this share.
UNHEARD_SHARE = 0.1


@dataclass(frozen=True)
class Order:
    """What to search, and how: the same at every rank."""

    state: State
    policy: Policy
    depth: int | None = None
    max_seconds: float | None = None
    max_nodes: int | None = None
    seed: int = 1  #: of the choices that ranks make among equals
    sharing: Tuning = field(default_factory=Tuning)  #: how finely work is shared
    open_window: bool = False  #: one search with all values at once instead of null-window tests
    crowds: bool = False  #: ranks for which their machine has no core search too, and everyone more slowly

    def tuning(self, ranks: int, node_ns: int) -> Tuning:
        """How finely to share, and how often to report, so that limits can be kept."""
        slice_s = SLICE_S if self.max_seconds is None else min(SLICE_S, SLICE_SHARE * self.max_seconds)
        slice_nodes = max(500, int(slice_s * 1e9 / node_ns))
        tuning = replace(self.sharing, progress_s=REPORT_S, slice_nodes=min(slice_nodes, self.sharing.slice_nodes))
        if self.max_nodes is None:
            return tuning
        few = max(50, int(UNHEARD_SHARE * self.max_nodes) // ranks)
        return replace(
            tuning,
            progress_nodes=few,
            slice_nodes=min(few, tuning.slice_nodes),
            short_slice_nodes=min(few, tuning.short_slice_nodes),
            alone_nodes=min(few, tuning.alone_nodes),
            look_nodes=min(few, tuning.look_nodes),
        )


@dataclass(frozen=True)
class ClusterProgress:
    """How far a cluster is."""

    search: Progress
    busy: list[float]  #: the share of its time that each rank has searched
    table_fill: float  #: of the master's host
    messages: int  #: sent by all so far


@dataclass(frozen=True)
class Share:
    """What one rank has done."""

    rank: int
    host: str
    nodes: int
    jobs: int
    busy_seconds: float
    messages_sent: int
    messages_received: int
    bytes_sent: int


@dataclass(frozen=True)
class Outcome:
    """What the cluster found, and who did it."""

    result: Result
    shares: list[Share]


# --- before ----------------------------------------------------------------------------------------------------------


def prepare(world: World, kernel: Kernel) -> float:
    """Compile the search once on every host, or load it; returns the seconds that took. Raises InputError."""
    began = time.perf_counter()
    is_first = world.host_rank == 0
    if not world.tell_host(is_ready(kernel)):
        if is_first:
            make_ready(kernel)
        world.host_barrier()
        if is_first:
            return time.perf_counter() - began
    make_ready(kernel)
    return time.perf_counter() - began


def host_arrays(table_mb: float, ranks: int, size: int) -> Shapes:
    """What the `ranks` of a host share, by name, in a cluster of that `size`."""
    words = max(1, int(table_mb * (1 << 20)) // (8 * BUCKET_WORDS)) * BUCKET_WORDS
    busy, offers, outbox = busy_board(), offer_board(size), empty_outbox()
    bells = (ranks, LINE_BYTES // 8)  # a cache line each
    return {
        "table": ((words,), np.uint64),
        "busy": (busy.shape, busy.dtype),
        "offers": (offers.shape, offers.dtype),
        "bells": (bells, np.uint64),
        "outbox": (outbox.shape, outbox.dtype),
    }


class Host:
    """The memory that this rank shares with the others of its host. Serves one search after the other."""

    def __init__(self, world: World, kernel: Kernel, table_mb: float) -> None:
        """All ranks of the host together. Raises InputError if the table does not fit."""
        self.world, self.kernel = world, kernel
        try:
            self._memory = world.memory(host_arrays(table_mb, world.host_size, world.size))
        except MemoryError as error:
            raise InputError(f"--table-mb {table_mb:g} does not fit: {error}") from error
        self.table = Table(buffer=self._memory.arrays["table"])
        until = time.perf_counter() + TOUCH_S
        touch(self.table.words, world.host_rank, world.host_size, lambda: time.perf_counter() > until)
        world.host_barrier()

    def desk(self) -> Desk:
        """This rank's desk for one search. Nothing of it may be sent before every rank has one."""
        arrays, world = self._memory.arrays, self.world
        if world.host_rank == 0:  # what is left of an earlier search
            arrays["offers"][:], arrays["outbox"][0] = 0, 0
        bell = arrays["bells"][world.host_rank]
        offers, outbox = arrays["offers"], arrays["outbox"]
        return Desk(self.kernel, self.table, arrays["busy"], bell, offers, world.rank, outbox)

    def mail(self) -> Mail:
        """The messages of one search."""
        return self.world.mail(self._memory.arrays["bells"])

    def close(self) -> None:
        """Give the memory back; all ranks of the host together."""
        self.world.host_barrier()
        self._memory.free()


# --- the search ------------------------------------------------------------------------------------------------------


def search(
    world: World,
    host: Host,
    order: Order,
    *,
    should_stop: Callable[[], bool] = lambda: False,
    on_progress: Callable[[ClusterProgress], None] = lambda progress: None,
    want_pv: bool = True,
    clock: Callable[[], float] = time.perf_counter,
) -> Outcome | None:
    """Search together: all ranks call this with the same order. The outcome at rank 0, None elsewhere.

    `should_stop` and `on_progress` are for rank 0. Raises Misfit, and whatever goes wrong.
    """
    host.table.new_generation()
    desk, tuning = host.desk(), order.tuning(world.size, host.kernel.game.node_ns)
    looks_on = world.is_surplus and not order.crowds
    if looks_on:
        tuning = replace(tuning, max_tasks=0)  # it never asks for work
    rng = random.Random(f"rank {order.seed} {world.rank}")
    spin_s, longest_s = 0.0 if world.is_crowded else SPIN_S, ONLOOKER_S if looks_on else LONGEST_S
    idle = Idle(clock, spin_s=spin_s, longest_s=longest_s)
    if world.rank != MASTER:
        rank = Rank(world.rank, world.size, desk, order.policy, rng, world.host, tuning)
        rank.pool.fill(SPARE_SEARCHES)
        _sit(Seat(rank, host.mail(), clock=clock, idle=idle))
        return None
    plan = Plan(host.kernel.game, order.state, order.depth, open_window=order.open_window)
    master = Master(world.size, desk, order.policy, rng, plan, world.host, tuning)
    master.pool.fill(SPARE_SEARCHES)
    budget = Budget(clock, order.max_seconds, order.max_nodes, should_stop)
    unheard = 0 if tuning.progress_nodes == NEVER else tuning.progress_nodes * (world.size - 1)
    overseer = Overseer(master, Watch(master, budget, unheard), on_progress)
    _sit(Seat(master, host.mail(), clock=clock, idle=idle, on_turn=overseer.turn))
    return outcome_of(master, want_pv=want_pv, should_stop=should_stop)


def _sit(seat: Seat) -> None:
    """Run a rank; what its peers get wrong before the search has begun is a matter of how they were installed."""
    try:
        seat.run()
    except ProtocolError as error:
        if seat.rank.is_started:
            raise
        raise Misfit(f"{error}; install the same version of mpi-search and of the game on every host") from error


class Overseer:
    """What the master does between its turns: looks at the limits, and tells how far the cluster is."""

    def __init__(self, master: Master, watch: Watch, on_progress: Callable[[ClusterProgress], None]) -> None:
        self.master, self.watch, self.on_progress = master, watch, on_progress
        self._told_at = 0.0

    def turn(self, now: float) -> list[Action]:
        """To be called between turns."""
        master = self.master
        if now - self._told_at >= 0.1 and master.started_at is not None and not master.is_stopped:
            self._told_at = now
            self.on_progress(self.progress(now))
        return self.watch.look(now)

    def progress(self, now: float) -> ClusterProgress:
        """How far the cluster is, as far as the master knows."""
        master, plan = self.master, self.master.plan
        assert master.started_at is not None
        seconds = max(now - master.started_at, 1e-9)
        plies = None if plan.depth == TO_END else plan.depth
        nodes = master.known_nodes
        at = Progress(plies, plan.windows.lower, plan.windows.upper, plan.best, nodes, seconds)
        told = [master.reports.get(rank) for rank in range(1, master.size)]
        busy_s = [master.account.busy_s, *(report.busy_us * 1e-6 if report else 0.0 for report in told)]
        messages = sum(master.sent) + sum(report.sent for report in told if report)
        busy = [min(1.0, each / seconds) for each in busy_s]
        return ClusterProgress(at, busy, master.desk.table.fill(), messages)


# --- after -----------------------------------------------------------------------------------------------------------


def outcome_of(master: Master, *, want_pv: bool = True, should_stop: Callable[[], bool] = lambda: False) -> Outcome:
    """What a master that has finished knows."""
    assert master.started_at is not None
    assert master.answered_at is not None
    shares = [_own_share(master), *(_share(master, rank) for rank in range(1, master.size))]
    nodes = sum(share.nodes for share in shares)
    helper = Search(master.kernel, master.desk.table)  # alone, with a desk of its own
    seconds = master.answered_at - master.started_at
    result = result_of(master.plan, helper, nodes, seconds, want_pv=want_pv, should_stop=should_stop)
    return Outcome(result, shares)


def _own_share(master: Master) -> Share:
    account = master.account
    sent = sum(master.sent)
    return Share(
        MASTER, master.host, master.nodes, master.jobs, account.busy_s, sent, master.received, account.bytes_sent
    )


def _share(master: Master, rank: int) -> Share:
    bye, host = master.byes[rank], master.names[rank]
    sent = sum(bye.sent)
    return Share(rank, host, bye.nodes, bye.jobs, bye.busy_us * 1e-6, sent, bye.received, bye.bytes_sent)
