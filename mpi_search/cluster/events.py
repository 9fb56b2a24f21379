"""What happens to a rank, and what it wants done. The loop (`loop.py`) turns the world into the first and obeys the
second."""

from __future__ import annotations

from msgspec import Struct

from mpi_search.cluster.messages import Message
from mpi_search.sharing.search import SharedSearch

# --- events: in ------------------------------------------------------------------------------------------------------


class Begin(Struct, frozen=True):
    """The first event of every rank."""


class Received(Struct, frozen=True):
    """A message has come."""

    source: int
    message: Message


class Ran(Struct, frozen=True):
    """The slice that was asked for is over, with the status that `SharedSearch.run` gave."""

    status: int


class Free(Struct, frozen=True):
    """The core has nothing to do, and everything that was received has been handled. The answer may be a Run."""


class Woke(Struct, frozen=True):
    """The time of a Wake has come."""


class TimeIsUp(Struct, frozen=True):
    """The time of a Deadline has come. Only the master hears it."""


class Interrupt(Struct, frozen=True):
    """The user wants no more. Only the master hears it."""


Event = Begin | Received | Ran | Free | Woke | TimeIsUp | Interrupt

# --- actions: out ----------------------------------------------------------------------------------------------------


class Send(Struct, frozen=True):
    """Send a message. Messages between two ranks arrive in the order they were sent."""

    target: int
    message: Message


class Run(Struct, frozen=True):
    """Search on for about so many nodes, or until a message has come; then say Ran. Only ever the answer to Free."""

    search: SharedSearch
    nodes: int


class Wake(Struct, frozen=True):
    """Say Woke when the clock shows this time. A later Wake replaces an earlier one."""

    at: float


class Deadline(Struct, frozen=True):
    """Say TimeIsUp when the clock shows this time, unless a slice is under way: then Ran tells the time. A later
    Deadline replaces an earlier one."""

    at: float


class Finish(Struct, frozen=True):
    """This rank is done: nothing will be sent by it, nothing is in flight to it."""


Action = Send | Run | Wake | Deadline | Finish
