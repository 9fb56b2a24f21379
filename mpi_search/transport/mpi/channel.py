"""Messages between real ranks: non-blocking sends, matched probes, and a bell for ranks of the same host."""

from __future__ import annotations

from collections import deque
from typing import Any

from mpi_search.cluster.messages import Encoder, Message, decode
from mpi_search.transport.mpi.idle import wait_for
from mpi_search.transport.mpi.world import MPI

#: A probe may find nothing, and only see to it that the next one will. Whoever has heard the bell tries so often.
_PROBES, _PROBES_WHEN_RUNG = 2, 8


class MpiChannel:
    """From any rank to any other; messages of one rank arrive in the order they were sent."""

    def __init__(self, comm: MPI.Intracomm, tag: int, bells: dict[int, Any]) -> None:
        """`bells`: of this rank and those that share memory with it."""
        self._comm, self._tag, self._bell, self._bells = comm, tag, bells[comm.rank], bells
        self._encoder = Encoder()
        self._status = MPI.Status()
        self._next: MPI.Message | None = None  # has come, and is not received yet
        self._unsent: deque[tuple[MPI.Request, bytes]] = deque()  # buffers are kept until MPI is done with them

    def send(self, target: int, message: Message) -> int:
        """Send, without waiting for the receiver; returns the bytes."""
        data = self._encoder.encode(message)
        request = self._comm.Isend([data, MPI.BYTE], target, self._tag)
        if not request.Test():  # most are short, and gone at once
            self._unsent.append((request, data))
        if target in self._bells:
            self._bells[target][0] = 1
        while self._unsent and self._unsent[0][0].Test():
            self._unsent.popleft()
        return len(data)

    def has_mail(self) -> bool:
        """Whether a message has come, from any host."""
        if self._next is None:
            probes = _PROBES_WHEN_RUNG if self._bell[0] else _PROBES
            self._bell[0] = 0  # before the probe: what comes after it rings again
            for _ in range(probes):
                self._next = MPI.Message.Iprobe(self._comm, MPI.ANY_SOURCE, self._tag, self._status)
                if self._next is not None:
                    break
        return self._next is not None

    #: A search that has heard the bell has paused: look who it was.
    is_called = has_mail

    def take(self) -> tuple[int, Message] | None:
        """Where the next message came from, and what it says; None if there is none. Raises ProtocolError."""
        if not self.has_mail():
            return None
        assert self._next is not None
        data = bytearray(self._status.Get_count(MPI.BYTE))
        source = self._status.Get_source()
        self._next.Recv([data, MPI.BYTE])
        self._next = None
        return source, decode(bytes(data))

    def flush(self) -> None:
        """Wait until everything sent has left this rank."""
        wait_for(lambda: all(request.Test() for request, _ in self._unsent))
        self._unsent.clear()
