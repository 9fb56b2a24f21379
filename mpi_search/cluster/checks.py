"""What a peer may say, beyond what the form of a message says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mpi_search.cluster.messages import Grant, ProtocolError, Start, Steal, Value
from mpi_search.kernel.core.frames import ALL, FIRST_NEED, NEEDS, SURE, TO_END

if TYPE_CHECKING:
    from mpi_search.cluster.rank import Rank


def check_grant(rank: Rank, source: int, grant: Grant) -> None:
    """Whether a job can be: raises ProtocolError before anything has changed."""
    game = rank.kernel.game
    if (
        len(grant.state) != game.words
        or not 0 <= grant.depth <= TO_END
        or grant.node_type > ALL
        or (grant.need_place and not FIRST_NEED <= grant.need_place < FIRST_NEED + NEEDS)
        or grant.needed > SURE
        or grant.alpha < -game.max_value - 1
        or grant.beta > game.max_value + 1
        or rank.find(source, grant.serial)
    ):
        raise ProtocolError(f"rank {rank.number}: rank {source} gave a job that cannot be: {grant}")


def check_value(rank: Rank, source: int, value: Value) -> None:
    """Whether a claim can be, and comes from the rank that was given the job. Raises ProtocolError likewise."""
    worst, helper = rank.kernel.game.max_value, source
    if (given := rank.gifts.get(value.serial)) is not None:
        helper = given[1].helper
    elif value.serial in rank.copies:
        helper = rank.copies[value.serial].copies[value.serial]
    if value.lower < -worst or value.upper > worst or source != helper:
        raise ProtocolError(f"rank {rank.number}: rank {source} may not claim {value}, the job of rank {helper}")


def check_steal(rank: Rank, source: int, steal: Steal) -> None:
    """Whether the rank that wants work exists. Raises ProtocolError."""
    if steal.thief >= rank.size:
        raise ProtocolError(f"rank {rank.number}: rank {source} asks for rank {steal.thief} of {rank.size}")


def check_start(rank: Rank, source: int, start: Start) -> None:
    """Whether the search has not begun yet, the cluster has the size that this rank knows, and the position can be.
    Raises ProtocolError."""
    if rank.is_started:
        raise ProtocolError(f"rank {rank.number}: rank {source} starts the search twice")
    if len(start.hosts) != rank.size:
        raise ProtocolError(f"rank {rank.number}: rank {source} speaks of {len(start.hosts)} ranks, not {rank.size}")
    if start.warm_up and len(start.state) != rank.kernel.game.words:
        raise ProtocolError(f"rank {rank.number}: rank {source} begins with a position that cannot be: {start.state}")
