"""The loop around a rank, without MPI: ranks in threads with queues for a post."""

from __future__ import annotations

import os
import queue
import random
import threading
import time
from dataclasses import replace

import pytest

from mpi_search.cluster.events import Finish, Free, Ran, Received, Run, Send, Wake, Woke
from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.master import Master
from mpi_search.cluster.messages import Ask, Cancel, Refuse, Stop, decode, encode
from mpi_search.cluster.rank import Rank
from mpi_search.cluster.tuning import Tuning
from mpi_search.cluster.watch import Watch
from mpi_search.kernel.core.frames import DONE, PAUSED, TO_END
from mpi_search.kernel.desk import Desk, busy_board, offer_board
from mpi_search.kernel.plan import Plan
from mpi_search.kernel.solve import Budget
from mpi_search.kernel.table import Table
from mpi_search.policies import POLICIES
from mpi_search.transport.mpi.job import Overseer, outcome_of
from mpi_search.transport.mpi.seat import Orphaned, Seat
from tests.tools import FINE, Oracle, tangle

TALKATIVE = replace(FINE, progress_s=1e-4)


class Post:
    """A post whose letters lie in queues."""

    def __init__(self, number: int, boxes: list[queue.SimpleQueue]) -> None:
        self.number, self.boxes = number, boxes
        self.flushed = False

    def send(self, target: int, data: bytes) -> None:
        self.boxes[target].put((self.number, data))

    def has_mail(self) -> bool:
        return not self.boxes[self.number].empty()

    def take(self) -> tuple[int, bytes] | None:
        return self.boxes[self.number].get() if self.has_mail() else None

    def flush(self) -> None:
        self.flushed = True


