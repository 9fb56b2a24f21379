"""What happens to a rank, and what it wants done. The transport turns the world into the first and obeys the second."""

from __future__ import annotations

from msgspec import Struct

from mpi_search.cluster.messages import Message
from mpi_search.kernel.search import Search

# --- events: in ------------------------------------------------------------------------------------------------------


class Received(Struct, frozen=True):
    """A message has come."""

    source: int
    message: Message


class Ran(Struct, frozen=True):
    """The slice that was asked for is over, with the status that `Search.run` gave."""

    status: int


class Free(Struct, frozen=True):
    """The core has nothing to do, and everything that was received has been handled. The answer may be a Run."""


class Woke(Struct, frozen=True):
    """The time of a Wake has come."""


Event = Received | Ran | Free | Woke

# --- actions: out ----------------------------------------------------------------------------------------------------


class Send(Struct, frozen=True):
    """Send a message. Messages between two ranks arrive in the order they were sent."""

    target: int
    message: Message


class Run(Struct, frozen=True):
    """Search on for about so many nodes, or until a message has come; then say Ran. Only ever the answer to Free."""

    search: Search
    nodes: int


class Wake(Struct, frozen=True):
    """Say Woke when the clock shows this time. A later Wake replaces an earlier one."""

    at: float


class Finish(Struct, frozen=True):
    """This rank is done: nothing will be sent by it, nothing is in flight to it."""


Action = Send | Run | Wake | Finish
