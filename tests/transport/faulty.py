"""Ranks with something wrong: `mpiexec -n 3 python -m tests.transport.faulty raise|misfit`."""

from __future__ import annotations

import dataclasses
import sys

from mpi_search.cli.cluster import search_together
from mpi_search.kernel.bind import bind
from mpi_search.kernel.load import load_game
from mpi_search.policies import POLICIES
from mpi_search.transport.mpi import job
from mpi_search.transport.mpi.job import Order
from mpi_search.transport.mpi.seat import Seat
from mpi_search.transport.mpi.world import World

fault = sys.argv[1]
world = World()
kernel = bind(load_game("othello"))


class Faulty(Seat):
    """Fails in the middle of a search."""

    def _hear(self) -> bool:
        if self.rank.jobs:
            raise ZeroDivisionError("rank 1 divides")
        return super()._hear()


if fault == "raise" and world.rank == 1:
    job.Seat = Faulty  # type: ignore[misc]
if fault == "misfit" and world.rank == 2:
    kernel = dataclasses.replace(kernel, content_hash="another-game")
order = Order(kernel.game.parse("ffo-44"), POLICIES["ybwc"])
search_together(world, kernel, order, 16, quiet=True)
