"""Ranks with something wrong: `mpiexec -n 3 python -m tests.transport.faulty raise|misfit`."""

from __future__ import annotations

import dataclasses
import sys

from mpi_search.cluster.loop import Loop
from mpi_search.cluster.question import Question
from mpi_search.compile.kernel import bind_shared
from mpi_search.policies import POLICIES
from mpi_search.rules.load import load_game
from mpi_search.transport.mpi import together
from mpi_search.transport.mpi.failure import one_for_all
from mpi_search.transport.mpi.host import Host, compile_once
from mpi_search.transport.mpi.world import World

fault = sys.argv[1]
world = World()
kernel = bind_shared(load_game("othello"))


class Faulty(Loop):
    """Fails in the middle of a search."""

    def _hear(self) -> bool:
        if self.rank.jobs:
            raise ZeroDivisionError("rank 1 divides")
        return super()._hear()


if fault == "raise" and world.rank == 1:
    together.Loop = Faulty  # type: ignore[misc]
with one_for_all(world):
    compile_once(world, kernel)
    if fault == "misfit" and world.rank == 2:
        kernel = dataclasses.replace(kernel, content_hash="another-game")
    host = Host(world, kernel, 16)
    together.search_together(world, host, Question(kernel.game.parse("ffo-44"), POLICIES["ybwc"]))
    host.close()
