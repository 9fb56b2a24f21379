"""A rank's place in the real world: the loop that feeds events to it and obeys its actions.

    turn of a rank:  Ran (if a slice is over), then every message that has arrived, then Free; Free may begin a slice

A slice ends when its nodes are searched, when the search stops by itself, or when a message has come; only then does
the rank hear of it. Messages of the same host ring a bell, for which the search itself has an ear. Where there are
other hosts, a slice is searched in short runs with a look for messages between them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Protocol

from mpi_search.cluster.events import Action, Finish, Free, Ran, Received, Run, Send, Wake, Woke
from mpi_search.cluster.messages import Message, decode, encode
from mpi_search.cluster.rank import Rank
from mpi_search.kernel.core.frames import DONE, PAUSED, WAITING
from mpi_search.transport.mpi.idle import Idle

_FREE, _WOKE = Free(), Woke()
_RAN = {status: Ran(status) for status in (DONE, PAUSED, WAITING)}
#: Between two looks whether the launcher is still there.
_ORPHAN_CHECK_S = 1.0


class Post(Protocol):
    """How bytes travel between ranks: in order from one rank to another, none lost."""

    def send(self, target: int, data: bytes) -> None:
        """Send, without waiting for the receiver."""

    def has_mail(self) -> bool:
        """Whether a message has come."""

    def take(self) -> tuple[int, bytes] | None:
        """The next message and where it came from; None if there is none."""

    def flush(self) -> None:
        """Wait until everything sent has left this rank."""


class Orphaned(Exception):
    """The launcher is gone, and with it whoever would read the answer."""


class Seat:
    """Runs one rank until it has finished."""

    def __init__(
        self,
        rank: Rank,
        post: Post,
        *,
        clock: Callable[[], float] = time.perf_counter,
        idle: Idle | None = None,
        on_turn: Callable[[float], list[Action]] = lambda now: [],
    ) -> None:
        self.rank, self.post, self.clock, self.on_turn = rank, post, clock, on_turn
        self.idle = idle or Idle(clock)
        self._slice: Run | None = None  # to be searched next
        self._alarm: float | None = None
        self._encoded: tuple[Message | None, bytes] = (None, b"")
        self._is_finished = False
        self._parent, self._checked_at = os.getppid(), clock()

    def run(self) -> None:
        """One turn after the other. Raises what the rank raises, and Orphaned."""
        self._obey(self.rank.begin(self.clock()))
        something_happened = True
        while True:
            something_happened |= self._hear()
            if self._is_finished:
                break
            now = self.clock()
            actions = self.on_turn(now)
            self._obey(actions)
            if something_happened or actions:
                self.idle.reset()
                self._obey(self.rank.handle(_FREE, self.clock()))
            something_happened = self._search() if self._slice else self._wait(now)
            if now - self._checked_at > _ORPHAN_CHECK_S:
                self._check_parent(now)
        self.post.flush()

    def _hear(self) -> bool:
        """Everything that has arrived; whether that was anything."""
        heard = False
        while not self._is_finished and (mail := self.post.take()) is not None:
            heard = True
            source, data = mail
            self._obey(self.rank.handle(Received(source, decode(data)), self.clock()))
        return heard

    def _search(self) -> bool:
        """The slice that was asked for, or less of it if a message comes."""
        assert self._slice is not None
        search, left = self._slice.search, self._slice.nodes
        self._slice = None
        look_nodes = left if self.rank.hosts.is_alone else self.rank.tuning.look_nodes
        before = search.nodes
        while True:
            status = search.run(min(left, look_nodes))
            after = search.nodes
            left -= after - before
            before = after
            if status != PAUSED or left <= 0 or self.post.has_mail():
                break
        now = self.clock()
        if self._alarm is not None and self._alarm <= now:
            self._alarm = None  # rang unheard
        self._obey(self.rank.handle(_RAN[status], now))
        return True

    def _wait(self, now: float) -> bool:
        """Nothing to search: wait a little, or wake the rank if it wanted that; whether it was woken."""
        if self._alarm is not None and self._alarm <= now:
            self._alarm = None
            self._obey(self.rank.handle(_WOKE, now))
            return True
        self.idle.wait(self._alarm)
        return False

    def _obey(self, actions: list[Action]) -> None:
        for action in actions:
            if type(action) is Send:
                self._send(action.target, action.message)
            elif type(action) is Run:
                self._slice = action
            elif type(action) is Wake:
                self._alarm = action.at
            else:
                assert type(action) is Finish
                self._is_finished = True

    def _send(self, target: int, message: Message) -> None:
        if self._encoded[0] is not message:  # one message to many ranks is encoded once
            self._encoded = message, encode(message)
        data = self._encoded[1]
        self.rank.account.bytes_sent += len(data)
        self.post.send(target, data)

    def _check_parent(self, now: float) -> None:
        """A launcher that was killed leaves its ranks behind: they must not search on for nobody."""
        self._checked_at = now
        if os.getppid() != self._parent:
            raise Orphaned(f"rank {self.rank.number} on {self.rank.host}: the launcher is gone")
