"""What the master can tell: how far the cluster is, what it has found, and who did it."""

from __future__ import annotations

from collections.abc import Callable

from mpi_search.cluster.figures import ClusterProgress, ClusterResult, RankReport
from mpi_search.cluster.hosts import MASTER
from mpi_search.cluster.rank import Rank
from mpi_search.search.core.frames import TO_END
from mpi_search.search.solve import Progress, result_of
from mpi_search.sharing.search import SharedSearch
from mpi_search.sharing.workspace import Workspace


def progress_of(rank: Rank, now: float) -> ClusterProgress:
    """How far the cluster is, as far as rank 0 knows."""
    master, plan = rank.master, rank.master.plan
    assert master.started_at is not None
    seconds = max(now - master.started_at, 1e-9)
    plies = None if plan.depth == TO_END else plan.depth
    at = Progress(plies, plan.windows.lower, plan.windows.upper, plan.best, master.known_nodes, seconds)
    told = [master.reports.get(number) for number in range(1, rank.size)]
    busy_s = [rank.account.busy_s, *(report.busy_us * 1e-6 if report else 0.0 for report in told)]
    messages = sum(rank.decisions.sent) + sum(report.sent for report in told if report)
    busy = [min(1.0, each / seconds) for each in busy_s]
    return ClusterProgress(at, busy, rank.workspace.table.fill(), messages)


def result_of_cluster(
    rank: Rank, *, want_pv: bool = True, should_stop: Callable[[], bool] = lambda: False
) -> ClusterResult:
    """What rank 0 knows when it has finished."""
    master = rank.master
    assert master.started_at is not None
    assert master.answered_at is not None
    per_rank = [_own_report(rank), *(_report(rank, number) for number in range(1, rank.size))]
    alone = SharedSearch(Workspace(rank.workspace.kernel, rank.workspace.table))
    seconds = master.answered_at - master.started_at
    nodes = sum(report.nodes for report in per_rank)
    result = result_of(master.plan, alone, nodes, seconds, want_pv=want_pv, should_stop=should_stop)
    return ClusterResult(result, per_rank)


def _own_report(rank: Rank) -> RankReport:
    account, sent = rank.account, sum(rank.decisions.sent)
    return RankReport(MASTER, rank.host, rank.nodes, rank.jobs, account.busy_s, sent, rank.received, account.bytes_sent)


def _report(rank: Rank, number: int) -> RankReport:
    bye, host = rank.master.byes[number], rank.master.names[number]
    sent = sum(bye.sent)
    return RankReport(number, host, bye.nodes, bye.jobs, bye.busy_us * 1e-6, sent, bye.received, bye.bytes_sent)
