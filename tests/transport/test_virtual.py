"""The virtual cluster: the same seed is the same run, every rank keeps its invariants, and the answer is right."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from mpi_search.policies import POLICIES
from mpi_search.search.core.frames import TO_END
from mpi_search.search.limits import Limits
from mpi_search.search.plan import Plan
from mpi_search.transport.virtual.cluster import Stuck, VirtualCluster
from mpi_search.transport.virtual.shape import Costs, Network, Shape, Stalls
from tests.tools import FINE, Oracle, entries, shared_tangle, tangle

STATE = (9, 9, 0)
SHAKY = Shape(8, 2, 0.05, network=Network(jitter=2.0), stalls=Stalls(0.2, 50.0), tuning=FINE)


def cluster(policy, shape=SHAKY, *, state=STATE, depth=None, open_window=True, **options):
    kernel = shared_tangle()
    plan = Plan(kernel.game, state, depth, open_window=open_window)
    return VirtualCluster(kernel, plan, POLICIES[policy], shape, **options)


def solved(made):
    """Run it; the answer is right, everyone has finished and worked on."""
    made.run()
    plan = made.master.plan
    oracle = Oracle(tangle().game)
    _, value, move = plan.answer()
    assert value == oracle.value(plan.state, TO_END)
    assert value == -oracle.value(plan.game.play(plan.state, move), TO_END)
    assert all(one.rank.is_finished for one in made.ranks)
    return made


def event_log(policy, seed, **options):
    events = []
    made = cluster(policy, seed=seed, log=lambda *event: events.append(event), **options)
    made.run()
    return events


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_seed_gives_the_same_events(policy):
    assert event_log(policy, 1) == event_log(policy, 1)


@pytest.mark.parametrize("policy", POLICIES)
def test_another_seed_gives_other_events(policy):
    assert event_log(policy, 1) != event_log(policy, 2)


def test_watching_changes_nothing():
    """With so many ranks that much happens: progress is told from time to time."""
    shape, watched, progress = replace(SHAKY, ranks=200), [], []
    made = cluster(
        "ybwc",
        shape,
        seed=3,
        log=lambda *event: watched.append(event),
        validate=True,
        on_progress=lambda *far: progress.append(far),
    )
    made.run()
    alone = cluster("ybwc", shape, seed=3)
    alone.run()
    assert (made.time, made.messages, made.bytes) == (alone.time, alone.messages, alone.bytes)
    assert [one.nodes for one in made.ranks] == [one.nodes for one in alone.ranks]
    assert [one.message_s for one in made.ranks] == [one.message_s for one in alone.ranks]
    assert made.master.plan.answer() == alone.master.plan.answer()
    assert sum(what == "sent" for _, _, what, _ in watched) == made.messages
    assert progress
    assert 0 < progress[0][0] < made.time
    assert 0 < progress[0][1] <= sum(one.nodes for one in made.ranks)


def test_the_log_tells_everything_in_order():
    events = event_log("ybwc", 1)
    assert {what for _, _, what, _ in events} >= {"sent", "received", "ran", "woke", "finished"}
    for rank in range(SHAKY.ranks):
        times = [time for time, number, _, _ in events if number == rank]
        assert times == sorted(times), f"time runs backwards at rank {rank}"
    sent = sum(what == "sent" for _, _, what, _ in events)
    assert sent == sum(what == "received" for _, _, what, _ in events)


def test_messages_between_two_ranks_keep_their_order():
    sent, received = {}, {}
    for _, rank, what, text in event_log("dts", 4):
        if what in ("sent", "received"):
            other, message = text.split(" ", 1)[1].split(": ", 1)
            pair = (rank, int(other)) if what == "sent" else (int(other), rank)
            (sent if what == "sent" else received).setdefault(pair, []).append(message)
    assert sent == received


def journeys(jitter):
    """(latency without jitter, how long it travelled beyond what its length takes) of the first messages from each rank
    to each other; later ones may wait for those before them. All in microseconds."""
    network, sent, found = Network(near_us=8.0, far_us=40.0, jitter=jitter), {}, {}

    def note(now, rank, what, more):
        """The first message of a pair, when it is sent; and when it arrives, for nothing else costs any time."""
        if what == "sent":
            target, message = more.removeprefix("to ").split(": ", 1)
            sent.setdefault((rank, int(target)), (now, message))
        elif what == "received":
            source, message = more.removeprefix("from ").split(": ", 1)
            pair = int(source), rank
            if pair not in found and sent[pair][1] == message:
                found[pair] = now - sent[pair][0]

    costs = replace(Costs().handled(0.0), node_ns=1e-6)  # every rank hears at once
    shape = Shape(8, 2, 0.05, costs, replace(network, bandwidth_mb_s=1e12), tuning=FINE)
    cluster("ybwc", shape, seed=5, log=note).run()
    return [(8.0 if shape.are_near(*pair) else 40.0, took * 1e6) for pair, took in found.items()]


def test_a_message_travels_as_long_as_the_network_says():
    found = journeys(0.0)
    assert {latency for latency, _ in found} == {8.0, 40.0}
    assert all(took == pytest.approx(latency) for latency, took in found)


def test_jitter_makes_every_journey_longer_by_another_part():
    factors = [took / latency for latency, took in journeys(0.5)]
    assert len(factors) > 10
    assert all(1 - 1e-9 <= factor <= 1.5 + 1e-9 for factor in factors)
    assert min(factors) < 1.1
    assert max(factors) > 1.4
    assert len({round(factor, 6) for factor in factors}) == len(factors)


@pytest.mark.parametrize("policy", POLICIES)
def test_jitter_alone_makes_another_run(policy):
    """The seed is the same: what else depends on it does not change. Who is in time for a job does."""
    without, slight, more = (
        event_log(policy, 1, shape=Shape(8, 2, 0.05, network=Network(jitter=jitter), tuning=FINE))
        for jitter in (0.0, 0.5, 2.0)
    )
    assert without != slight != more


@pytest.mark.parametrize("policy", ["ybwc", "dts", "abdada"])
def test_a_job_is_charged_for_where_it_is_given_begun_and_answered(policy):
    """Nothing else costs anything here. Copies for a team are sent as they came, and answers that nobody waits for any
    more are dropped: neither takes the time of a job."""
    charged, free = Counter(), Counter()

    def note(now, number, what, more):
        if what in ("sent", "received") and (named := re.search(r": (Grant|Value|Decline)\(serial=(\d+)", more)):
            kind, serial = named[1], int(named[2])
            if what == "sent":
                counts = kind == "Grant" and serial not in made.ranks[number].rank.work.copies
            else:
                work = made.ranks[number].rank.work
                counts = kind == "Grant" or serial in work.gifts or serial in work.copies
            (charged if counts else free)[what, kind] += 1

    costs = replace(Costs().handled(0.0), node_ns=1000.0, job_us=16.0)
    made = cluster(policy, replace(SHAKY, costs=costs), state=(9, 10, 0), log=note)
    made.run()
    assert set(charged) - {("received", "Decline")} == {("sent", "Grant"), ("received", "Grant"), ("received", "Value")}
    assert free["received", "Value"] > 0, "no answer came too late"
    assert (free["sent", "Grant"] > 0) == (policy == "abdada")
    assert sum(one.message_s for one in made.ranks) == pytest.approx(16e-6 * charged.total())


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("open_window", [False, True])
def test_every_invariant_holds_after_every_event(policy, open_window):
    rng = random.Random(policy)
    for seed in range(12):
        state = (rng.randrange(1 << 40), 9, 0)
        if tangle().game.outcome(state) is None:
            solved(cluster(policy, state=state, open_window=open_window, seed=seed, validate=True))


@pytest.mark.parametrize("policy", POLICIES)
def test_everything_in_the_tables_is_true(policy):
    kernel = tangle()
    oracle, checked = Oracle(kernel.game), 0
    for number in range(6):
        state = (number, 10, 0)
        made = cluster(policy, state=state, seed=number)
        made.run()
        oracle.value(state, TO_END)
        for table in {id(one.rank.workspace.table): one.rank.workspace.table for one in made.ranks}.values():
            for lower, value, upper in entries(kernel, table, oracle):
                assert lower <= value <= upper
                checked += 1
    assert checked > 100


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "shape",
    [
        Shape(1, 1, 0.05, tuning=FINE),
        Shape(2, 1, 0.05, tuning=FINE),
        Shape(2, 2, 0.05, tuning=FINE),
        Shape(3, 3, 0.05, tuning=FINE),
        Shape(7, 3, 0.05, tuning=FINE),
        Shape(50, 1, 0.05, tuning=FINE),
        Shape(64, 16, 0.01, tuning=FINE),
    ],
    ids=lambda shape: f"{shape.ranks}on{shape.hosts}",
)
def test_any_number_of_ranks_and_hosts(policy, shape):
    made = solved(cluster(policy, shape, validate=True))
    assert sum(one.nodes for one in made.ranks) > 0
    assert made.messages == sum(one.rank.received for one in made.ranks)


@pytest.mark.parametrize("policy", POLICIES)
def test_work_is_shared(policy):
    costs = Costs(node_ns=5000)  # the search must outlast a few messages
    shape = Shape(4, 1, 0.05, costs, tuning=FINE)
    assert sum(one.nodes > 0 for one in solved(cluster(policy, shape)).ranks) > 1


@pytest.mark.parametrize("policy", POLICIES)
def test_a_depth_that_is_not_the_end(policy):
    oracle = Oracle(tangle().game)
    for depth in (1, 2, 5):
        made = cluster(policy, depth=depth, open_window=False, validate=True)
        made.run()
        assert made.master.plan.answer()[:2] == (depth, oracle.value(STATE, depth))


def test_a_search_that_cannot_end_is_noticed():
    made = cluster("ybwc")
    made.ranks[3].rank.role.begin = lambda: None  # one rank never greets
    with pytest.raises(Stuck):
        made.run()


def test_hosts_are_filled_evenly_and_in_order():
    assert [Shape(7, 3).host_of(rank) for rank in range(7)] == [0, 0, 0, 1, 1, 2, 2]
    assert [Shape(4, 4).host_of(rank) for rank in range(4)] == [0, 1, 2, 3]


# --- limits and interrupts
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "options",
    [{"limits": Limits(max_seconds=5e-4)}, {"limits": Limits(max_nodes=300)}, {"interrupt_at": 4e-4}],
    ids=["time", "nodes", "interrupt"],
)
def test_a_search_that_is_cut_short_has_an_answer(policy, options):
    state, oracle = (11, 12, 0), Oracle(tangle().game)
    shape = replace(SHAKY, costs=Costs(node_ns=5000.0), stalls=Stalls())
    short = cluster(policy, shape, state=state, validate=True, open_window=False, **options)
    short.run()
    assert short.master.watch.has_retreated
    depth, value, _ = short.master.plan.completed
    assert value == oracle.value(state, depth)
    proved = short.master.plan.proved
    assert proved.lower <= oracle.value(state, TO_END) <= proved.upper


def test_a_limit_that_is_not_reached_changes_nothing():
    def figures(**options):
        made = cluster("dts", seed=2, **options)
        made.run()
        return made.messages, made.bytes, [one.nodes for one in made.ranks], made.master.plan.answer()

    assert figures() == figures(limits=Limits(max_seconds=99.0)) == figures(interrupt_at=99.0)
