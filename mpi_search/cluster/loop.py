"""The turns of a rank: one loop for real ranks and virtual ones, over a channel and a clock.

    turn:  what is due (Woke, TimeIsUp), every message that has arrived, Interrupt, then Free; Free may begin a slice
    slice: ends when its nodes are searched, when the search stops by itself, or when a message has come; then Ran

The loop is a generator. It yields wherever time passes: a real rank goes on at once, or sleeps a little if it is idle;
a virtual one is resumed when its virtual time has come. Nothing else is different between them.

Messages of the same host ring a bell, for which a search has an ear. Where there are other hosts, a slice is searched
in short runs with a look for messages between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Protocol

from msgspec import Struct

from mpi_search.cluster.events import (
    Action,
    Begin,
    Deadline,
    Event,
    Finish,
    Free,
    Interrupt,
    Ran,
    Received,
    Run,
    Send,
    TimeIsUp,
    Wake,
    Woke,
)
from mpi_search.cluster.messages import Message
from mpi_search.cluster.rank import Rank
from mpi_search.search.core.frames import DONE, NEVER, PAUSED, WAITING

_BEGIN, _FREE, _WOKE, _TIME_IS_UP, _INTERRUPT = Begin(), Free(), Woke(), TimeIsUp(), Interrupt()
_RAN = {status: Ran(status) for status in (DONE, PAUSED, WAITING)}


class Channel(Protocol):
    """How messages travel between ranks: in order from one rank to another, none lost."""

    def send(self, target: int, message: Message) -> int:
        """Send, without waiting for the receiver; returns the bytes."""

    def take(self) -> tuple[int, Message] | None:
        """Where the next message came from, and what it says; None if there is none. Raises ProtocolError."""

    def has_mail(self) -> bool:
        """Whether a message has come, from any host."""

    def is_called(self) -> bool:
        """Whether a message of the same host has rung the bell; a channel may look for others then."""


class Clock(Protocol):
    """What time it is."""

    quantum_nodes: int  #: most nodes that may be searched before time must pass

    def now(self) -> float:
        """In seconds, from anywhere on."""

    def is_due(self, at: float) -> bool:
        """Whether the rank is to be told that this time has come."""


class Passes(Enum):
    """Why time passes."""

    SEARCHING = "searching"  #: nodes were searched, and more will be
    LOOKING = "looking"  #: the same, and now the rank looks for messages of other hosts
    ENDING = "ending"  #: the slice is over
    CALLED = "called"  #: a message of the same host ends the slice
    IDLE = "idle"  #: there is nothing to do


#: The same for who asks often: up to Python 3.11 an attribute of an Enum takes as long as a call.
SEARCHING, LOOKING, ENDING, CALLED, IDLE = Passes


class Pause(Struct, frozen=True, gc=False):
    """Time passes."""

    why: Passes
    nodes: int = 0  #: searched since the last pause
    until: float | None = None  #: when idle: something is due then
    has_news: bool = True  #: something has happened since the last pause


_CALLED = Pause(CALLED)


class Loop:
    """Runs one rank until it has finished: iterate over `turns`, and let time pass as it says."""

    def __init__(
        self,
        rank: Rank,
        channel: Channel,
        clock: Clock,
        *,
        should_stop: Callable[[], bool] = lambda: False,
        on_event: Callable[[Event, float], None] | None = None,
        on_handled: Callable[[list[Action]], None] | None = None,
    ) -> None:
        """`should_stop`: the user wants no more (the master asks); `on_event` hears of every event before it is
        handled, `on_handled` what was decided."""
        self.rank, self.channel, self.clock = rank, channel, clock
        self.on_event, self.on_handled = on_event, on_handled
        self._should_stop, self._is_interrupted = should_stop, False
        self._slice: Run | None = None  # to be searched next
        self._is_finished = False
        self._wake_at: float | None = None
        self._deadline: float | None = None

    def turns(self) -> Iterator[Pause]:
        """One turn after the other. Raises what the rank raises."""
        self._tell(_BEGIN)
        has_news = True
        while True:
            has_news |= self._hear()
            if self._is_finished:
                return
            has_news |= self._interrupt_if_wanted()
            if has_news:
                self._tell(_FREE)
            if self._slice is not None:
                yield from self._search(self._slice)
                has_news = True
            else:
                yield Pause(IDLE, until=self.next_due, has_news=has_news)
                due = self._take_what_is_due()
                for event in due:
                    self._tell(event)
                has_news = bool(due)

    @property
    def next_due(self) -> float | None:
        """When the rank wants to be told of the time."""
        if self._wake_at is None or self._deadline is None:
            return self._deadline if self._wake_at is None else self._wake_at
        return min(self._wake_at, self._deadline)

    def _tell(self, event: Event) -> None:
        now = self.clock.now()
        if self.on_event is not None:
            self.on_event(event, now)
        actions = self.rank.handle(event, now)
        if self.on_handled is not None:
            self.on_handled(actions)
        self._obey(actions)

    def _obey(self, actions: list[Action]) -> None:
        for action in actions:
            if type(action) is Send:
                self.rank.account.bytes_sent += self.channel.send(action.target, action.message)
            elif type(action) is Run:
                self._slice = action
            elif type(action) is Wake:
                self._wake_at = action.at
            elif type(action) is Deadline:
                self._deadline = action.at
            else:
                assert type(action) is Finish
                self._is_finished = True

    def _hear(self) -> bool:
        """Everything that has arrived; whether that was anything."""
        heard = False
        while not self._is_finished and (mail := self.channel.take()) is not None:
            heard = True
            self._tell(Received(*mail))
        return heard

    def _interrupt_if_wanted(self) -> bool:
        if self._is_interrupted or not self._should_stop():
            return False
        self._is_interrupted = True
        self._tell(_INTERRUPT)
        return True

    def _take_what_is_due(self) -> list[Event]:
        due: list[Event] = []
        if self._wake_at is not None and self.clock.is_due(self._wake_at):
            self._wake_at = None
            due.append(_WOKE)
        if self._deadline is not None and self.clock.is_due(self._deadline):
            self._deadline = None
            due.append(_TIME_IS_UP)
        return due

    def _search(self, run: Run) -> Iterator[Pause]:
        """The slice that was asked for, or less of it if a message comes."""
        self._slice = None
        search, look_nodes = run.search, NEVER if self.rank.hosts.is_alone else self.rank.tuning.look_nodes
        quantum_nodes, is_called, nodes = self.clock.quantum_nodes, self.channel.is_called, search.nodes
        end, look = nodes + run.nodes, nodes + look_nodes  # where the search pauses, and where the next look is due
        while True:
            before = nodes
            status = search.run(min(end - nodes, look - nodes, quantum_nodes))
            nodes = search.nodes
            if status != PAUSED or nodes >= end:
                yield Pause(ENDING, nodes - before)
                break
            if nodes >= look:
                yield Pause(LOOKING, nodes - before)
                look = nodes + look_nodes
                if self.channel.has_mail():
                    break
            else:
                yield Pause(SEARCHING, nodes - before)
                if is_called():
                    yield _CALLED
                    break
        self._take_what_is_due()  # and need not be told: Ran tells the time
        self._tell(_RAN[status])
