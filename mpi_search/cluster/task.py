"""A task: a job that this rank searches, and what it has given away of it.

    job      a position, a window, a depth; named by its home and the home's serial number
    task     a job at the rank that searches it
    split    a frame of a task with children given away
    gift     one such child: a job at another rank, whose home this rank is

The task keeps its splits in step with its frames: `audit` finds the gifts that nobody wants any more, because their
frame is decided or gone, and those whose window has moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from mpi_search.cluster.messages import Bound, Cancel, Grant, Message
from mpi_search.policies.faults import blame
from mpi_search.policies.policy import Policy, Window
from mpi_search.search.core.frames import ALL, CUT, DONE, MOVE_MASK, PAUSED, PV, WAITING
from mpi_search.sharing.core.expected import RETYPE
from mpi_search.sharing.core.offers import FrameView
from mpi_search.sharing.search import Child, SharedSearch


@dataclass(eq=False, slots=True)
class Gift:
    """A child that another rank searches."""

    serial: int  #: of the job
    helper: int
    child: Child
    window: Window  #: which question was asked; one that must be asked again is asked with the open window
    alpha: int  #: the window last sent to the helper, as the side to move in the child sees it
    beta: int


@dataclass(eq=False, slots=True)
class Split:
    """A frame with children given away."""

    ply: int
    serial: int  #: of the frame
    alpha: int  #: the frame's window when its gifts were last told
    beta: int
    gifts: list[Gift] = field(default_factory=list)  #: elder brothers first
    held: list[tuple[Gift, int, int]] = field(default_factory=list)  #: passed their test, wait for their elders
    again: int | None = None  #: the move that was the last to be released from there: its owner searches it again


class Task:
    """One job under way at this rank."""

    __slots__ = ("copies", "home", "is_root", "search", "serial", "splits", "status", "unshared")

    def __init__(self, home: int, serial: int, search: SharedSearch, *, is_root: bool = False) -> None:
        self.home = home  #: the rank that wants the value
        self.serial = serial  #: its number for the job
        self.search = search
        self.is_root = is_root  #: of the whole search: at the master, or everywhere if everyone searches the root
        self.status = PAUSED  #: PAUSED, WAITING or DONE
        self.splits: dict[int, Split] = {}  #: by ply
        self.copies: dict[int, int] = {}  #: serial -> rank: who else searches the same job, where ranks form teams
        self.unshared: Grant | None = None  #: what to pass on to the team when the task turns out to be worth it

    @property
    def is_runnable(self) -> bool:
        return self.status == PAUSED

    def gifts(self) -> Iterator[Gift]:
        """Everything that is being searched elsewhere for this task."""
        return (gift for split in self.splits.values() for gift in split.gifts)

    # --- giving
    def give(self, frame: FrameView, helper: int, serial: int, policy: Policy, *, is_shown: bool) -> Grant:
        """Give the next child of `frame` away; `is_shown`: the helper sees this rank's row of the board."""
        slot = self.search.workspace.take_slot(frame.chance) if is_shown else 0
        child = self.search.detach(frame.ply, slot=slot)
        window = _window(policy, frame)
        alpha, beta = asked(window, frame.alpha, frame.beta)
        assert alpha < beta, (alpha, beta)
        split = self.splits.get(frame.ply)
        if split is None or split.serial != frame.serial:
            assert split is None or not split.gifts, "audited after every change"
            split = self.splits[frame.ply] = Split(frame.ply, frame.serial, frame.alpha, frame.beta)
        split.gifts.append(Gift(serial, helper, child, window, alpha, beta))
        node_type = type_of_child(frame)
        return Grant(serial, child.state, child.depth, alpha, beta, node_type, frame.chance, False, slot)

    # --- taking
    def take(self, gift: Gift, lower: int, upper: int, policy: Policy) -> None:
        """A value has come back: back it up, now or when its turn comes."""
        split = self.splits[gift.child.ply]
        if policy.in_order:
            split.held.append((gift, lower, upper))
            self._release(split)
        else:
            split.gifts.remove(gift)
            self.search.back_up(gift.child, lower, upper)
        self.status = self.search.run(0)

    def _release(self, split: Split) -> bool:
        """Back up what need not wait any more; answer whether there was any. Each claim may be the one that another has
        waited for."""
        waited = len(split.held)
        while ready := next((held for held in split.held if not self._must_wait(split, *held)), None):
            gift, lower, upper = ready
            split.held.remove(ready)
            split.gifts.remove(gift)
            if self._is_undecided(split, lower, upper):
                split.again = gift.child.move
            self.search.back_up(gift.child, lower, upper)
        return len(split.held) < waited

    def release_held(self) -> None:
        """After a slice: go on with what has waited for a brother searched here. What that settles may be the brother
        that others have waited for further up, or narrow their windows: so until nothing moves any more."""
        while self.status != DONE and any(self._release(split) for split in self._holding()):
            self.status = self.search.run(0)

    def _holding(self) -> list[Split]:
        """The splits whose frame is still there with children that wait."""
        splits = self.splits.values()
        return [split for split in splits if split.held and self.search.window(split.ply, split.serial) is not None]

    def _must_wait(self, split: Split, gift: Gift, lower: int, upper: int) -> bool:
        """Whether a value decides nothing and has elder brothers that are not known yet."""
        is_eldest = split.gifts[0] is gift and not self._is_searched_again(split)
        return not is_eldest and self._is_undecided(split, lower, upper)

    def _is_undecided(self, split: Split, lower: int, upper: int) -> bool:
        """Whether a claim about a child leaves open what it is worth to the frame."""
        window = self.search.window(split.ply, split.serial)
        assert window is not None
        return -lower > window[0] and -upper < window[1]

    def _is_searched_again(self, split: Split) -> bool:
        """Whether the child released last is still to be searched here, or just being."""
        on_stack = split.ply < self.search.top and int(self.search.frame(split.ply)["move"]) & MOVE_MASK == split.again
        return split.again is not None and (on_stack or split.again in self.search.moves_left(split.ply))

    def forget(self, gift: Gift) -> None:
        """The helper will not answer: search the child here, or give it to another."""
        split = self.splits[gift.child.ply]
        split.gifts.remove(gift)
        self.search.give_back(gift.child)
        self._release(split)  # younger brothers have waited for it, perhaps
        self.status = self.search.run(0)

    # --- keeping in step
    def audit(self, send: Callable[[int, Message], None], drop: Callable[[Gift], None]) -> None:
        """Cancel what nobody wants any more, tell helpers about new windows. To be called after every change."""
        for split in list(self.splits.values()):
            window = None if self.status == DONE else self.search.window(split.ply, split.serial)
            if window is None:
                self._cancel(split, send, drop)
            elif window != (split.alpha, split.beta):
                split.alpha, split.beta = window
                for gift in split.gifts:
                    self._tell(gift, window, send)

    def cancel(self, send: Callable[[int, Message], None], drop: Callable[[Gift], None]) -> None:
        """Drop the task and everything given away from it."""
        for split in list(self.splits.values()):
            self._cancel(split, send, drop)
        self.search.cancel()
        self.status = DONE

    def _cancel(self, split: Split, send: Callable[[int, Message], None], drop: Callable[[Gift], None]) -> None:
        answered = [gift.serial for gift, _, _ in split.held]
        for gift in split.gifts:
            self.search.forget_gift(gift.child)
            if gift.serial not in answered:
                send(gift.helper, Cancel(gift.serial))
                drop(gift)
        del self.splits[split.ply]

    def _tell(self, gift: Gift, window: tuple[int, int], send: Callable[[int, Message], None]) -> None:
        alpha, beta = asked(gift.window, *window)
        if (alpha, beta) != (gift.alpha, gift.beta):
            gift.alpha, gift.beta = alpha, beta
            send(gift.helper, Bound(gift.serial, alpha, beta))

    # --- checking
    def validate(self) -> None:
        """Recheck what must be true between two events."""
        assert self.status in (PAUSED, WAITING)
        for split in self.splits.values():
            frame = self.search.frame(split.ply)
            assert self.search.window(split.ply, split.serial) == (split.alpha, split.beta), "not audited"
            on_stack = split.ply < self.search.top
            assert int(frame["pending"]) == len(split.gifts) + on_stack, "a child is lost"
            for gift in split.gifts:
                assert self.search.is_wanted(gift.child)
                assert (gift.alpha, gift.beta) == asked(gift.window, split.alpha, split.beta)
        if self.status == WAITING:
            top = self.splits.get(self.search.top)
            assert top is not None, "waits for nothing"
            assert len(top.gifts) > len(top.held), "waits for nothing"


