"""When a search goes on, falls back, and ends: one machine for a search on one rank, for a cluster and for df-pn.

    1   while the plan is followed: when a limit is reached, or the user wants no more, RETREAT (a plan with limits
        turns to the end of the game only when it seems within reach, so that this is the exception)
    2   the first ply is always searched
    3   then deepen within what is left of the limits (of a limit of nodes at least the part that was kept for it), or
        for a moment if the user wants no more; then CONCLUDE

What is promised: an answer always comes, and what it says is proved is true. Whoever watches looks whenever its core is
free, which is between two slices. When it looks and the time is up, the nodes that it knows of are as many as allowed,
or an interrupt has had its RESCUE_NODES, the search is over, unless not even one ply is known. With a limit of nodes, a
cluster whose ranks went too far while its master had no core may search a twentieth of the limit more.

No clock is read here: time and nodes are passed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

#: Nodes between two looks at the clock and the keyboard: some milliseconds. With a limit of time they last no longer,
#: and no longer than this share of it.
SLICE_NODES = 50_000
SLICE_S, SLICE_SHARE = 4e-3, 0.01
#: The first ones are shorter: the memory of a new table is slow at first touch.
FIRST_SLICE_NODES = 2_000
LEAST_SLICE_NODES = 50
#: Nodes for a best move so far when the user interrupts a search.
RESCUE_NODES = 300_000
#: The share of a limit after which a search to the end makes way for iterative deepening. What is left is for searches
#: that have no iteration behind them; another ply than the last would take more than a fifth of the limit anyway.
FALLBACK_SHARE = 0.95


class Verdict(Enum):
    """What a search has to do."""

    GO_ON = "go on"
    RETREAT = "retreat"  #: drop the test under way, deepen from the last iteration that was completed
    CONCLUDE = "conclude"  #: answer with what is known
    GIVE_UP = "give up"  #: drop the test under way: it has cost more than it is worth


@dataclass(frozen=True)
class Limits:
    """How far a search goes, and how long it may take."""

    max_seconds: float | None = None
    max_nodes: int | None = None
    depth: int | None = None  #: plies; None: to the end of the game
    rescue_nodes: int = RESCUE_NODES  #: after an interrupt, for a best move

    @property
    def are_set(self) -> bool:
        """Whether a search may have to end before it is done."""
        return self.max_seconds is not None or self.max_nodes is not None

    def share(self, *, to_end: bool) -> float:
        """The part of a limit that may be used up. A search to the end of the game leaves some of it to the iterations
        that take its place."""
        return FALLBACK_SHARE if to_end and self.are_set else 1.0


class Watch:
    """Compares one search with its limits."""

    def __init__(self, limits: Limits, now: float, *, unheard_nodes: int = 0) -> None:
        """`now`: when the search begins; `unheard_nodes`: what may have been searched besides what is told here."""
        self.limits = limits
        self.began = now
        self.is_interrupted = False
        self.has_retreated = False
        self._unheard = unheard_nodes if limits.max_nodes is not None else 0
        self._max_seconds, self._max_nodes = limits.max_seconds, limits.max_nodes  # of the step under way

    def interrupt(self) -> None:
        """The user wants no more."""
        self.is_interrupted = True
        if self.has_retreated:
            self._max_seconds = 0.0

    def judge(self, now: float, nodes: int, *, to_end: bool, has_answer: bool) -> Verdict:
        """What to do after so many nodes, in a test to the end of the game or not; `has_answer`: an iteration is
        completed."""
        if self.has_retreated and not has_answer:  # step 2
            return Verdict.GO_ON
        if not self._is_up(now, nodes, to_end):
            return Verdict.GO_ON
        if self.has_retreated:
            return Verdict.CONCLUDE
        self._retreat(nodes, kept=1.0 - self.limits.share(to_end=to_end))
        return Verdict.RETREAT

    def _is_up(self, now: float, nodes: int, to_end: bool) -> bool:
        deadline, share = self.deadline(to_end=to_end), self.limits.share(to_end=to_end)
        return (
            (self.is_interrupted and not self.has_retreated)
            or (deadline is not None and now >= deadline)
            or (self._max_nodes is not None and nodes + self._unheard >= int(share * self._max_nodes))
        )

    def _retreat(self, nodes: int, kept: float) -> None:
        """Set the limits of step 3."""
        self.has_retreated = True
        if self.is_interrupted:
            self._max_seconds, self._max_nodes = None, nodes + self._unheard + self.limits.rescue_nodes
        elif self._max_nodes is not None:
            # While the master of a cluster had no core, its ranks may have searched more than their part.
            self._max_nodes = max(self._max_nodes, nodes + self._unheard + int(kept * self._max_nodes))

    def spent(self, now: float, nodes: int) -> float:
        """The share of the limits that is used up; 0 if there are none."""
        of_time = (now - self.began) / self._max_seconds if self._max_seconds else 0.0
        of_nodes = (nodes + self._unheard) / self._max_nodes if self._max_nodes else 0.0
        return max(of_time, of_nodes)

    def slice_nodes(self, now: float, nodes: int, *, to_end: bool) -> int:
        """How many nodes to search after so many, before asking again."""
        size = min(SLICE_NODES, max(nodes, FIRST_SLICE_NODES))
        if self._max_seconds is not None and now > self.began:
            slice_s = min(SLICE_S, SLICE_SHARE * self._max_seconds)
            size = max(min(size, int(slice_s * nodes / (now - self.began))), LEAST_SLICE_NODES)
        if self._max_nodes is None:
            return size
        left = int(self.limits.share(to_end=to_end) * self._max_nodes) - nodes - self._unheard
        return min(left, size) if left > 0 else size

    def deadline(self, *, to_end: bool) -> float | None:
        """When the time is up."""
        if self._max_seconds is None:
            return None
        return self.began + self.limits.share(to_end=to_end) * self._max_seconds
