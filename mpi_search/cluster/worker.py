"""A worker: it greets the master, waits for the start, and stops when it is told to.

While the master makes the first iterations of the plan, the first rank of every other host makes the same ones for the
table of its host. Their claims are too small to travel, and they are what says which move to try first.
"""

from __future__ import annotations

from mpi_search.cluster.checks import check_start
from mpi_search.cluster.hosts import MASTER
from mpi_search.cluster.messages import PROTOCOL_VERSION, Drain, Handlers, Hello, Retreat, Start, Stop
from mpi_search.cluster.phases import WORKER_RULES
from mpi_search.cluster.role import RootSearch, Station
from mpi_search.search.plan import Plan


class Worker:
    """The role of every rank but the first."""

    rules = WORKER_RULES

    def __init__(self, station: Station) -> None:
        self._station = station
        self._decisions = station.decisions
        self.root: RootSearch | None = None  #: of the first iterations, where this rank makes them for its host
        self.handlers: Handlers = {
            Start: self._on_start, Retreat: self._on_retreat, Stop: self._on_stop, Drain: self._on_drain,
        }  # fmt: skip

    def begin(self) -> None:
        station = self._station
        hello = Hello(PROTOCOL_VERSION, station.host, station.workspace.kernel.content_hash)
        self._decisions.send(MASTER, hello)

    def _on_start(self, source: int, start: Start) -> None:
        station, game = self._station, self._station.workspace.kernel.game
        check_start(start, station.size, game, f"rank {station.number}: rank {source}")
        work, hosts = station.start(start.hosts)
        if start.warmup_depth and hosts.is_first:
            self.root = RootSearch(Plan(game, start.state, start.warmup_depth), work)
            self.root.begin_next()
        station.hear_early()

    def check_limits(self) -> None:
        pass

    def interrupt(self) -> None:
        raise AssertionError("only the master is interrupted")

    def after_slice(self) -> None:
        """Report to the master now and then."""
        station = self._station
        report = station.account.report(lambda: station.nodes, sum(self._decisions.sent), self._decisions.now)
        if report is not None:
            self._decisions.send(MASTER, report)

    def _on_retreat(self, source: int, message: Retreat) -> None:
        self._station.workspace.table.new_generation()

    def _on_stop(self, source: int, message: Stop) -> None:
        station = self._station
        station.stop()
        sent = list(self._decisions.sent)
        sent[MASTER] += 1  # the Bye itself is counted in the Bye
        self._decisions.send(MASTER, station.account.bye(station.nodes, station.jobs, tuple(sent), station.received))

    def _on_drain(self, source: int, drain: Drain) -> None:
        self._station.drain(drain.received)
