"""Messages between virtual ranks: encoded bytes that wait until their time has come, and what they cost both sides."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from mpi_search.cluster.messages import Encoder, Message, decode
from mpi_search.cluster.rank import Rank
from mpi_search.transport.virtual.charges import receiving_us, sending_us
from mpi_search.transport.virtual.clock import VirtualClock
from mpi_search.transport.virtual.shape import Shape

#: Takes a message on its way: (source, target, message, the same as bytes, when it leaves).
Post = Callable[[int, int, Message, bytes, float], None]


class VirtualChannel:
    """What one rank sends and receives. Its clock is charged for each message."""

    def __init__(self, rank: Rank, clock: VirtualClock, shape: Shape, encoder: Encoder, post: Post) -> None:
        self._rank, self._clock, self._shape, self._encoder, self._post = rank, clock, shape, encoder, post
        self.inbox: deque[tuple[int, bytes]] = deque()
        self._is_called = False  # a message has come from the same host

    def arrive(self, source: int, data: bytes) -> None:
        """A message has come."""
        self.inbox.append((source, data))
        self._is_called |= self._shape.are_near(source, self._rank.number)

    def send(self, target: int, message: Message) -> int:
        is_copy = self._encoder.has(message)
        self._clock.charge(sending_us(self._shape.costs, message, self._rank.work, is_copy=is_copy))
        data = self._encoder.encode(message)
        self._post(self._rank.number, target, message, data, self._clock.time)
        return len(data)

    def take(self) -> tuple[int, Message] | None:
        self._is_called = False
        if not self.inbox:
            return None
        source, data = self.inbox.popleft()
        message = decode(data)
        self._clock.charge(receiving_us(self._shape.costs, message, self._rank.work))
        return source, message

    def has_mail(self) -> bool:
        return bool(self.inbox)

    def is_called(self) -> bool:
        return self._is_called
