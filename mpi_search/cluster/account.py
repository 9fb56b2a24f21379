"""What a rank has done so far: for the master's live line, its limits, and the table at the end."""

from __future__ import annotations

from collections.abc import Callable

from mpi_search.cluster.messages import Bye, Progress
from mpi_search.cluster.tuning import Tuning
from mpi_search.search.core.frames import NEVER


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

    def report(self, count_nodes: Callable[[], int], sent: int, now: float) -> Progress | None:
        """What to tell the master, if it is time to. `count_nodes`: those searched so far; `sent`: messages."""
        is_time = now - self._told_at >= self._tuning.progress_s
        if not is_time and self._tuning.progress_nodes == NEVER:
            return None
        nodes = count_nodes()
        if not is_time and nodes - self._told_nodes < self._tuning.progress_nodes:
            return None
        self._told_at, self._told_nodes = now, nodes
        return Progress(nodes, sent, int(self.busy_s * 1e6))

    def bye(self, nodes: int, jobs: int, sent: tuple[int, ...], received: int) -> Bye:
        """All of it, as the last word of a rank."""
        return Bye(nodes, jobs, sent, received, self.bytes_sent, int(self.busy_s * 1e6))
