"""What a node costs on this machine: as a game says, or measured once and kept beside the machine code.

Kept, so that a simulation gives the same figures when it is run again. The search that is timed goes to the end of the
game from its first position; wherever it is stopped, most of its nodes lie deep in the tree, as in any search.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from mpi_search.compile.cache import keep
from mpi_search.compile.kernel import AnyKernel, Kernel
from mpi_search.machine.jit import processor
from mpi_search.search.core.frames import PAUSED
from mpi_search.search.search import Search
from mpi_search.search.table import Table

#: It is timed so many times, for so long each; the best counts, for others may use the core too.
TIMES, EACH_S = 5, 0.01
#: Between two looks at the clock.
SLICE_NODES = 500
#: A game that is searched to the end sooner is searched again, with no table, but not for ever.
MOST_SEARCHES = 200


def serial_node_ns(kernel: Kernel) -> float:
    """Of the search on one rank."""
    return node_ns(kernel, lambda: Search(kernel, Table(1)))


def node_ns(kernel: AnyKernel, make_search: Callable[[], Search]) -> float:
    """Nanoseconds for one node. Raises InputError if the game cannot be searched."""
    if kernel.game.node_ns is not None:
        return kernel.game.node_ns
    note = kernel.folder / f"pace-{processor()}"
    try:
        return float(note.read_text())
    except (OSError, ValueError):  # not measured yet
        pass
    measured = measure(make_search(), time.perf_counter)
    keep(note, f"{measured:g}")
    return measured


def measure(search: Search, clock: Callable[[], float]) -> float:
    """Nanoseconds for one node, as whole ones."""
    return max(1, round(1e9 * min(_seconds_per_node(search, clock) for _ in range(TIMES))))


def _seconds_per_node(search: Search, clock: Callable[[], float]) -> float:
    nodes, seconds = 0, 0.0
    for _ in range(MOST_SEARCHES):
        search.table.clear()
        search.begin(search.kernel.game.start(), 0, 1)
        status, before = PAUSED, search.nodes
        while status == PAUSED and seconds < EACH_S:
            began = clock()
            status = search.run(SLICE_NODES)
            seconds += clock() - began
        nodes += search.nodes - before
        if seconds >= EACH_S:
            break
    return seconds / max(nodes, 1)
