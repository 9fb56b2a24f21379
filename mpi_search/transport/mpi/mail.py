"""Bytes between ranks that do not search together: sent without waiting, looked for now and then."""

from __future__ import annotations

import os
from collections.abc import Callable

from mpi_search.transport.mpi.driver import Orphaned
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
        self._parent = os.getppid()

    def send(self, target: int, data: bytes) -> None:
        """Send, without waiting for the receiver."""
        self._unsent = [(request, buffer) for request, buffer in self._unsent if not request.Test()]
        self._unsent.append((self._comm.Isend([data, MPI.BYTE], target, _TAG), data))

    def receive(self) -> bytes | None:
        """What has come, from anybody; None if nothing has. Raises Orphaned: nobody may ever send anything then."""
        self.expect_launcher()
        message = MPI.Message.Iprobe(self._comm, MPI.ANY_SOURCE, _TAG, self._status)
        if message is None:
            return None
        data = bytearray(self._status.Get_count(MPI.BYTE))
        message.Recv([data, MPI.BYTE])
        return bytes(data)

    def wait(self, is_over: Callable[[], bool] = lambda: False) -> bytes | None:
        """The next that comes; asleep until then. None when there is no more waiting."""
        found: list[bytes] = []

        def look() -> bool:
            found.extend(data for data in [self.receive()] if data is not None)
            return bool(found) or is_over()

        wait_for(look)
        return found[0] if found else None

    def expect_launcher(self) -> None:
        """Raises Orphaned if it is gone."""
        if os.getppid() != self._parent:
            raise Orphaned(f"rank {self.rank}: the launcher is gone")

    def flush(self) -> None:
        """Wait until everything sent has left this rank."""
        wait_for(lambda: all(request.Test() for request, _ in self._unsent))
