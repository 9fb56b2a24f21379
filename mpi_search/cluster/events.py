"""What happens to a rank, and what it wants done. The transport turns the world into the first and obeys the second."""

from __future__ import annotations

from dataclasses import dataclass

from mpi_search.cluster.messages import Message
from mpi_search.kernel.search import Search

# --- events: in ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Received:
    """A message has come."""

    source: int
    message: Message


@dataclass(frozen=True, slots=True)
class Ran:
    """The slice that was asked for is over, with the status that `Search.run` gave."""

    status: int


@dataclass(frozen=True, slots=True)
class Free:
    """The core has nothing to do, and everything that was received has been handled. The answer may be a Run."""


@dataclass(frozen=True, slots=True)
class Woke:
    """The time of a Wake has come."""


Event = Received | Ran | Free | Woke

# --- actions: out ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message. Messages between two ranks arrive in the order they were sent."""

    target: int
    message: Message


@dataclass(frozen=True, slots=True)
class Run:
    """Search on for about so many nodes, or until a message has come; then say Ran. Only ever the answer to Free."""

    search: Search
    nodes: int


@dataclass(frozen=True, slots=True)
class Wake:
    """Say Woke when the clock shows this time. A later Wake replaces an earlier one."""

    at: float


@dataclass(frozen=True, slots=True)
class Finish:
    """This rank is done: nothing will be sent by it, nothing is in flight to it."""


Action = Send | Run | Wake | Finish
