"""What the master and the workers do differently, and what both see of their rank."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from mpi_search.cluster.account import Account
from mpi_search.cluster.decisions import Decisions
from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.messages import Handlers
from mpi_search.cluster.phases import Phase, Rule
from mpi_search.cluster.work import Work
from mpi_search.search.limits import FALLBACK_SHARE
from mpi_search.search.plan import Plan
from mpi_search.search.test import Test
from mpi_search.sharing.workspace import Workspace


class Station(Protocol):
    """What a role sees of its rank."""

    number: int
    size: int
    host: str
    decisions: Decisions
    workspace: Workspace
    account: Account
    received: int

    @property
    def nodes(self) -> int:
        """Searched here so far."""

    @property
    def jobs(self) -> int:
        """Begun here so far."""

    def start(self, hosts: tuple[int, ...]) -> tuple[Work, Hosts]:
        """The search begins, with ranks on these hosts."""

    def hear_early(self) -> None:
        """What others have said before this rank was told to start counts now."""

    def stop(self) -> None:
        """Drop everything."""

    def drain(self, received: int) -> None:
        """Nothing is in flight any more when so many messages have been received in all."""


class Role(Protocol):
    """How a rank begins, what it does about the root, and how it ends."""

    rules: dict[Phase, Rule]  #: which message counts when
    handlers: Handlers  #: of messages that only ranks of this role hear

    def begin(self) -> None:
        """The first thing that it does."""

    def check_limits(self) -> None:
        """Between two slices: end what its limits do not allow."""

    def interrupt(self) -> None:
        """The user wants no more."""

    def after_slice(self) -> None:
        """A slice is over."""


class RootSearch:
    """Follows a plan of searches, of the root or below it, each a task of this rank that nobody gave it."""

    def __init__(
        self,
        plan: Plan,
        work: Work,
        on_done: Callable[[], None] = lambda: None,
        *,
        spent: Callable[[], float] = lambda: 0.0,
        nodes: Callable[[], int] = lambda: 0,
    ) -> None:
        """`on_done`: called when the value is known. `spent`: the share of the limits that is used up; `nodes`:
        searched so far."""
        self.plan = plan
        self._work, self._on_done = work, on_done
        self._spent, self._nodes = spent, nodes
        self._test: Test | None = None  # the one under way
        self._before = 0.0, 0  # spent and nodes when it began
        work.on_root = self._learn

    def begin_next(self) -> None:
        """Begin the next test of the plan, if there is one."""
        self._test = self.plan.next_test(FALLBACK_SHARE - self._spent())
        self._before = self._spent(), self._nodes()
        if self._test is None:
            self._on_done()
        else:
            self._work.begin_root(self._test.state, self._test)

    def give_up_if_too_long(self) -> None:
        """Drop a test that has cost more than it may, and go on."""
        assert self._test is not None
        cost = self._spent() - self._before[0]
        if cost >= self._test.max_cost:
            self._work.cancel_root()
            self.plan.give_up(cost)
            self.begin_next()

    def _learn(self, lower: int, upper: int, move: int | None) -> None:
        assert self._test is not None
        cost, nodes = self._spent() - self._before[0], self._nodes() - self._before[1]
        self.plan.learn(self._test, lower, upper, move, cost=cost, nodes=nodes)
        self.begin_next()
