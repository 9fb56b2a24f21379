"""What a position is worth: asked of this process, or of ranks that are started for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mpi_search.front.cluster import AnyPolicy, Cluster, OnProgress, deepening, request_for
from mpi_search.front.found import Found
from mpi_search.front.listener import Caller
from mpi_search.search.limits import Limits

if TYPE_CHECKING:
    from mpi_search.rules.game import Game


def solve(
    game: str | Game,
    position: str = "start",
    *,
    moves: Sequence[str] = (),
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    ranks: int = 1,
    policy: AnyPolicy = "ybwc",
    algorithm: str = "mtdf",
    evaluation: str | None = None,
    table_mb: float = 64.0,
    on_progress: OnProgress | None = None,
) -> Found:
    """The value of a position, a best move, best play.

    `game`: a name, the path of a file, or a Game; `position`: as the game writes it; `moves`: played from there.
    `depth`: so many plies instead of to the end of the game; `time` (seconds), `nodes`: stop there, best so far.
    `ranks`: more than one are started for it; to keep them, use a Cluster. `policy`: how they share the work.
    `algorithm`: "mtdf" (null windows), "pvs" (one open window) or "dfpn" (proof numbers, one rank).
    `evaluation`: a file with another `evaluate` (docs/write-a-game.md).
    `on_progress` hears how far the search is. Raises InputError, ClusterLost.
    """
    if ranks == 1:
        from mpi_search.front.alone import Alone

        request = request_for(game, position, moves, Limits(time, nodes, depth), table_mb, algorithm, evaluation)
        return Alone().answer(request, Caller(on_progress))
    with Cluster(ranks, policy, table_mb=table_mb) as cluster:
        return cluster.solve(
            game,
            position,
            moves=moves,
            depth=depth,
            time=time,
            nodes=nodes,
            algorithm=algorithm,
            evaluation=evaluation,
            on_progress=on_progress,
        )


def analyse(
    game: str | Game,
    position: str = "start",
    *,
    moves: Sequence[str] = (),
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    ranks: int = 1,
    policy: AnyPolicy = "ybwc",
    evaluation: str | None = None,
    table_mb: float = 64.0,
    on_progress: OnProgress | None = None,
) -> Iterator[Found]:
    """The same one ply deeper every time, until the value is exact, a limit is reached or you break off."""
    if ranks == 1:
        from mpi_search.front.alone import Alone

        limits = Limits(time, nodes, depth)
        alone, request = Alone(), request_for(game, position, moves, limits, table_mb, evaluation=evaluation)
        yield from deepening(request, lambda step: alone.answer(step, Caller(on_progress)))
        return
    with Cluster(ranks, policy, table_mb=table_mb) as cluster:
        yield from cluster.analyse(
            game,
            position,
            moves=moves,
            depth=depth,
            time=time,
            nodes=nodes,
            evaluation=evaluation,
            on_progress=on_progress,
        )
