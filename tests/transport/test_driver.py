"""Real time: a rank that is idle leaves its core to others, one whose launcher is gone gives up."""

from __future__ import annotations

import os
import queue
import threading
import time

import pytest

from mpi_search.cluster.events import Finish, Free, Received, Run
from mpi_search.cluster.loop import Loop
from mpi_search.cluster.messages import Stop, encode
from mpi_search.transport.mpi.driver import Orphaned, RealClock, drive
from mpi_search.transport.mpi.idle import Idle
from tests.cluster.test_loop import Puppet, Queues, Slices


@pytest.mark.parametrize("parent", [1, 77])
def test_a_rank_whose_launcher_is_gone_does_not_search_on(monkeypatch, parent):
    """Whoever the launcher was: in a container it may be the first process."""
    search = Slices(1 << 62)
    puppet = Puppet([], *[answer for _ in range(50) for answer in ([Run(search, 10)], [])])
    clock = iter(range(0, 10_000, 2))
    loop = Loop(puppet, Queues(1, [queue.SimpleQueue(), queue.SimpleQueue()]), RealClock(lambda: float(next(clock))))
    parents = iter([parent])
    monkeypatch.setattr(os, "getppid", lambda: next(parents, 12345))
    with pytest.raises(Orphaned):
        drive(loop, Idle(lambda: 0.0))
    assert len(search.runs) < 20


def test_a_rank_whose_launcher_is_there_searches_on(monkeypatch):
    search = Slices(1 << 62)
    puppet = Puppet([], *[answer for _ in range(50) for answer in ([Run(search, 10)], [])])
    clock = iter(range(0, 10_000, 2))
    loop = Loop(puppet, Queues(1, [queue.SimpleQueue(), queue.SimpleQueue()]), RealClock(lambda: float(next(clock))))
    monkeypatch.setattr(os, "getppid", lambda: 1)
    drive(loop, Idle(lambda: 0.0))
    assert len(search.runs) == 50


def test_an_idle_rank_leaves_its_core_to_others():
    """Measured in seconds of the core, so that it does not matter what else the machine does."""
    channel = Queues(1, [queue.SimpleQueue(), queue.SimpleQueue()])
    puppet = Puppet([], [], [Finish()])
    threading.Timer(1.0, channel.boxes[1].put, ((0, encode(Stop())),)).start()
    before = time.process_time()
    drive(Loop(puppet, channel, RealClock()), Idle())
    assert puppet.heard == [Free(), Received(0, Stop())]
    assert time.process_time() - before < 0.2
