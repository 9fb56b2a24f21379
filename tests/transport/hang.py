"""Ranks that wait for a message that never comes, for the test of the time-outs."""

from __future__ import annotations

import faulthandler
import signal
import sys

import numpy as np

from mpi_search.transport.mpi.channel import MpiChannel
from mpi_search.transport.mpi.idle import wait_for
from mpi_search.transport.mpi.world import World


def wait_forever() -> None:
    world = World()
    channel = MpiChannel(world.comm, world.next_tag(), {world.rank: np.zeros(1, np.uint64)})
    wait_for(channel.has_mail)


faulthandler.register(signal.SIGUSR1)
faulthandler.dump_traceback_later(float(sys.argv[1]) if len(sys.argv) > 1 else 1, exit=True)
wait_forever()
