"""What a rank decides while it handles one event: its parts write here, the loop carries it out."""

from __future__ import annotations

from mpi_search.cluster.events import Action, Deadline, Finish, Run, Send, Wake
from mpi_search.cluster.messages import Message
from mpi_search.sharing.search import SharedSearch


class Decisions:
    """The actions of one rank, and how many messages it has ever sent."""

    def __init__(self, number: int, size: int) -> None:
        self.now = 0.0  #: the time of the event that is handled
        self.sent = [0] * size  #: messages, to every rank
        self._number = number
        self._actions: list[Action] = []

    def begin(self, now: float) -> list[Action]:
        """An event is handled: what is decided goes into the list that is returned."""
        self.now, self._actions = now, []
        return self._actions

    def send(self, target: int, message: Message) -> None:
        assert target != self._number
        self.sent[target] += 1
        self._actions.append(Send(target, message))

    def run(self, search: SharedSearch, nodes: int) -> None:
        self._actions.append(Run(search, nodes))

    def wake_after(self, seconds: float) -> None:
        self._actions.append(Wake(self.now + seconds))

    def expect_deadline(self, at: float) -> None:
        self._actions.append(Deadline(at))

    def finish(self) -> None:
        self._actions.append(Finish())
