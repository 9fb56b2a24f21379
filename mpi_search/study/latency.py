"""How long a cancel takes to reach the search of another rank: `mpiexec -n 2 python -m mpi_search.study.latency`.

Rank 1 is a rank as in any search. Rank 0 gives it a job that takes much longer, and cancels it after a while; both note
the time, on the clock that processes of one machine share. Rank 0 prints the median and the worst in microseconds.
"""

from __future__ import annotations

import random
import statistics
import time

import numpy as np

from mpi_search.cluster.events import Event, Received
from mpi_search.cluster.loop import Loop
from mpi_search.cluster.messages import Bye, Cancel, Drain, Grant, Hello, Message, Start, Stop
from mpi_search.cluster.rank import Rank
from mpi_search.compile.kernel import bind_shared
from mpi_search.policies import POLICIES
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import ALL, TO_END
from mpi_search.transport.mpi.channel import MpiChannel
from mpi_search.transport.mpi.driver import RealClock, drive
from mpi_search.transport.mpi.host import Host, compile_once
from mpi_search.transport.mpi.idle import Idle, wait_for
from mpi_search.transport.mpi.world import World

CANCELS = 300


def measure(world: World) -> list[float]:
    """Seconds from each cancel to its effect, at rank 0; [] elsewhere."""
    kernel = bind_shared(load_game("othello"))
    compile_once(world, kernel)
    host = Host(world, kernel, 16)
    memory = world.memory({"heard_at": ((CANCELS,), np.float64)})
    channel, sent_at = host.channel(), []
    if world.rank == 0:
        sent_at = torment(channel, kernel.game.start())  # which nobody solves meanwhile
    elif world.rank == 1:
        heard = obey(Rank(1, 2, host.workspace(), POLICIES["ybwc"], random.Random(1), world.host), channel)
        assert len(heard) == CANCELS, "a job was done before it was cancelled"
        memory.arrays["heard_at"][:] = heard
    world.host_barrier()
    heard_at = memory.arrays["heard_at"].tolist()
    host.close()
    return [heard - sent for sent, heard in zip(sent_at, heard_at, strict=False)]


def obey(rank: Rank, channel: MpiChannel) -> list[float]:
    """Be a rank as in any search; the times at which a cancel is heard of a job that is under way."""
    heard_at = []

    def note(event: Event, now: float) -> None:
        if type(event) is Received and type(event.message) is Cancel:
            if rank.work.find(event.source, event.message.serial) is not None:
                heard_at.append(now)

    drive(Loop(rank, channel, RealClock(), on_event=note), Idle())
    channel.flush()
    return heard_at


def torment(channel: MpiChannel, state: tuple[int, ...]) -> list[float]:
    """Give jobs and cancel them; the times of the cancels."""
    rng, sent_at = random.Random(1), []
    _await(channel, Hello)
    channel.send(1, Start((0, 0)))
    for serial in range(1, CANCELS + 1):
        channel.send(1, Grant(serial, state, TO_END, 20, 21, ALL, 1000, False, 0))
        time.sleep(rng.uniform(2e-3, 6e-3))
        sent_at.append(time.perf_counter())
        channel.send(1, Cancel(serial))
        time.sleep(1e-3)
    channel.send(1, Stop())
    _await(channel, Bye)
    channel.send(1, Drain(2 * CANCELS + 3))
    channel.flush()
    return sent_at


def _await(channel: MpiChannel, kind: type[Message]) -> None:
    """Read on until a message of that kind comes."""
    while True:
        wait_for(channel.has_mail)
        received = channel.take()
        assert received is not None
        if type(received[1]) is kind:
            return


def main() -> None:
    """Measure, and let rank 0 print."""
    seconds = measure(World())
    if seconds:
        print(f"{statistics.median(seconds) * 1e6:.0f} {max(seconds) * 1e6:.0f}")


if __name__ == "__main__":
    main()
