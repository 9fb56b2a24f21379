"""Whether everything that a rank of a cluster calls is compiled: several processes should not compile the same."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import llvmlite.binding as llvm

from mpi_search.kernel.bind import Kernel
from mpi_search.kernel.jit import COMPILING
from mpi_search.kernel.search import warm_up, warm_up_edits


def is_ready(kernel: Kernel) -> bool:
    """Whether another process has compiled all of it before, for this kind of processor."""
    return not COMPILING or _mark(kernel).exists()


def make_ready(kernel: Kernel, clock: Callable[[], float] = time.perf_counter) -> float:
    """Compile all of it, or load it; returns the seconds that took. Raises InputError."""
    began = clock()
    warm_up(kernel)
    warm_up_edits(kernel)
    with contextlib.suppress(OSError):  # a cache prepared by somebody else
        _mark(kernel).touch()
    return clock() - began


def _mark(kernel: Kernel) -> Path:
    return kernel.folder / f"ready-{llvm.get_host_cpu_name()}"
