"""How long a cancel takes to reach the search of another rank: `mpiexec -n 2 python -m mpi_search.study.latency`.

Rank 1 is a rank as in any search. Rank 0 gives it a job that takes much longer, and cancels it after a while; both note
the time, on the clock that processes of one machine share. Rank 0 prints the median and the worst in microseconds.
"""

from __future__ import annotations

import random
import statistics
import time

import numpy as np

from mpi_search.cluster.messages import Bye, Cancel, Drain, Grant, Hello, Message, Start, Stop, decode, encode
from mpi_search.cluster.rank import Rank
from mpi_search.kernel.bind import bind
from mpi_search.kernel.core.frames import ALL, TO_END
from mpi_search.kernel.load import load_game
from mpi_search.policies import POLICIES
from mpi_search.transport.mpi.idle import wait_for
from mpi_search.transport.mpi.job import Host, prepare
from mpi_search.transport.mpi.seat import Seat
from mpi_search.transport.mpi.world import Mail, World

CANCELS = 300


class TimedRank(Rank):
    """Notes when it is told to cancel."""

    heard_at: list[float]

    def _on_cancel(self, source: int, cancel: Cancel) -> None:
        if self.find(source, cancel.serial) is not None:
            self.heard_at.append(time.perf_counter())
        super()._on_cancel(source, cancel)


def measure(world: World) -> list[float]:
    """Seconds from each cancel to its effect, at rank 0; [] elsewhere."""
    kernel = bind(load_game("othello"))
    prepare(world, kernel)
    host = Host(world, kernel, 16)
    memory = world.memory({"heard_at": ((CANCELS,), np.float64)})
    mail, sent_at = host.mail(), []
    if world.rank == 0:
        sent_at = torment(mail, kernel.game.start())  # which nobody solves meanwhile
    elif world.rank == 1:
        rank = TimedRank(1, 2, host.desk(), POLICIES["ybwc"], random.Random(1), world.host)
        rank.heard_at = []
        Seat(rank, mail).run()
        assert len(rank.heard_at) == CANCELS, "a job was done before it was cancelled"
        memory.arrays["heard_at"][:] = rank.heard_at
    world.host_barrier()
    heard_at = memory.arrays["heard_at"].tolist()
    host.close()
    return [heard - sent for sent, heard in zip(sent_at, heard_at, strict=False)]


def torment(mail: Mail, state: tuple[int, ...]) -> list[float]:
    """Give jobs and cancel them; the times of the cancels."""
    rng, sent_at = random.Random(1), []
    _await(mail, Hello)
    _say(mail, Start((0, 0)))
    for serial in range(1, CANCELS + 1):
        _say(mail, Grant(serial, state, TO_END, 20, 21, ALL, 1000, False, 0))
        time.sleep(rng.uniform(2e-3, 6e-3))
        sent_at.append(time.perf_counter())
        _say(mail, Cancel(serial))
        time.sleep(1e-3)
    _say(mail, Stop())
    _await(mail, Bye)
    _say(mail, Drain(2 * CANCELS + 3))
    mail.flush()
    return sent_at


def _say(mail: Mail, message: Message) -> None:
    mail.send(1, encode(message))


def _await(mail: Mail, kind: type[Message]) -> None:
    """Read on until a message of that kind comes."""
    while True:
        wait_for(mail.has_mail)
        received = mail.take()
        assert received is not None
        if type(decode(received[1])) is kind:
            return


def main() -> None:
    """Measure, and let rank 0 print."""
    seconds = measure(World())
    if seconds:
        print(f"{statistics.median(seconds) * 1e6:.0f} {max(seconds) * 1e6:.0f}")


if __name__ == "__main__":
    main()
