"""Dialogues with one rank: what it answers, what it relays, what it refuses."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from mpi_search.cluster.events import Begin, Received
from mpi_search.cluster.messages import (
    PROTOCOL_VERSION,
    Bound,
    Bye,
    Cancel,
    Decline,
    Drain,
    Grant,
    Hello,
    ProtocolError,
    Start,
    Steal,
    Stop,
    Value,
)
from mpi_search.policies import POLICIES
from mpi_search.policies.pvsplit import PVSplit
from mpi_search.search.core.frames import TO_END
from mpi_search.sharing.core.board import FIRST_SLOT, SLOTS
from tests.cluster.dialogue import (
    STATE,
    TUNING,
    WORST,
    has_finished,
    hello,
    helper_with_a_gift,
    job,
    master,
    sent,
    worker,
)
from tests.tools import Oracle, shared_tangle, tangle


# --- greeting
def test_the_first_word_of_a_rank_is_hello_to_the_master():
    talk = worker(2, started=False)
    assert sent(talk.rank.handle(Begin(), 0.0)) == [(0, Hello(PROTOCOL_VERSION, "host2", shared_tangle().content_hash))]


def test_the_search_starts_when_all_have_greeted():
    talk = master(4, started=False)
    assert talk.hear(2, hello(2)) == []
    assert talk.hear(1, hello(1)) == []
    assert talk.hear(3, Hello(PROTOCOL_VERSION, "host1", shared_tangle().content_hash)) == [
        (rank, Start((0, 1, 2, 1), STATE)) for rank in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("version", "game_hash"), [(PROTOCOL_VERSION + 1, ""), (PROTOCOL_VERSION, "another"), (0, "another")]
)
def test_a_rank_with_another_version_or_game_is_refused_and_both_are_named(version, game_hash):
    talk = master(started=False)
    before = talk.state()
    greeting = hello(1, version, game_hash)
    with pytest.raises(ProtocolError) as error:
        talk.hear(1, greeting)
    for part in ("rank 1", "host1", "host0", str(version), greeting.game_hash, shared_tangle().content_hash):
        assert part in str(error.value)
    assert talk.state() == before


@pytest.mark.parametrize("start", [Start((0,) * 5), Start((0,) * 4, (9, 9), 3)], ids=["size", "position"])
def test_a_start_that_cannot_be_is_refused(start):
    refuses(worker(started=False), 0, start)


@pytest.mark.parametrize("policy", ["ybwc", "abdada"])
def test_what_others_say_before_the_master_has_said_start_waits_for_it(policy):
    """A team mate may have been told sooner; until then this rank does not know whose mate it is."""
    talk = worker(3, policy=policy, started=False)
    assert talk.hear(2, job(7)) == []
    assert talk.rank.work.tasks == []
    talk.step()
    assert talk.hear(0, Start((0, 0, 1, 1))) == []
    assert [(task.home, task.serial) for task in talk.rank.work.tasks] == [(2, 7)]
    [(home, value)] = talk.work()
    assert (home, value.serial, value.hungry) == (2, 7, policy == "ybwc")


def test_nonsense_before_start_is_refused_with_it():
    talk = worker(3, started=False)
    talk.hear(2, Stop())
    with pytest.raises(ProtocolError, match="no use for Stop"):
        talk.hear(0, Start((0, 0, 1, 1)))


# --- jobs
def test_a_job_is_searched_and_its_value_returned_to_its_home():
    talk = worker()
    assert talk.hear(0, job(7)) == []
    value = Oracle(tangle().game).value(STATE, TO_END)
    [(target, answer)] = talk.work()
    assert target == 0
    assert isinstance(answer, Value)
    assert (answer.serial, answer.lower, answer.upper) == (7, value, value)
    assert answer.hungry
    assert talk.rank.work.tasks == []


def test_a_thief_is_given_a_job():
    talk = worker()
    talk.hear(0, job())
    talk.search_until_it_can_give()
    [(target, grant)] = talk.hear(3, Steal(3, 0, False))
    assert target == 3
    assert isinstance(grant, Grant)
    assert grant.alpha < grant.beta
    assert len(grant.state) == len(STATE)
    assert list(talk.rank.work.gifts) == [grant.serial]


def test_what_comes_back_from_helpers_counts():
    """Everything is given away as soon as it may be, and answered by the oracle."""
    talk, oracle = worker(), Oracle(tangle().game)
    talk.hear(0, job(5))
    given, spoken = 0, []
    while not spoken:
        spoken = [message for _, message in talk.step() if isinstance(message, Value)]
        granted = talk.hear(3, Steal(3, 0, False)) if talk.rank.work.tasks else []
        for grant in (message for _, message in granted if isinstance(message, Grant)):
            value = oracle.value(grant.state, grant.depth)
            spoken += [message for _, message in talk.hear(3, Value(grant.serial, value, value, 0, False))]
            given += 1
    assert given > 3
    values = [message for message in spoken if isinstance(message, Value)]
    assert [(value.lower, value.upper) for value in values] == [(oracle.value(STATE, TO_END),) * 2]


def test_a_bound_narrows_the_search_under_way():
    talk = worker()
    talk.hear(0, job(4))
    for _ in range(3):
        talk.step()
    search = talk.rank.work.tasks[0].search
    assert talk.hear(0, Bound(4, -3, 2)) == []
    root = search.frame(0)
    assert (int(root["alpha"]), int(root["beta"])) == (max(-3, search.lower), 2)
    [(_, answer)] = talk.work()
    value = Oracle(tangle().game).value(STATE, TO_END)
    assert answer.lower <= value <= answer.upper
    assert answer.lower >= 2 or answer.upper <= -3 or answer.lower == answer.upper


def test_a_bound_runs_down_to_the_helpers():
    talk = worker(policy=type("Anywhere", (PVSplit,), {"rate": lambda *_: 1})(), number=1)
    talk.hear(0, job(4, is_root=True))
    search = talk.rank.work.tasks[0].search
    child = None
    while child is None:
        talk.step()
        child = next((m for _, m in talk.hear(3, Steal(3, 0, False)) if isinstance(m, Grant)), None)
    assert search.top >= 0
    told = talk.hear(0, Bound(4, -1, 1))
    assert [(target, type(message), message.serial) for target, message in told] == [(3, Bound, child.serial)]
    assert told[0][1].alpha >= child.alpha
    assert told[0][1].beta <= child.beta


def test_a_cancel_is_relayed_to_helpers_and_their_helpers_and_does_no_harm_twice():
    first, given = helper_with_a_gift(1, 11)
    second = worker(2, size=6)
    second.hear(1, job(given.serial))
    second.search_until_it_can_give()
    [(_, given_on)] = second.hear(3, Steal(3, 0, False))
    assert first.hear(0, Cancel(11)) == [(2, Cancel(given.serial))]
    assert second.hear(1, Cancel(given.serial)) == [(3, Cancel(given_on.serial))]
    for talk, source, serial in ((first, 0, 11), (second, 1, given.serial)):
        assert talk.rank.work.tasks == []
        assert talk.rank.work.gifts == {}
        assert talk.hear(source, Cancel(serial)) == []


def test_a_cancel_names_a_home_and_a_serial():
    talk = worker()
    talk.hear(0, job(4))
    talk.hear(2, Cancel(4))
    talk.hear(0, Cancel(5))
    assert len(talk.rank.work.tasks) == 1


def test_values_and_bounds_for_jobs_that_nobody_knows_are_dropped():
    talk, given = helper_with_a_gift(1, 11)
    before = talk.state()
    assert talk.hear(2, Value(given.serial + 1, 3, 3, 0, False)) == []
    assert talk.hear(0, Bound(12, 0, 1)) == []
    assert talk.state() == before
    talk.hear(0, Cancel(11))
    assert talk.hear(2, Value(given.serial, 3, 3, 0, False)) == []


def test_a_busy_rank_declines_and_its_home_searches_the_job_itself():
    busy = worker(2, size=6)
    busy.hear(1, job(1))
    home, given = helper_with_a_gift(1, 11)
    assert busy.hear(1, replace(given, serial=99)) == [(1, Decline(99))]
    with pytest.raises(ProtocolError, match="rank 3 may not say"):
        home.hear(3, Decline(given.serial))
    home.hear(2, Decline(given.serial))
    assert home.rank.work.gifts == {}
    [(_, answer)] = [spoken for spoken in home.work() if isinstance(spoken[1], Value)]
    assert answer.lower == answer.upper == Oracle(tangle().game).value(STATE, TO_END)


def onlooker(policy):
    """A rank for which there is no core. Another one has something to give away."""
    talk = worker(1, policy=policy, tuning=dataclasses.replace(TUNING, max_tasks=0))
    talk.see_offer(0, 1000)
    return talk


@pytest.mark.parametrize("policy", POLICIES)
def test_a_rank_that_looks_on_does_not_ask_for_work(policy):
    assert onlooker(policy).step() == []


def test_a_rank_that_looks_on_does_not_search_what_its_team_searches():
    talk = onlooker("abdada")
    assert talk.hear(0, job(7, is_root=True)) == []
    assert talk.rank.work.tasks == []
    assert talk.step() == []
    assert (talk.rank.jobs, talk.rank.nodes) == (0, 0)
    assert talk.hear(0, Cancel(7)) == []


# --- the end
def test_stop_is_answered_with_bye_and_the_number_of_all_messages_ever_sent():
    talk = worker(1, size=3)
    talk.hear(0, job())
    talk.search_until_it_can_give()
    asked = talk.rank.decisions.sent[2]
    talk.hear(2, Steal(2, 0, False))
    nodes = talk.rank.work.tasks[0].search.nodes
    [(target, bye)] = talk.hear(0, Stop())
    assert target == 0
    assert bye == Bye(nodes, 1, (2, 0, asked + 1), talk.rank.received)  # Hello and Bye; descriptions and the job
    assert talk.rank.work.tasks == []


def test_a_rank_finishes_when_everything_sent_to_it_has_arrived():
    talk = worker(1, size=3)
    talk.hear(0, Stop())
    before = talk.rank.received
    assert not has_finished(talk.rank.handle(Received(0, Drain(before + 3)), 0.0))
    assert sent(talk.rank.handle(Received(2, Steal(2, 0, False)), 0.0)) == [], "nothing is said after Bye"
    assert has_finished(talk.rank.handle(Received(2, Cancel(3)), 0.0))
    assert talk.step() == []


def test_the_master_drains_what_is_in_flight():
    talk = master(3)
    plan = talk.rank.master.plan
    told = []
    while plan.next_test() is not None:
        told += talk.step()
    assert [spoken for spoken in told if isinstance(spoken[1], Stop)] == [(1, Stop()), (2, Stop())]
    assert plan.answer()[1] == Oracle(tangle().game).value(STATE, TO_END)
    assert talk.hear(1, Bye(0, 0, (2, 0, 5))) == []
    sent_so_far = list(talk.rank.decisions.sent)
    last = talk.rank.handle(Received(2, Bye(0, 0, (3, 4, 0))), 0.0)
    assert sent(last) == [(1, Drain(4 + sent_so_far[1] + 1)), (2, Drain(5 + sent_so_far[2] + 1))]
    assert not has_finished(last), "one message of rank 2 is missing"
    assert has_finished(talk.rank.handle(Received(2, Steal(2, 0, False)), 0.0))


# --- what a peer may not say
IMPOSSIBLE_JOBS = [
    job(50, state=(1, 2)),
    job(50, alpha=-WORST - 2),
    job(50, beta=WORST + 2),
    job(50, node_type=9),
    job(50, slot=FIRST_SLOT + SLOTS),
    job(50, slot=FIRST_SLOT - 1),
    job(50, chance=1001),
]


@pytest.mark.parametrize("grant", IMPOSSIBLE_JOBS)
def test_impossible_jobs_are_refused(grant):
    refuses(helper_with_a_gift(1, 11)[0], 0, grant)


def test_the_same_job_twice_is_refused():
    refuses(helper_with_a_gift(1, 11)[0], 0, job(11))


def test_nobody_answers_for_another():
    talk, given = helper_with_a_gift(1, 11)
    refuses(talk, 3, Value(given.serial, 1, 1, 0, False))
    talk.hear(2, Value(given.serial, 1, 1, 0, False))
    assert given.serial not in talk.rank.work.gifts


def test_nobody_answers_for_another_who_searches_the_root_too():
    talk = master(3, policy="abdada", started=False)
    for rank in (1, 2):
        talk.hear(rank, Hello(PROTOCOL_VERSION, "host0", shared_tangle().content_hash))
    talk.step()
    serial = next(serial for serial, task in talk.rank.work.copies.items() if task.copies[serial] == 1)
    refuses(talk, 2, Value(serial, 1, 1, 10, False))


@pytest.mark.parametrize(
    "message", [Steal(6, 0, False), Start((0,) * 6), hello(1), Bye(0, 0, (0,) * 6)], ids=lambda m: type(m).__name__
)
def test_a_rank_refuses_what_makes_no_sense(message):
    refuses(helper_with_a_gift(1, 11)[0], 0, message)


@pytest.mark.parametrize(
    "message", [hello(1), Start((0, 0, 0)), Stop(), Drain(5), Bye(0, 0, (0, 0)), Bye(0, 0, (2, 0, 0))]
)
def test_the_master_refuses_what_makes_no_sense(message):
    refuses(master(3), 1, message)


@pytest.mark.parametrize("message", [Start((0,) * 6), Stop(), Drain(5)], ids=lambda m: type(m).__name__)
def test_only_the_master_begins_and_ends_a_search(message):
    refuses(helper_with_a_gift(1, 11)[0], 2, message)


def test_claims_beyond_the_values_of_the_game_are_refused():
    talk, gift = helper_with_a_gift(1, 11)
    refuses(talk, 2, Value(gift.serial, -21, 0, 0, False))


def refuses(talk, source, message):
    """A ProtocolError, and nothing has changed."""
    before = talk.state()
    with pytest.raises(ProtocolError):
        talk.hear(source, message)
    talk.rank.validate()
    assert talk.state() == before
