"""Bytes between ranks that do not search together: sent without waiting, looked for now and then."""

from __future__ import annotations

from mpi_search.transport.mpi.idle import wait_for
from mpi_search.transport.mpi.world import MPI, World

#: Searches have smaller tags.
_TAG = 2000


class Mail:
    """Of one rank."""

    def __init__(self, world: World) -> None:
        self.rank, self.size = world.rank, world.size
        self._comm, self._status = world.comm, MPI.Status()
        self._unsent: list[tuple[MPI.Request, bytes]] = []  # buffers are kept until MPI is done with them

    def send(self, target: int, data: bytes) -> None:
        """Send, without waiting for the receiver."""
        self._unsent = [(request, buffer) for request, buffer in self._unsent if not request.Test()]
        self._unsent.append((self._comm.Isend([data, MPI.BYTE], target, _TAG), data))

    def receive(self) -> bytes | None:
        """What has come, from anybody; None if nothing has."""
        message = MPI.Message.Iprobe(self._comm, MPI.ANY_SOURCE, _TAG, self._status)
        if message is None:
            return None
        data = bytearray(self._status.Get_count(MPI.BYTE))
        message.Recv([data, MPI.BYTE])
        return bytes(data)

    def wait(self) -> bytes:
        """The next that comes; asleep until then."""
        found: list[bytes] = []

        def look() -> bool:
            found.extend(data for data in [self.receive()] if data is not None)
            return bool(found)

        wait_for(look)
        return found[0]

    def flush(self) -> None:
        """Wait until everything sent has left this rank."""
        wait_for(lambda: all(request.Test() for request, _ in self._unsent))
