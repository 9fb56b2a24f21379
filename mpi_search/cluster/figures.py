"""How far a cluster is, what it has found, and who did it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mpi_search.search.solve import Progress, Result


@dataclass(frozen=True)
class ClusterProgress:
    """How far a cluster is."""

    search: Progress
    busy: list[float]  #: the share of its time that each rank has searched
    table_fill: float  #: of the master's host
    messages: int  #: sent by all so far


@dataclass(frozen=True)
class RankReport:
    """What one rank has done."""

    rank: int
    host: str
    nodes: int
    jobs: int
    busy_seconds: float
    messages_sent: int
    messages_received: int
    bytes_sent: int


@dataclass(frozen=True)
class ClusterResult:
    """What the cluster found, and who did it."""

    result: Result
    per_rank: list[RankReport]