def run_cluster(policy: str, size: int, state, *, budget: Budget | None = None, depth: int | None = None):
    """A search on ranks in threads; the outcome."""
    kernel = tangle()
    table, board, offers = Table(0.5), busy_board(), offer_board(size)
    boxes = [queue.SimpleQueue() for _ in range(size)]
    plan = Plan(kernel.game, state, depth)
    seats, told = [], []
    for number in range(size):
        desk = Desk(kernel, table, board, offers=offers, place=number)
        rng = random.Random(number)
        if number == 0:
            master = Master(size, desk, POLICIES[policy], rng, plan, "here", TALKATIVE)
            overseer = Overseer(master, Watch(master, budget or Budget()), told.append)
            seats.append(Seat(master, Post(0, boxes), on_turn=overseer.turn))
        else:
            rank = Rank(number, size, desk, POLICIES[policy], rng, "here", TALKATIVE)
            seats.append(Seat(rank, Post(number, boxes)))
    threads = [threading.Thread(target=seat.run, daemon=True) for seat in seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "hangs"
    assert all(seat.post.flushed for seat in seats)
    assert not any(seat.post.has_mail() for seat in seats), "nothing is left in flight"
    return outcome_of(master), told


@pytest.mark.parametrize("policy", POLICIES)
def test_ranks_in_threads_find_the_value(policy):
    oracle, state = Oracle(tangle().game), (9, 9, 0)
    outcome, told = run_cluster(policy, 3, state)
    assert outcome.result.value == oracle.value(state, TO_END)
    assert outcome.result.exact
    assert [share.rank for share in outcome.shares] == [0, 1, 2]
    assert sum(share.nodes for share in outcome.shares) == outcome.result.nodes
    assert told
    assert len(told[0].busy) == 3


def test_an_interrupted_search_has_an_answer():
    outcome, _ = run_cluster("ybwc", 3, (11, 9, 0), budget=Budget(should_stop=lambda: True))
    assert outcome.result.depth >= 1
    assert outcome.result.best_move is not None


# --- one seat and a rank that says what the test wants
class Puppet:
    """A rank that answers every event from a list."""

    number, host, is_started = 1, "here", True
    tuning = Tuning(look_nodes=10)

    def __init__(self, *answers, hosts=(0, 1)) -> None:
        self.hosts = Hosts(hosts, self.number)
        self.answers, self.heard = list(answers), []
        self.account = type("Account", (), {"bytes_sent": 0})()

    def begin(self, now):
        return self.answers.pop(0)

    def handle(self, event, now):
        self.heard.append(event)
        return self.answers.pop(0) if self.answers else [Finish()]


class Slices:
    """A search that is never done, but for a number of nodes."""

    def __init__(self, until: int, on_run=lambda nodes: None) -> None:
        self.nodes, self.until, self.on_run = 0, until, on_run
        self.runs: list[int] = []

    def run(self, nodes: int) -> int:
        self.runs.append(nodes)
        self.nodes += nodes
        self.on_run(self.nodes)
        return DONE if self.nodes >= self.until else PAUSED


def sit(puppet, *mail) -> Post:
    boxes = [queue.SimpleQueue(), queue.SimpleQueue()]
    post = Post(1, boxes)
    for message in mail:
        boxes[1].put((0, encode(message)))
    Seat(puppet, post).run()
    return post


def test_a_turn_is_messages_then_free_then_a_slice():
    search = Slices(1 << 30)
    puppet = Puppet([], [], [], [Run(search, 35)], [], [Finish()])
    sit(puppet, Ask(), Stop())
    assert puppet.heard == [Received(0, Ask()), Received(0, Stop()), Free(), Ran(PAUSED), Free()]
    assert search.runs == [10, 10, 10, 5], "a look for messages of the other host every ten nodes"


def test_on_one_host_a_slice_is_one_run_for_the_bell_ends_it():
    search = Slices(1 << 30)
    sit(Puppet([], [Run(search, 35)], [], [Finish()], hosts=(0, 0)))
    assert search.runs == [35]


def test_a_message_ends_the_slice():
    boxes = [queue.SimpleQueue(), queue.SimpleQueue()]
    search = Slices(1 << 30, lambda nodes: boxes[1].put((0, encode(Cancel(3)))) if nodes == 20 else None)
    puppet = Puppet([], [Run(search, 1000)], [], [Finish()])
    Seat(puppet, Post(1, boxes)).run()
    assert puppet.heard == [Free(), Ran(PAUSED), Received(0, Cancel(3))]
    assert search.nodes == 20


def test_a_search_that_is_done_ends_the_slice():
    puppet = Puppet([], [Run(Slices(20), 1000)], [Finish()])
    sit(puppet)
    assert puppet.heard == [Free(), Ran(DONE)]


def test_what_is_sent_is_encoded_and_counted():
    puppet = Puppet([Send(0, Refuse())], [Finish()])
    post = sit(puppet)
    source, data = post.boxes[0].get()
    assert (source, decode(data)) == (1, Refuse())
    assert puppet.account.bytes_sent == len(data)


def test_an_alarm_wakes_an_idle_rank_once():
    puppet = Puppet([Wake(0.0)], [], [], [Finish()])
    sit(puppet)
    assert puppet.heard == [Free(), Woke(), Free()]


def test_an_alarm_that_rings_during_a_slice_is_not_heard():
    puppet = Puppet([Wake(0.0)], [Run(Slices(1 << 30), 10)], [], [Finish()])
    sit(puppet)
    assert puppet.heard == [Free(), Ran(PAUSED), Free()]


def test_a_rank_whose_launcher_is_gone_does_not_search_on(monkeypatch):
    search = Slices(1 << 62)
    clock = iter(range(0, 10_000, 2))
    puppet = Puppet([], *[answer for _ in range(50) for answer in ([Run(search, 10)], [])])
    seat = Seat(puppet, Post(1, [queue.SimpleQueue(), queue.SimpleQueue()]), clock=lambda: float(next(clock)))
    monkeypatch.setattr(os, "getppid", lambda: 1)
    with pytest.raises(Orphaned):
        seat.run()


def test_an_idle_rank_leaves_its_core_to_others():
    """Measured in seconds of the core, so that it does not matter what else the machine does."""
    boxes = [queue.SimpleQueue(), queue.SimpleQueue()]
    puppet = Puppet([], [], [Finish()])
    threading.Timer(1.0, boxes[1].put, ((0, encode(Stop())),)).start()
    before = time.process_time()
    Seat(puppet, Post(1, boxes)).run()
    assert puppet.heard == [Free(), Received(0, Stop())]
    assert time.process_time() - before < 0.2
