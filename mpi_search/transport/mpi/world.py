"""The MPI world as this project sees it. The only file that imports mpi4py; importing it starts MPI.

World    how many ranks there are, which one this is, on which host; barriers that sleep; the end of the job
Memory   arrays in memory that the ranks of a host share
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import MutableMapping
from typing import Any, NoReturn

import mpi4py
import numpy as np
import numpy.typing as npt

from mpi_search.errors import InputError
from mpi_search.leave import take_your_time
from mpi_search.sharing.workspace import Shapes
from mpi_search.transport.mpi.idle import wait_for
from mpi_search.transport.mpi.memory import bytes_needed, lay_out


def tune(environment: MutableMapping[str, str]) -> None:
    """Settings for the MPI that is about to start; what the user has set stays."""
    environment.setdefault("OMPI_MCA_osc", "^ucx")  # the wheel's complains about itself
    if environment.get("OMPI_COMM_WORLD_LOCAL_SIZE", "?") == environment.get("OMPI_COMM_WORLD_SIZE"):
        # On one host nothing but shared memory is needed; looking for fabrics takes a second.
        environment.setdefault("OMPI_MCA_mtl", "^ofi")
        environment.setdefault("OMPI_MCA_btl", "^ofi")


mpi4py.rc.threads = False  # one thread talks to MPI, and pays for no locks
tune(os.environ)
from mpi4py import MPI  # noqa: E402


def _finalize() -> None:
    """mpi4py does it when the interpreter is taken apart, which ours is not (`leave.py`)."""
    if not MPI.Is_finalized():
        MPI.Finalize()


if MPI.get_vendor()[0] == "Open MPI":
    atexit.register(_finalize)
else:  # MPICH's launcher kills ranks that are still finalizing when the first one is gone
    take_your_time()


__all__ = ["MPI", "Memory", "World", "tune", "unique_names"]

#: Where MPI keeps the memory that ranks of a host share.
_SHARED_FOLDER = "/dev/shm"
#: Tags go from 0 to at least 32,767; each search of a job has its own.
_TAGS = 1024


class World:
    """All ranks of the job."""

    def __init__(self, pretend_hosts: int = 1) -> None:
        """`pretend_hosts` divides the ranks as if they were on so many hosts."""
        self.comm = MPI.COMM_WORLD
        self.size: int = self.comm.size
        self.rank: int = self.comm.rank
        self.library = MPI.Get_library_version().split("\n")[0].split(",")[0].strip("\0 ")
        if pretend_hosts > self.size:
            raise InputError(f"--pretend-hosts {pretend_hosts} is more than the {self.size} ranks there are")
        machine = self.comm.Split_type(MPI.COMM_TYPE_SHARED, self.rank)
        host = machine.Split(self.rank * pretend_hosts // self.size, self.rank)
        assert isinstance(host, MPI.Intracomm)
        self._host = host
        self.host_size: int = self._host.size  #: ranks on this host
        self.host_rank: int = self._host.rank  #: this one's place among them
        self.neighbours: list[int] = self._host.allgather(self.rank)  #: ranks of this host, in their order
        #: Of every rank: the same for those who share memory, another for all others.
        self.hosts = unique_names(self.comm.allgather((MPI.Get_processor_name(), self.neighbours[0])))
        self.host = self.hosts[self.rank]
        cores = self._count_cores(machine)
        self.is_crowded = cores < machine.size  #: ranks have to share cores
        #: There is no core left for this rank. Whoever pretends to have several hosts pretends to have cores too.
        self.is_surplus = machine.rank >= cores and pretend_hosts == 1
        self._searches = 0
        machine.Free()

    def _count_cores(self, machine: MPI.Comm) -> int:
        """The cores that the ranks of this machine may use, all together."""
        allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
        return len(set().union(*machine.allgather(allowed)))

    # --- together
    def host_barrier(self) -> None:
        """Wait for the other ranks of the host, asleep: one of them may need the cores to compile."""
        request = self._host.Ibarrier()
        wait_for(request.Test)

    def tell_host(self, number: int) -> int:
        """What the first rank of the host says, told to all of them."""
        told = np.array([number], np.int64)
        request = self._host.Ibcast(told)
        wait_for(request.Test)
        return int(told[0])

    def agree(self, error: str) -> str:
        """The first error that any rank has met, told to all of them; "" if there is none. They wait asleep."""
        wait_for(self.comm.Ibarrier().Test)
        return next((met for met in self.comm.allgather(error) if met), "")

    def tell_all(self, data: bytes) -> bytes:
        """What rank 0 says, told to all ranks; they sleep until it does."""
        size = np.array([len(data)], np.int64)
        wait_for(self.comm.Ibcast(size).Test)
        told = np.frombuffer(data, np.uint8).copy() if self.rank == 0 else np.zeros(size[0], np.uint8)
        wait_for(self.comm.Ibcast(told).Test)
        return told.tobytes()

    def next_tag(self) -> int:
        """For the messages of the next search: all ranks ask equally often."""
        self._searches += 1
        return self._searches % _TAGS

    def memory(self, shapes: Shapes) -> Memory:
        """Arrays shared by the ranks of this host, who all ask for the same ones. Raises InputError."""
        return Memory(self._host, self.host, shapes)

    # --- the end
    def abort(self, code: int) -> NoReturn:
        """End the whole job at once."""
        sys.stdout.flush()
        sys.stderr.flush()
        self.comm.Abort(code)
        os._exit(code)  # not reached


class Memory:
    """Named arrays, empty at first, in one window of memory shared by the ranks of a host."""

    def __init__(self, comm: MPI.Intracomm, host: str, shapes: Shapes) -> None:
        size = bytes_needed(shapes)
        self._window: MPI.Win | None = None
        if comm.size == 1:  # nobody to share with; MPI would return memory that is not empty
            self.arrays: dict[str, npt.NDArray[Any]] = lay_out(np.zeros(size, np.uint8), shapes)
            return
        if comm.rank == 0:
            _expect_room(size, host)
        self._window = MPI.Win.Allocate_shared(size if comm.rank == 0 else 0, 1, comm=comm)
        memory, _ = self._window.Shared_query(0)
        # Ranks read and write as they like: the table is made for that, and needs no locks but this formality.
        self._window.Lock_all(MPI.MODE_NOCHECK)
        self.arrays = lay_out(memory, shapes)

    def free(self) -> None:
        """Give the memory back: all ranks of the host together, none of whom may use an array afterwards."""
        self.arrays.clear()
        if self._window is not None:
            self._window.Unlock_all()
            self._window.Free()


def _expect_room(size: int, host: str) -> None:
    """MPI would not notice that shared memory is too small: ranks would die of a bus error in mid-search."""
    try:
        status = os.statvfs(_SHARED_FOLDER)
    except OSError:  # no such folder: MPI keeps shared memory elsewhere
        return
    free = status.f_bavail * status.f_frsize
    if size > free:
        raise InputError(
            f"the table does not fit: {host} has {free >> 20} MB free in {_SHARED_FOLDER}, {(size >> 20) + 1} MB are "
            f"needed; give a smaller --table-mb, or have {_SHARED_FOLDER} enlarged"
        )


def unique_names(hosts: list[tuple[str, int]]) -> list[str]:
    """The names that hosts say, made different where the first ranks of those who share memory are others."""
    leaders: dict[str, list[int]] = {}
    for name, leader in dict.fromkeys(hosts):
        leaders.setdefault(name, []).append(leader)
    return [name if len(leaders[name]) == 1 else f"{name}#{leaders[name].index(leader) + 1}" for name, leader in hosts]