def likeliest(tasks: list[Task]) -> Task | None:
    """The task that can run and is likeliest to be needed, the oldest if several are."""
    runnable = [task for task in tasks if task.status == PAUSED]
    if len(runnable) < 2:
        return runnable[0] if runnable else None
    return max(runnable, key=lambda task: task.search.chance)


def best_split(
    tasks: list[Task], policy: Policy, min_nodes: int
) -> tuple[int, Task, FrameView] | tuple[int, None, None]:
    """The best frame to split now, with its rating and its task; 0 if there is none."""
    best: tuple[int, Task, FrameView] | tuple[int, None, None] = (0, None, None)
    try:
        for task in tasks:
            for frame in task.search.survey(min_nodes):
                if frame.worth <= best[0]:
                    break
                rating = policy.rate(frame, task.is_root and frame.ply == 0)
                if rating > best[0]:
                    best = rating, task, frame
    except Exception as error:
        blame(error, policy, "rate")
        raise
    return best


def _window(policy: Policy, frame: FrameView) -> Window:
    try:
        return policy.window(frame)
    except Exception as error:
        blame(error, policy, "window")
        raise


def asked(window: Window, alpha: int, beta: int) -> tuple[int, int]:
    """The window of a child of a frame with the window (alpha, beta), as the child sees it."""
    return (-alpha - 1, -alpha) if window is Window.NULL else (-beta, -alpha)


def type_of_child(frame: FrameView) -> int:
    """The expected type of the next child."""
    if frame.type == PV:
        return PV if frame.begun == 0 or frame.again else CUT
    return CUT if frame.type == ALL or frame.begun >= RETYPE else ALL
