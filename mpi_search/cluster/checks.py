"""What a peer may say, beyond what the form of a message says. Each raises ProtocolError before anything has changed;
`story` tells which rank says it to which."""

from __future__ import annotations

from mpi_search.cluster.messages import Decline, Grant, ProtocolError, Start, Steal, Value
from mpi_search.rules.game import Game
from mpi_search.search.core.frames import ALL, TO_END
from mpi_search.sharing.core.board import FIRST_SLOT, SLOTS
from mpi_search.sharing.core.links import SURE


def check_grant(grant: Grant, game: Game, is_known: bool, story: str) -> None:
    """Whether a job is valid; `is_known`: one of that name is here already."""
    if (
        len(grant.state) != game.words
        or not 0 <= grant.depth <= TO_END
        or grant.node_type > ALL
        or (grant.slot and not FIRST_SLOT <= grant.slot < FIRST_SLOT + SLOTS)
        or grant.chance > SURE
        or grant.alpha < -game.max_value - 1
        or grant.beta > game.max_value + 1
        or is_known
    ):
        raise ProtocolError(f"{story} gave an invalid job: {grant}")


def check_sender(message: Value | Decline, source: int, helper: int, story: str) -> None:
    """Whether what is said of a job comes from the rank that was given it."""
    if source != helper:
        raise ProtocolError(f"{story}: rank {source} may not say {message} of the job of rank {helper}")


def check_value(value: Value, worst: int, story: str) -> None:
    """Whether a claim is possible."""
    if value.lower < -worst or value.upper > worst:
        raise ProtocolError(f"{story} may not claim {value}, beyond {worst}")


def check_steal(steal: Steal, size: int, story: str) -> None:
    """Whether the rank that wants work exists."""
    if steal.thief >= size:
        raise ProtocolError(f"{story} asks for rank {steal.thief} of {size}")


def check_start(start: Start, size: int, game: Game, story: str) -> None:
    """Whether the cluster has the size that this rank knows, and the position is valid."""
    if len(start.hosts) != size:
        raise ProtocolError(f"{story} speaks of {len(start.hosts)} ranks, not {size}")
    if start.warmup_depth and len(start.state) != game.words:
        raise ProtocolError(f"{story} begins with an invalid position: {start.state}")
