"""The limits of a cluster's search: the same as those of a search on one rank (`kernel/solve.py`), seen by the master.

1   while the plan is followed: when a limit is reached, or the user wants no more, retreat
2   the first ply is always searched
3   then deepen within what is left of the limits, of a limit of nodes at least the part that was kept for it, or for a
    moment if the user wants no more; then conclude
"""

from __future__ import annotations

from dataclasses import replace

from mpi_search.cluster.events import Action
from mpi_search.cluster.master import Master
from mpi_search.kernel.core.frames import TO_END
from mpi_search.kernel.solve import FALLBACK_SHARE, RESCUE_NODES, Budget, Interrupted


class Watch:
    """Looks at the limits between two turns of the master."""

    def __init__(self, master: Master, budget: Budget, unheard_nodes: int = 0) -> None:
        self.master = master
        self.budget = budget
        self.unheard_nodes = unheard_nodes  #: what the other ranks may have searched since they last reported
        self.limits = budget  #: of the step under way
        self.has_retreated = False

    def look(self, now: float) -> list[Action]:
        """What is to be done at this time."""
        master = self.master
        if master.started_at is None or master.is_stopped:
            return []
        self.budget.started = master.started_at
        if self.has_retreated and master.plan.completed is None:  # step 2
            return []
        try:
            self.limits.slice(self._nodes, self._share)
        except Interrupted:
            return self._interrupt(now)
        return []

    @property
    def _nodes(self) -> int:
        return self.master.known_nodes + (self.unheard_nodes if self.budget.max_nodes is not None else 0)

    @property
    def _share(self) -> float:
        """A search to the end leaves some of a limit to the iterations that take its place."""
        return FALLBACK_SHARE if self.master.plan.depth == TO_END and self.budget.is_limited else 1.0

    def _interrupt(self, now: float) -> list[Action]:
        if self.has_retreated:
            return self.master.conclude(now)
        self.has_retreated = True
        limit, kept = self.budget.max_nodes, 1.0 - self._share
        if self.budget.should_stop():
            self.limits = Budget(self.budget.clock, max_nodes=self._nodes + RESCUE_NODES)
        elif limit is not None:
            # While the master had no core, the others may have searched more than their part.
            self.limits = replace(self.budget, max_nodes=max(limit, self._nodes + int(kept * limit)))
            self.limits.started = self.budget.started
        return self.master.retreat(now)
