"""The master: rank 0, which owns the root. It greets, follows the plan, searches like any other rank, and stops all.

greeting    every rank says Hello; the versions of protocol and game must agree; then Start goes to all
searching   one test of the plan after the other, within the limits (`search/limits.py`)
stopping    Stop to all; each drops what it does and says Bye, with the number of messages it ever sent to each rank;
            when all have, every rank is told how many messages it must have received, and finishes after the last
"""

from __future__ import annotations

from mpi_search.cluster.hosts import MASTER
from mpi_search.cluster.messages import (
    PROTOCOL_VERSION,
    Bye,
    Drain,
    Handlers,
    Hello,
    Message,
    Progress,
    ProtocolError,
    Retreat,
    Start,
    Stop,
)
from mpi_search.cluster.phases import MASTER_RULES
from mpi_search.cluster.role import RootSearch, Station
from mpi_search.cluster.work import Work
from mpi_search.search.core.frames import TO_END
from mpi_search.search.limits import Limits, Verdict, Watch
from mpi_search.search.plan import Plan


class Master:
    """The role of rank 0."""

    rules = MASTER_RULES

    def __init__(self, station: Station, plan: Plan, limits: Limits, unheard_nodes: int = 0) -> None:
        """`unheard_nodes`: what the other ranks may have searched since they last reported."""
        self._station = station
        self._decisions = station.decisions
        self._limits, self._unheard_nodes = limits, unheard_nodes
        self._work: Work | None = None
        self._root: RootSearch | None = None
        self._is_interrupted = False  # before the search has begun
        self._deadline: float | None = None  # the last that was expected
        self.plan = plan
        self.watch: Watch | None = None  #: from the start of the search on
        self.names = {MASTER: station.host}  #: of the hosts of the ranks that have greeted
        self.reports: dict[int, Progress] = {}  #: the last of each rank
        self.byes: dict[int, Bye] = {}
        self.started_at: float | None = None  #: all had greeted
        self.answered_at: float | None = None  #: the value was found
        self.handlers: Handlers = {Hello: self._on_hello, Progress: self._on_progress, Bye: self._on_bye}

    # --- greeting
    def begin(self) -> None:
        self._start_if_complete()

    def _on_hello(self, source: int, hello: Hello) -> None:
        own = PROTOCOL_VERSION, self._station.workspace.kernel.content_hash
        if (hello.version, hello.game_hash) != own:
            raise ProtocolError(
                f"rank {source} on {hello.host} speaks protocol {hello.version} and has game {hello.game_hash}; "
                f"the master on {self._station.host} has {own[0]} and {own[1]}"
            )
        if source in self.names:
            raise ProtocolError(f"rank {source} greets twice")
        self.names[source] = hello.host
        self._start_if_complete()

    def _start_if_complete(self) -> None:
        size = self._station.size
        if len(self.names) < size:
            return
        numbers: dict[str, int] = {}
        hosts = tuple(numbers.setdefault(self.names[rank], len(numbers)) for rank in range(size))
        self._tell_all(Start(hosts, self.plan.state, self.plan.warmup_depth))
        self._work, _ = self._station.start(hosts)
        self.started_at = self._decisions.now
        self.watch = Watch(self._limits, self._decisions.now, unheard_nodes=self._unheard_nodes)
        if self._is_interrupted:
            self.watch.interrupt()
        self._root = RootSearch(
            self.plan,
            self._work,
            self._stop_all,
            spent=self._spent,
            nodes=lambda: self.known_nodes,
        )
        self._expect_deadline()
        self._root.begin_next()

    def _tell_all(self, message: Message) -> None:
        for rank in range(1, self._station.size):
            self._decisions.send(rank, message)

    # --- limits
    @property
    def known_nodes(self) -> int:
        """Searched by the whole cluster, as far as the master has heard."""
        return self._station.nodes + sum(report.nodes for report in self.reports.values())

    def _spent(self) -> float:
        """The share of the limits that is used up."""
        assert self.watch is not None
        return self.watch.spent(self._decisions.now, self.known_nodes)

    def _on_progress(self, source: int, progress: Progress) -> None:
        self.reports[source] = progress

    def after_slice(self) -> None:
        pass

    def interrupt(self) -> None:
        self._is_interrupted = True
        if self.watch is not None:
            self.watch.interrupt()

    def check_limits(self) -> None:
        """Compare the search with its limits, and do what they say."""
        assert self.watch is not None
        if not self._limits.are_set and not self.watch.is_interrupted:
            return
        to_end, has_answer = self.plan.depth == TO_END, self.plan.completed is not None
        verdict = self.watch.judge(self._decisions.now, self.known_nodes, to_end=to_end, has_answer=has_answer)
        if verdict is Verdict.RETREAT:
            self._retreat()
        elif verdict is Verdict.CONCLUDE:
            self._stop_all()
        else:
            assert self._root is not None
            self._root.give_up_if_too_long()
            self._expect_deadline()

    def _retreat(self) -> None:
        """The end of the game is out of reach: drop the test under way, deepen from the last iteration completed."""
        assert self._work is not None
        assert self._root is not None
        self._work.cancel_root()
        self.plan.retreat()
        self._station.workspace.table.new_generation()
        self._tell_all(Retreat())
        self._expect_deadline()
        self._root.begin_next()

    def _expect_deadline(self) -> None:
        assert self.watch is not None
        at = self.watch.deadline(to_end=self.plan.depth == TO_END)
        if at is not None and at != self._deadline:  # another one for a search to the end than for iterations
            self._deadline = at
            self._decisions.expect_deadline(at)

    # --- stopping
    def _stop_all(self) -> None:
        assert self.plan.completed is not None or self.plan.is_exact
        self.answered_at = self._decisions.now
        self._station.stop()
        self._tell_all(Stop())
        self._drain_if_complete()

    def _on_bye(self, source: int, bye: Bye) -> None:
        if len(bye.sent) != self._station.size or source in self.byes:
            raise ProtocolError(f"the master: rank {source} says a wrong Bye")
        self.byes[source] = bye
        self._drain_if_complete()

    def _drain_if_complete(self) -> None:
        if len(self.byes) < self._station.size - 1:
            return
        for rank in range(1, self._station.size):
            total = sum(bye.sent[rank] for bye in self.byes.values()) + self._decisions.sent[rank] + 1
            self._decisions.send(rank, Drain(total))
        self._station.drain(sum(bye.sent[MASTER] for bye in self.byes.values()))
