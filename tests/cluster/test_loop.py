"""The loop around a rank, over a channel of queues: what a rank hears in which order, and ranks in threads."""

from __future__ import annotations

import queue
import random
import threading
from dataclasses import replace

import pytest

from mpi_search.cluster.events import (
    Begin,
    Deadline,
    Finish,
    Free,
    Interrupt,
    Ran,
    Received,
    Run,
    Send,
    TimeIsUp,
    Wake,
    Woke,
)
from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.loop import Loop, Passes
from mpi_search.cluster.messages import Ask, Cancel, Message, Refuse, Stop, decode, encode
from mpi_search.cluster.rank import Rank
from mpi_search.cluster.report import result_of_cluster
from mpi_search.cluster.tuning import Tuning
from mpi_search.policies import POLICIES
from mpi_search.search.core.frames import DONE, NEVER, PAUSED, TO_END
from mpi_search.search.plan import Plan
from mpi_search.search.table import Table
from mpi_search.sharing.workspace import Workspace, host_arrays
from mpi_search.transport.mpi.driver import RealClock, drive
from mpi_search.transport.mpi.idle import Idle
from mpi_search.transport.mpi.together import Teller
from tests.tools import FINE, Oracle, shared_tangle, tangle

TALKATIVE = replace(FINE, progress_s=1e-4)


class Queues:
    """A channel whose messages lie in queues."""

    def __init__(self, number: int, boxes: list[queue.SimpleQueue]) -> None:
        self.number, self.boxes = number, boxes

    def send(self, target: int, message: Message) -> int:
        data = encode(message)
        self.boxes[target].put((self.number, data))
        return len(data)

    def has_mail(self) -> bool:
        return not self.boxes[self.number].empty()

    is_called = has_mail

    def take(self) -> tuple[int, Message] | None:
        if not self.has_mail():
            return None
        source, data = self.boxes[self.number].get()
        return source, decode(data)


def run_cluster(policy: str, size: int, state, should_stop=lambda: False):
    """A search on ranks in threads: the result, and the progress that was told."""
    kernel = shared_tangle()
    table, arrays = Table(0.5), host_arrays(size)
    boxes = [queue.SimpleQueue() for _ in range(size)]
    loops, told = [], []
    for number in range(size):
        part = (number, size, Workspace(kernel, table, arrays, rank=number), POLICIES[policy], random.Random(number))
        plan = Plan(kernel.game, state) if number == 0 else None
        rank, stop = Rank(*part, "here", TALKATIVE, plan=plan), should_stop if number == 0 else lambda: False
        loops.append(Loop(rank, Queues(number, boxes), RealClock(), should_stop=stop))
    teller = Teller(loops[0].rank, told.append)
    arguments = [(loop, Idle(), teller.look if loop is loops[0] else lambda now: None) for loop in loops]
    threads = [threading.Thread(target=drive, args=each, daemon=True) for each in arguments]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "hangs"
    assert not any(loop.channel.has_mail() for loop in loops), "nothing is left in flight"
    return result_of_cluster(loops[0].rank), told


@pytest.mark.parametrize("policy", POLICIES)
def test_ranks_in_threads_find_the_value(policy):
    oracle, state = Oracle(tangle().game), (9, 9, 0)
    found, told = run_cluster(policy, 3, state)
    assert found.result.value == oracle.value(state, TO_END)
    assert found.result.exact
    assert [report.rank for report in found.per_rank] == [0, 1, 2]
    assert sum(report.nodes for report in found.per_rank) == found.result.nodes
    assert told
    assert len(told[0].busy) == 3


def test_an_interrupted_search_has_an_answer():
    found, _ = run_cluster("ybwc", 3, (11, 9, 0), should_stop=lambda: True)
    assert found.result.depth >= 1
    assert found.result.best_move is not None


# --- one rank, that says what the test wants
class Puppet:
    """A rank that answers every event from a list."""

    number, host = 1, "here"
    tuning = Tuning(look_nodes=10)

    def __init__(self, *answers, hosts=(0, 1)) -> None:
        self.hosts = Hosts(hosts, self.number)
        self.answers, self.heard = list(answers), []
        self.account = type("Account", (), {"bytes_sent": 0})()

    def handle(self, event, now):
        if event == Begin():
            return self.answers.pop(0)
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


