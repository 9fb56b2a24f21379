"""The phases of a rank, and which message counts in which.

    phase        worker                                    master
    GREETING     Start; what other ranks say, waits        Hello; nobody else may speak yet
    SEARCHING    everything about jobs, Retreat, Stop      everything about jobs, Progress
    STOPPED      Drain; the rest comes too late            Bye; the rest comes too late
    DRAINING     everything comes too late: the rank waits until as many messages have come as were sent to it

A rank begins to stop when the master says so, the master when it has an answer.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from mpi_search.cluster.messages import MESSAGES, Bye, Drain, Hello, Progress, Retreat, Start, Stop


class Phase(Enum):
    """Where a rank is in one search."""

    GREETING = "greeting"
    SEARCHING = "searching"
    STOPPED = "stopped"
    DRAINING = "draining"


class Otherwise(Enum):
    """What becomes of a message that does not count in a phase."""

    WAITS = "waits for the next phase"
    IS_LATE = "is dropped"
    IS_WRONG = "is an error of its sender"


class Rule(NamedTuple):
    """What counts in a phase."""

    accepted: frozenset[type[Any]]
    otherwise: Otherwise


#: Only the master may say these, and only to it are those said.
FROM_MASTER, TO_MASTER = frozenset((Start, Stop, Drain, Retreat)), frozenset((Hello, Progress, Bye))
#: About jobs and tables: between any two ranks.
SHARING = frozenset(MESSAGES) - FROM_MASTER - TO_MASTER

WORKER_RULES = {
    Phase.GREETING: Rule(frozenset((Start,)), Otherwise.WAITS),
    Phase.SEARCHING: Rule(SHARING | {Retreat, Stop}, Otherwise.IS_WRONG),
    Phase.STOPPED: Rule(frozenset((Drain,)), Otherwise.IS_LATE),
    Phase.DRAINING: Rule(frozenset(), Otherwise.IS_LATE),
}
MASTER_RULES = {
    Phase.GREETING: Rule(frozenset((Hello,)), Otherwise.IS_WRONG),
    Phase.SEARCHING: Rule(SHARING | {Progress}, Otherwise.IS_WRONG),
    Phase.STOPPED: Rule(frozenset((Bye,)), Otherwise.IS_LATE),
    Phase.DRAINING: Rule(frozenset(), Otherwise.IS_LATE),
}
