"""What the ranks of a host have together: compiled code, the table, and memory in which they tell each other things."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from mpi_search.compile.kernel import SharedKernel
from mpi_search.errors import Agreed, InputError
from mpi_search.search.core.table import BUCKET_WORDS
from mpi_search.search.table import Table
from mpi_search.sharing.ready import compile_shared, is_compiled, shared_node_ns
from mpi_search.sharing.workspace import Shapes, Workspace, host_shapes
from mpi_search.transport.mpi.memory import LINE_BYTES, touch

if TYPE_CHECKING:
    from mpi_search.transport.mpi.channel import MpiChannel
    from mpi_search.transport.mpi.world import World

#: The memory of the table is touched before the search, but not for longer than this.
TOUCH_S = 0.25


def compile_once(world: World, kernel: SharedKernel) -> float:
    """Compile the search on one rank of every host, and load it on the others; returns the seconds that took. Raises
    Agreed."""
    began, error = time.perf_counter(), ""
    compiles = not world.tell_host(is_compiled(kernel)) and world.host_rank == 0
    if compiles:
        try:
            compile_shared(kernel)
        except InputError as reason:
            error = str(reason)
    if error := world.agree(error):
        raise Agreed(error)
    if not compiles:
        compile_shared(kernel)
    return time.perf_counter() - began


def shapes_of(table_mb: float, ranks: int, size: int) -> Shapes:
    """What the `ranks` of a host share, by name, in a cluster of that `size`."""
    words = max(1, int(table_mb * (1 << 20)) // (8 * BUCKET_WORDS)) * BUCKET_WORDS
    bells = (ranks, LINE_BYTES // 8)  # a cache line each
    return {"table": ((words,), np.uint64), "bells": (bells, np.uint64), **host_shapes(size)}


class Host:
    """The memory that this rank shares with the others of its host. Serves one search after the other."""

    def __init__(self, world: World, kernel: SharedKernel, table_mb: float) -> None:
        """All ranks of the host together. Raises InputError if the table does not fit."""
        self.world, self.kernel, self.table_mb = world, kernel, table_mb
        self.node_ns = shared_node_ns(kernel)  #: what a node costs
        try:
            self._memory = world.memory(shapes_of(table_mb, world.host_size, world.size))
        except MemoryError as error:
            raise InputError(f"--table-mb {table_mb:g} does not fit: {error}") from error
        self.table = Table(buffer=self._memory.arrays["table"])
        until = time.perf_counter() + TOUCH_S
        touch(self.table.words, world.host_rank, world.host_size, lambda: time.perf_counter() > until)
        world.host_barrier()

    def workspace(self) -> Workspace:
        """This rank's, for one search. Nothing of it may be sent before every rank has one."""
        arrays, world = self._memory.arrays, self.world
        if world.host_rank == 0:  # what is left of an earlier search
            arrays["board"][:], arrays["outbox"][0] = 0, 0
        bell = arrays["bells"][world.host_rank]
        return Workspace(self.kernel, self.table, arrays, rank=world.rank, bell=bell)

    def channel(self) -> MpiChannel:
        """The messages of one search."""
        from mpi_search.transport.mpi.channel import MpiChannel

        bells = dict(zip(self.world.neighbours, self._memory.arrays["bells"], strict=True))
        return MpiChannel(self.world.comm, self.world.next_tag(), bells)

    def forget(self) -> None:
        """Empty the table: all ranks of the host together, each its part, and nobody goes on before all have."""
        self.table.clear_part(self.world.host_rank, self.world.host_size)
        self.world.host_barrier()

    def close(self) -> None:
        """Give the memory back; all ranks of the host together."""
        self.world.host_barrier()
        self._memory.free()
