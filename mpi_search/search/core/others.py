"""What a search does for other ranks: nothing. `run.py` calls these, and nobody else.

In a cluster the binder puts `sharing/core/others.py` in the place of this file. So a search on one rank has no trace of
the others in its arrays or its loop.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.jit import jit
from mpi_search.search.core.ordering import select


@jit(inline=True, inner=True)
def choose(tree: Any, ply: Any) -> Any:
    """The move to search next at `ply`, brought to the end of its list."""
    return select(tree.moves, ply, tree.frames[ply].count)


@jit(inline=True, inner=True)
def on_opened(tree: Any, ply: Any) -> None:
    """A frame has been opened."""


@jit(inline=True, inner=True)
def leave_child(tree: Any, ply: Any) -> None:
    """The child that was searched below the frame at `ply` is settled."""


@jit(inline=True, inner=True)
def on_resolved(tree: Any, ply: Any) -> None:
    """The frame at `ply` is decided, and about to be popped."""


@jit(inline=True, inner=True)
def on_kept(tree: Any, key: Any, data: Any, spent: Any) -> None:
    """A claim that has cost `spent` nodes was stored, as the data word `data`."""


@jit(inline=True, inner=True)
def is_called(tree: Any) -> Any:
    """Whether another rank wants this one to pause."""
    return False


@jit(inline=True, inner=True)
def attend(tree: Any, table: Any, stop: Any) -> Any:
    """See to the others; return the node count at which to do so again. `stop`: where the slice ends."""
    return stop
