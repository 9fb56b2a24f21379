"""What a rank has done so far: for the master's live line, its limits, and the table at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mpi_search.cluster.messages import Bye, Progress
from mpi_search.cluster.tuning import Tuning
from mpi_search.kernel.core.frames import NEVER

if TYPE_CHECKING:
    from mpi_search.cluster.rank import Rank


class Account:
    """Kept by every rank; read by the master from the reports of the others."""

    def __init__(self, tuning: Tuning) -> None:
        self.busy_s = 0.0  #: spent searching
        self.bytes_sent = 0  #: counted by the transport, which encodes
        self._tuning = tuning
        self._since = 0.0  # when the slice under way began
        self._told_at, self._told_nodes = 0.0, 0  # of the last report

    def begin_slice(self, now: float) -> None:
        """The rank is about to search."""
        self._since = now

    def end_slice(self, now: float) -> None:
        """It has."""
        self.busy_s += now - self._since

    def report(self, rank: Rank, now: float) -> Progress | None:
        """What to tell the master, if it is time to."""
        is_time = now - self._told_at >= self._tuning.progress_s
        if not is_time and self._tuning.progress_nodes == NEVER:
            return None
        nodes = rank.nodes
        if not is_time and nodes - self._told_nodes < self._tuning.progress_nodes:
            return None
        self._told_at, self._told_nodes = now, nodes
        return Progress(nodes, sum(rank.sent), int(self.busy_s * 1e6))

    def bye(self, rank: Rank) -> Bye:
        """All of it, as the last word of a rank."""
        sent, busy_us = tuple(rank.sent), int(self.busy_s * 1e6)
        return Bye(rank.nodes, rank.jobs, sent, rank.received, self.bytes_sent, busy_us)
