"""One search of the whole cluster, as each of its ranks sees it: a rank, a channel and a clock put together."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from mpi_search.cluster.figures import ClusterProgress, ClusterResult
from mpi_search.cluster.hosts import MASTER
from mpi_search.cluster.loop import Loop
from mpi_search.cluster.messages import ProtocolError
from mpi_search.cluster.phases import Phase
from mpi_search.cluster.question import Question
from mpi_search.cluster.rank import Rank
from mpi_search.cluster.report import progress_of, result_of_cluster
from mpi_search.transport.mpi.driver import RealClock, drive
from mpi_search.transport.mpi.failure import Misfit
from mpi_search.transport.mpi.idle import LONGEST_S, ONLOOKER_S, SPIN_S, Idle

if TYPE_CHECKING:
    from mpi_search.transport.mpi.host import Host
    from mpi_search.transport.mpi.world import World

#: A rank is ready to begin so many searches before it has to make room for more.
SPARE_SEARCHES = 6
#: Progress is told so often.
PROGRESS_S = 0.1


def search_together(
    world: World,
    host: Host,
    question: Question,
    *,
    should_stop: Callable[[], bool] = lambda: False,
    on_progress: Callable[[ClusterProgress], None] = lambda progress: None,
    want_pv: bool = True,
) -> ClusterResult | None:
    """Search together: all ranks call this with the same question. The result at rank 0, None elsewhere.

    `should_stop` and `on_progress` are for rank 0. Raises Misfit, and whatever goes wrong.
    """
    host.table.new_generation()
    looks_on = world.is_surplus and not question.crowds
    rank = make_rank(world, host, question, looks_on=looks_on)
    spin_s, longest_s = 0.0 if world.is_crowded else SPIN_S, ONLOOKER_S if looks_on else LONGEST_S
    idle = Idle(spin_s=spin_s, longest_s=longest_s)
    channel = host.channel()
    if rank.number != MASTER:
        _drive(Loop(rank, channel, RealClock()), idle)
        channel.flush()
        return None
    _drive(Loop(rank, channel, RealClock(), should_stop=should_stop), idle, Teller(rank, on_progress).look)
    channel.flush()
    watch, clock = rank.master.watch, RealClock()
    deadline = watch.deadline(to_end=False) if watch is not None else None

    def is_over() -> bool:
        return should_stop() or (deadline is not None and clock.now() >= deadline)

    return result_of_cluster(rank, want_pv=want_pv, should_stop=is_over)


def make_rank(world: World, host: Host, question: Question, *, looks_on: bool) -> Rank:
    """This rank, for one search; one that looks on never asks for work."""
    game = host.kernel.game
    tuning = question.tuning(world.size, host.node_ns)
    if looks_on:
        tuning = replace(tuning, max_tasks=0)
    rng = random.Random(f"rank {question.seed} {world.rank}")
    is_master = world.rank == MASTER
    plan = question.plan(game) if is_master else None
    part = (world.rank, world.size, host.workspace(), question.policy, rng, world.host, tuning)
    rank = Rank(*part, plan=plan, limits=question.limits)
    rank.pool.fill(SPARE_SEARCHES)
    return rank


def _drive(loop: Loop, idle: Idle, on_pause: Callable[[float], None] = lambda now: None) -> None:
    """Run a rank; what its peers get wrong before the search has begun is a matter of how they were installed."""
    try:
        drive(loop, idle, on_pause)
    except ProtocolError as error:
        if loop.rank.phase is not Phase.GREETING:
            raise
        raise Misfit(f"{error}; install the same version of mpi-search and of the game on every host") from error


class Teller:
    """Tells how far the cluster is, now and then."""

    def __init__(self, rank: Rank, on_progress: Callable[[ClusterProgress], None]) -> None:
        self._rank, self._on_progress = rank, on_progress
        self._told_at = 0.0

    def look(self, now: float) -> None:
        """To be called between turns."""
        if now - self._told_at >= PROGRESS_S and self._rank.phase is Phase.SEARCHING:
            self._told_at = now
            self._on_progress(progress_of(self._rank, now))