def play(puppet, *mail, should_stop=lambda: False, quantum_nodes=NEVER) -> tuple[Queues, list[Passes]]:
    """Let it take its turns; why time has passed."""
    channel, clock = Queues(1, [queue.SimpleQueue(), queue.SimpleQueue()]), RealClock()
    clock.quantum_nodes = quantum_nodes
    for message in mail:
        channel.boxes[1].put((0, encode(message)))
    pauses = [pause.why for pause in Loop(puppet, channel, clock, should_stop=should_stop).turns()]
    return channel, pauses


def test_a_turn_is_messages_then_free_then_a_slice():
    search = Slices(1 << 30)
    puppet = Puppet([], [], [], [Run(search, 35)], [], [Finish()])
    play(puppet, Ask(), Stop())
    assert puppet.heard == [Received(0, Ask()), Received(0, Stop()), Free(), Ran(PAUSED), Free()]
    assert search.runs == [10, 10, 10, 5], "a look for messages of the other host every ten nodes"


def test_on_one_host_a_slice_is_one_run_for_the_bell_ends_it():
    search = Slices(1 << 30)
    play(Puppet([], [Run(search, 35)], [], [Finish()], hosts=(0, 0)))
    assert search.runs == [35]


def test_a_message_ends_the_slice():
    boxes = [queue.SimpleQueue(), queue.SimpleQueue()]
    search = Slices(1 << 30, lambda nodes: boxes[1].put((0, encode(Cancel(3)))) if nodes == 20 else None)
    puppet = Puppet([], [Run(search, 1000)], [], [Finish()])
    list(Loop(puppet, Queues(1, boxes), RealClock()).turns())
    assert puppet.heard == [Free(), Ran(PAUSED), Received(0, Cancel(3))]
    assert search.nodes == 20


def test_a_search_that_is_done_ends_the_slice():
    puppet = Puppet([], [Run(Slices(20), 1000)], [Finish()])
    play(puppet)
    assert puppet.heard == [Free(), Ran(DONE)]


def test_what_is_sent_is_encoded_and_counted():
    puppet = Puppet([Send(0, Refuse())], [Finish()])
    channel, _ = play(puppet)
    source, data = channel.boxes[0].get()
    assert (source, decode(data)) == (1, Refuse())
    assert puppet.account.bytes_sent == len(data)


def test_an_alarm_wakes_an_idle_rank_once():
    puppet = Puppet([Wake(0.0)], [], [], [Finish()])
    play(puppet)
    assert puppet.heard == [Free(), Woke(), Free()]


def test_an_alarm_that_rings_during_a_slice_is_not_heard():
    puppet = Puppet([Wake(0.0)], [Run(Slices(1 << 30), 10)], [], [Finish()])
    play(puppet)
    assert puppet.heard == [Free(), Ran(PAUSED), Free()]


def test_the_end_of_a_limit_is_told_to_an_idle_rank():
    puppet = Puppet([Deadline(0.0), Wake(1e99)], [], [], [Finish()])
    play(puppet)
    assert puppet.heard == [Free(), TimeIsUp(), Free()]


def test_a_wish_to_stop_is_told_once_before_the_core_is_free():
    puppet = Puppet([], [], [Run(Slices(1 << 30), 10)], [], [Finish()])
    play(puppet, should_stop=lambda: True)
    assert puppet.heard == [Interrupt(), Free(), Ran(PAUSED), Free()]


def test_time_passes_where_a_virtual_rank_must_wait_for_others():
    puppet = Puppet([], [Run(Slices(1 << 30), 22)], [Finish()])
    _, pauses = play(puppet, quantum_nodes=4)
    assert pauses == [
        Passes.SEARCHING, Passes.SEARCHING, Passes.LOOKING, Passes.SEARCHING, Passes.SEARCHING, Passes.LOOKING,
        Passes.ENDING,
    ]  # fmt: skip
