"""The work of a rank: the tasks that it searches for others, and what others search for it.

Rules
    - A job has one home (the rank whose frame it belongs to) and one searcher. It is named by (home, serial).
    - Nothing but claims travels up, nothing but windows and cancels travel down; both are dropped when they concern a
      job that is not known any more. Cancelling twice does no harm.
    - After every change each task is audited: helpers hear of new windows, unwanted gifts are cancelled. They do the
      same with theirs, and so a bound runs down the whole chain.
    - Nobody waits while it has a task to run. A task that only waits is suspended; of those that can run the likeliest
      to be needed does, the oldest if several are. One that is hardly needed makes way for a better job elsewhere.

Teams
    Where the policy says so, several ranks of a host search every job together: the first of them, the leader, deals
    with other teams and gives each mate a copy of its job; whoever decides it first ends it for all.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from mpi_search.cluster.checks import check_sender, check_value
from mpi_search.cluster.decisions import Decisions
from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.messages import Bound, Cancel, Decline, Grant, Handlers, Value
from mpi_search.cluster.offers import Offers
from mpi_search.cluster.pool import Pool
from mpi_search.cluster.task import Gift, Task, best_split, likeliest
from mpi_search.cluster.tuning import Tuning
from mpi_search.policies.policy import Policy
from mpi_search.rules.game import State
from mpi_search.search.core.frames import DONE, NO_MOVE, PAUSED
from mpi_search.search.test import Test
from mpi_search.sharing.core.links import SURE
from mpi_search.sharing.workspace import Workspace


class Work:
    """The tasks and the gifts of one rank, from the start of a search on."""

    def __init__(
        self,
        number: int,
        pool: Pool,
        policy: Policy,
        workspace: Workspace,
        tuning: Tuning,
        hosts: Hosts,
        offers: Offers,
        decisions: Decisions,
    ) -> None:
        self._number, self._workspace, self._pool = number, workspace, pool
        self._policy, self._tuning, self._hosts, self._offers = policy, tuning, hosts, offers
        self._decisions = decisions
        self._worst = workspace.kernel.game.max_value
        self.tasks: list[Task] = []  #: oldest first
        self.running: Task | None = None  #: the one whose slice is under way
        self.gifts: dict[int, tuple[Task, Gift]] = {}  #: by serial: what this rank is the home of
        self.copies: dict[int, Task] = {}  #: by serial: tasks that other ranks of the team search too
        self.serial = 0  #: of the last gift or copy
        self.jobs = 0  #: jobs begun
        #: Called when the root is decided that this rank searches for itself: with its claim, and the move behind it.
        self.on_root: Callable[[int, int, int | None], None] = lambda lower, upper, move: None
        #: Whether a value that is about to be returned shall say that there is nothing else to do.
        self.asks_with_value: Callable[[], bool] = lambda: False
        self.handlers: Handlers = {Decline: self._on_decline, Bound: self._on_bound, Cancel: self._on_cancel}

    # --- what there is to do
    @property
    def has_runnable(self) -> bool:
        """Whether there is anything to search here."""
        return any(task.is_runnable for task in self.tasks)

    @property
    def has_room(self) -> bool:
        """Whether one task more may be begun."""
        return len(self.tasks) < self._tuning.max_tasks

    def helpers(self) -> list[int]:
        """The ranks that search for this one."""
        return [gift.helper for task in self.tasks for gift in task.gifts()]

    def find(self, home: int, serial: int) -> Task | None:
        """The task of that name, if it is here."""
        for task in self.tasks:
            if task.serial == serial and task.home == home:
                return task
        return None

    # --- slices
    def begin_slice(self, task: Task, nodes: int) -> None:
        """Search a task for so many nodes."""
        self.running = task
        self._decisions.run(task.search, nodes)

    def end_slice(self, status: int) -> None:
        """The slice is over."""
        task, self.running = self.running, None
        assert task is not None
        task.status = status
        self._after_change(task)
        if task.unshared is not None and status == PAUSED:
            self._share(task, task.unshared)

    def _after_change(self, task: Task) -> None:
        """Keep gifts in step with frames; pass the claim on when the task is done."""
        if task.splits:
            if self._policy.in_order and task.status != DONE:
                task.release_held()
            task.audit(self._decisions.send, self._drop)
        if task.status == DONE:
            move = NO_MOVE if task.search.best_move is None else task.search.best_move
            self._decide(task, task.search.lower, task.search.upper, move)

    def _decide(self, task: Task, lower: int, upper: int, move: int) -> None:
        """The claim of a task is known, from this rank or from a team mate: pass it on."""
        self._cancel(task)
        if task.home == self._number:
            self.on_root(lower, upper, None if move == NO_MOVE else move)
            return
        self._decisions.send(task.home, Value(task.serial, lower, upper, move, hungry=self.asks_with_value()))

    # --- beginning and ending tasks
    def begin_root(self, state: State, test: Test) -> None:
        """Search the root, for nobody else."""
        search = self._pool.take()
        search.begin(state, test.alpha, test.beta, test.depth, node_type=test.node_type)
        self.serial += 1
        grant = Grant(self.serial, state, test.depth, test.alpha, test.beta, test.node_type, SURE, True, 0)
        self._begin(Task(self._number, self.serial, search, is_root=True), grant)

    def cancel_root(self) -> None:
        """Drop the search of the root."""
        assert self.running is None, "between slices"
        for task in [task for task in self.tasks if task.home == self._number]:
            self._cancel(task)

    def _begin(self, task: Task, grant: Grant) -> None:
        """Begin a task; the team begins it too when it has cost a slice."""
        self.jobs += 1
        self.tasks.append(task)
        if self._hosts.is_leader and self._hosts.mates:
            task.unshared = grant
            self._workspace.busy[:] = 0  # nobody is busy with what is new, whatever was left behind

    def _share(self, task: Task, grant: Grant) -> None:
        """Have the team begin the task too."""
        task.unshared = None
        for mate in self._hosts.mates:
            self.serial += 1
            self.copies[self.serial], task.copies[self.serial] = task, mate
            self._decisions.send(mate, replace(grant, serial=self.serial, slot=0))

    def _cancel(self, task: Task) -> None:
        """A task is over: nobody else need search for it."""
        task.cancel(self._decisions.send, self._drop)
        for serial, mate in task.copies.items():
            self._decisions.send(mate, Cancel(serial))
            del self.copies[serial]
        self._remove(task)

    def _remove(self, task: Task) -> None:
        self.tasks.remove(task)
        self._pool.give_back(task.search)

    def _drop(self, gift: Gift) -> None:
        del self.gifts[gift.serial]

    def stop(self) -> None:
        """Drop everything, and tell nobody: all are told to stop."""
        for task in list(self.tasks):
            task.search.cancel()
            self._remove(task)
        self.gifts.clear()
        self.copies.clear()

    # --- jobs for this rank
    def is_better_than_own(self, grant: Grant) -> bool:
        """Whether a job is likelier to be needed than what there is to search here, one that this rank would leave, or
        that has come back to life meanwhile. Mates of a team search what their leader does."""
        other = likeliest(self.tasks)
        least = min(grant.chance, self._tuning.doubtful_chance)
        return not self._hosts.is_leader or other is None or other.search.chance < least

    def on_grant(self, source: int, grant: Grant) -> None:
        """Begin a job, or decline it."""
        if not self.is_better_than_own(grant):
            self._decisions.send(source, Decline(grant.serial))
        elif self._tuning.max_tasks:  # otherwise it only looks on, and the rest of its team will do
            self._begin_job(source, grant)

    def _begin_job(self, source: int, grant: Grant) -> None:
        search = self._pool.take()
        window, node_type = (grant.alpha, grant.beta), grant.node_type
        if grant.is_root:
            search.begin(grant.state, *window, grant.depth, node_type=node_type)
        else:
            at = self._offers.chance_at(source, grant.slot, grant.chance)
            search.begin_job(grant.state, *window, grant.depth, node_type=node_type, chance=grant.chance, chance_at=at)
        self._begin(Task(source, grant.serial, search, is_root=grant.is_root), grant)

    def _on_bound(self, source: int, bound: Bound) -> None:
        """The window of a task has narrowed."""
        task = self.find(source, bound.serial)
        if task is not None:
            for serial, mate in task.copies.items():
                self._decisions.send(mate, replace(bound, serial=serial))
            task.search.narrow(bound.alpha, bound.beta)
            task.status = task.search.run(0)
            self._after_change(task)

    def _on_cancel(self, source: int, cancel: Cancel) -> None:
        """Nobody wants to know any more."""
        task = self.find(source, cancel.serial)
        if task is not None:
            self._cancel(task)

    # --- jobs of this rank at others
    def best_rating(self) -> int:
        """Of the frames that could be split now; 0 if there is none."""
        return best_split(self.tasks, self._policy, self._tuning.split_min_nodes)[0]

    def grant(self, thief: int) -> bool:
        """Give `thief` a job, if there is one."""
        _, task, frame = best_split(self.tasks, self._policy, self._tuning.split_min_nodes)
        if task is None or frame is None:
            return False
        self.serial += 1
        grant = task.give(frame, thief, self.serial, self._policy, is_shown=self._offers.is_shared)
        self.gifts[self.serial] = task, task.splits[frame.ply].gifts[-1]
        self._decisions.send(thief, grant)
        task.status = task.search.run(0)  # it may have nothing left but what is away
        return True

    def _on_decline(self, source: int, decline: Decline) -> None:
        """A gift comes back as it went: search it here, or give it to another."""
        check_sender(decline, source, self._searcher(decline.serial, source), f"rank {self._number}")
        if (given := self.gifts.pop(decline.serial, None)) is not None:
            task, gift = given
            task.forget(gift)
            self._after_change(task)

    def on_value(self, source: int, value: Value) -> None:
        """Take in what was found out about a gift, or by a team mate about a task."""
        check_sender(value, source, self._searcher(value.serial, source), f"rank {self._number}")
        check_value(value, self._worst, f"rank {self._number}: rank {source}")
        if (given := self.gifts.pop(value.serial, None)) is not None:
            self._take(*given, value)
        elif value.serial in self.copies:
            task = self.copies[value.serial]
            del self.copies[value.serial], task.copies[value.serial]
            self._decide(task, value.lower, value.upper, value.move)

    def _searcher(self, serial: int, otherwise: int) -> int:
        """Who was given the job or the copy with that serial number."""
        if serial in self.gifts:
            return self.gifts[serial][1].helper
        return self.copies[serial].copies[serial] if serial in self.copies else otherwise

    def _take(self, task: Task, gift: Gift, value: Value) -> None:
        if self._hosts.are_far(self._number, gift.helper):
            nodes = self._tuning.split_min_nodes
            self._workspace.remember(gift.child.state, gift.child.depth, value.lower, value.upper, nodes)
        task.take(gift, value.lower, value.upper, self._policy)
        self._after_change(task)
