"""What a cluster is asked: the same at every rank."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from mpi_search.cluster.tuning import Tuning
from mpi_search.policies.policy import Policy
from mpi_search.rules.game import Game, State
from mpi_search.search.limits import Limits
from mpi_search.search.plan import Plan

#: Ranks report so often to the master.
REPORT_S = 0.5
#: The master looks at the clock between two slices, so these must not last longer than this, nor than this share of a
#: limit, on a core that nobody else uses.
SLICE_S, SLICE_SHARE = 5.5e-3, 0.01
#: With a limit of nodes, ranks report so often that the master knows of all but this share.
UNHEARD_SHARE = 0.1


@dataclass(frozen=True)
class Question:
    """What to search, and how."""

    state: State
    policy: Policy
    limits: Limits = field(default_factory=Limits)
    first_depth: int = 1  #: of the iterations
    guess: int = 0  #: what the value is thought to be
    seed: int = 1  #: of the choices that ranks make among equals
    sharing: Tuning = field(default_factory=Tuning)  #: how finely work is shared
    multi_pv: int = 1  #: the values of so many moves, 0 for all
    open_window: bool = False  #: one search with all values at once instead of null-window tests
    crowds: bool = False  #: ranks for which their machine has no core search too, and everyone more slowly

    def plan(self, game: Game) -> Plan:
        """How to find out."""
        return Plan(
            game,
            self.state,
            self.limits.depth,
            open_window=self.open_window,
            first_depth=self.first_depth,
            guess=self.guess,
            is_limited=self.limits.are_set,
            multi_pv=self.multi_pv,
        )

    def tuning(self, ranks: int, node_ns: float) -> Tuning:
        """How finely to share, and how often to report, so that limits can be kept."""
        max_seconds, max_nodes = self.limits.max_seconds, self.limits.max_nodes
        slice_s = SLICE_S if max_seconds is None else min(SLICE_S, SLICE_SHARE * max_seconds)
        slice_nodes = max(500, int(slice_s * 1e9 / node_ns))
        tuning = replace(self.sharing, progress_s=REPORT_S, slice_nodes=min(slice_nodes, self.sharing.slice_nodes))
        return tuning if max_nodes is None else reporting_nodes(tuning, max_nodes, ranks)


def reporting_nodes(tuning: Tuning, max_nodes: int, ranks: int) -> Tuning:
    """The same where ranks report so often that a limit of nodes can be kept."""
    few = max(50, int(UNHEARD_SHARE * max_nodes) // ranks)
    return replace(
        tuning,
        progress_nodes=few,
        slice_nodes=min(few, tuning.slice_nodes),
        short_slice_nodes=min(few, tuning.short_slice_nodes),
        alone_nodes=min(few, tuning.alone_nodes),
        look_nodes=min(few, tuning.look_nodes),
    )
