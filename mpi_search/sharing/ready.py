"""Whether everything that a rank of a cluster calls is compiled: several processes should not compile the same."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numpy as np

from mpi_search.compile.kernel import SharedKernel
from mpi_search.machine.jit import COMPILING, processor
from mpi_search.search.pace import node_ns
from mpi_search.search.table import Table
from mpi_search.sharing.search import SharedSearch
from mpi_search.sharing.workspace import Workspace


def is_compiled(kernel: SharedKernel) -> bool:
    """Whether another process has compiled all of it before, for this kind of processor."""
    return not COMPILING or _mark(kernel).exists()


def compile_shared(kernel: SharedKernel) -> None:
    """Compile all of it, or load it. Raises InputError."""
    _call_everything(kernel)
    shared_node_ns(kernel)  # measured now if at all: by one rank of the host, while the others wait
    with contextlib.suppress(OSError):  # a cache prepared by somebody else
        _mark(kernel).touch()


def shared_node_ns(kernel: SharedKernel) -> float:
    """What a node costs, in nanoseconds."""
    return node_ns(kernel, lambda: SharedSearch(Workspace(kernel, Table(1))))


def _call_everything(kernel: SharedKernel) -> None:
    workspace, worst = Workspace(kernel, Table(1)), kernel.game.max_value
    workspace.configure(in_team=True)
    search = SharedSearch(workspace)
    search.begin(kernel.game.start(), -1, 1, 2)
    search.best_offer(0)
    if list(search.survey(0)):
        search.give_back(search.detach(0))
        child = search.detach(0)
        search.back_up(child, -worst, worst)
    search.narrow(-1, 1)
    workspace.remember(kernel.game.start(), 2, -worst, worst, 1)
    own = np.zeros(1, np.int64)
    workspace.absorb(_as_received(workspace.take_outbox()))
    workspace.copy_in(own, *map(_as_received, workspace.copy_out(own)))
    search.cancel()


def _as_received(numbers: Any) -> Any:
    """An array as it comes out of a message, where it cannot be written to: numba makes a difference."""
    return np.frombuffer(numbers.tobytes(), numbers.dtype).reshape(numbers.shape)


def _mark(kernel: SharedKernel) -> Path:
    return kernel.folder / f"ready-{processor()}"
