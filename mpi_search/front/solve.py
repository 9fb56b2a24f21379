"""What a position is worth: a cluster for one question, which may be this process alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mpi_search.front.cluster import AnyPart, AnyPolicy, Cluster, OnProgress
from mpi_search.front.found import Found

if TYPE_CHECKING:
    from mpi_search.rules.load import AnyGame


def solve(
    game: AnyGame,
    position: str = "start",
    *,
    moves: Sequence[str] = (),
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    multi_pv: int = 1,
    ranks: int = 1,
    policy: AnyPolicy = "ybwc",
    algorithm: str = "mtdf",
    evaluation: AnyPart | None = None,
    ordering: AnyPart | None = None,
    table_mb: float = 64.0,
    on_progress: OnProgress | None = None,
) -> Found:
    """The value of a position, a best move, best play.

    `game`: a name, the path of a file, or a Game; `position`: as the game writes it; `moves`: played from there.
    `depth`: so many plies instead of to the end of the game; `time` (seconds), `nodes`: stop there, best so far.
    `multi_pv`: the values of so many moves, best first, 0 for all (`found.moves`).
    `ranks`: more than one are started for it; to keep them, use a Cluster. `policy`: how they share the work.
    `algorithm`: "mtdf" (null windows), "pvs" (one open window) or "dfpn" (proof numbers, one rank).
    `evaluation`, `ordering`: a file with another `evaluate` or `order` (docs/write-a-game.md), or the function itself.
    `on_progress` hears how far the search is. Raises InputError, ClusterLost.
    """
    with Cluster(ranks, policy, table_mb=table_mb) as cluster:
        return cluster.solve(
            game,
            position,
            moves=moves,
            depth=depth,
            time=time,
            nodes=nodes,
            multi_pv=multi_pv,
            algorithm=algorithm,
            evaluation=evaluation,
            ordering=ordering,
            on_progress=on_progress,
        )


def analyse(
    game: AnyGame,
    position: str = "start",
    *,
    moves: Sequence[str] = (),
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    multi_pv: int = 1,
    ranks: int = 1,
    policy: AnyPolicy = "ybwc",
    evaluation: AnyPart | None = None,
    ordering: AnyPart | None = None,
    table_mb: float = 64.0,
    on_progress: OnProgress | None = None,
) -> Iterator[Found]:
    """The same one ply deeper every time, until the value is exact, a limit is reached or you break off."""
    with Cluster(ranks, policy, table_mb=table_mb) as cluster:
        yield from cluster.analyse(
            game,
            position,
            moves=moves,
            depth=depth,
            time=time,
            nodes=nodes,
            multi_pv=multi_pv,
            evaluation=evaluation,
            ordering=ordering,
            on_progress=on_progress,
        )
