"""Ranks that wait for a message that never comes, for the test of the time-outs."""

from __future__ import annotations

import faulthandler
import signal
import sys

from mpi_search.transport.mpi.idle import wait_for
from mpi_search.transport.mpi.world import World


def wait_forever() -> None:
    wait_for(World().mail().has_mail)


faulthandler.register(signal.SIGUSR1)
faulthandler.dump_traceback_later(float(sys.argv[1]) if len(sys.argv) > 1 else 1, exit=True)
wait_forever()
