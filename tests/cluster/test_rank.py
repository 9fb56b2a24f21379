"""Dialogues with one rank: what it answers, what it relays, what it refuses."""

from __future__ import annotations

import pytest

from mpi_search.cluster.events import Received, Wake, Woke
from mpi_search.cluster.messages import (
    PROTOCOL_VERSION,
    Ask,
    Bound,
    Bye,
    Cancel,
    Claims,
    Describe,
    Drain,
    Grant,
    Hello,
    ProtocolError,
    Refuse,
    Start,
    Steal,
    Stop,
    Value,
    Withdraw,
)
from mpi_search.kernel.core.frames import FIRST_NEED, NO_MOVE, OFFER_COLUMNS, POSTED, TO_END
from tests.cluster.dialogue import STATE, TUNING, has_finished, hello, job, master, sent, worker
from tests.tools import Oracle, tangle

WORST = 20


# --- greeting
def test_the_first_word_of_a_rank_is_hello_to_the_master():
    talk = worker(2, started=False)
    assert sent(talk.rank.begin(0.0)) == [(0, Hello(PROTOCOL_VERSION, "host2", tangle().content_hash))]


def test_the_search_starts_when_all_have_greeted():
    talk = master(4, started=False)
    assert talk.hear(2, hello(2)) == []
    assert talk.hear(1, hello(1)) == []
    assert talk.hear(3, Hello(PROTOCOL_VERSION, "host1", tangle().content_hash)) == [
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
    for part in ("rank 1", "host1", "host0", str(version), greeting.game_hash, tangle().content_hash):
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
    assert talk.rank.tasks == []
    talk.step()
    assert talk.hear(0, Start((0, 0, 1, 1))) == []
    assert [(task.home, task.serial) for task in talk.rank.tasks] == [(2, 7)]
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
    assert talk.rank.tasks == []


def test_a_thief_is_given_a_job():
    talk = worker()
    talk.hear(0, job())
    talk.search_until_it_can_give()
    [(target, grant)] = talk.hear(3, Steal(3, 0, False))
    assert target == 3
    assert isinstance(grant, Grant)
    assert grant.alpha < grant.beta
    assert len(grant.state) == len(STATE)
    assert list(talk.rank.gifts) == [grant.serial]


def test_what_comes_back_from_helpers_counts():
    """Everything is given away as soon as it may be, and answered by the oracle."""
    talk, oracle = worker(), Oracle(tangle().game)
    talk.hear(0, job(5))
    given, spoken = 0, []
    while not spoken:
        spoken = [message for _, message in talk.step() if isinstance(message, Value)]
        granted = talk.hear(3, Steal(3, 0, False)) if talk.rank.tasks else []
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
    search = talk.rank.tasks[0].search
    assert talk.hear(0, Bound(4, -3, 2)) == []
    root = search.frame(0)
    assert (int(root["alpha"]), int(root["beta"])) == (max(-3, search.lower), 2)
    [(_, answer)] = talk.work()
    value = Oracle(tangle().game).value(STATE, TO_END)
    assert answer.lower <= value <= answer.upper
    assert answer.lower >= 2 or answer.upper <= -3 or answer.lower == answer.upper


def test_a_bound_runs_down_to_the_helpers():
    talk = worker(policy="pvsplit", number=1)
    talk.hear(0, job(4, is_root=True))
    search = talk.rank.tasks[0].search
    child = None
    talk.rank.policy = type("Anywhere", (type(talk.rank.policy),), {"rate": lambda *_: 1})()
    while child is None:
        talk.step()
        child = next((m for _, m in talk.hear(3, Steal(3, 0, False)) if isinstance(m, Grant)), None)
    assert search.top >= 0
    told = talk.hear(0, Bound(4, -1, 1))
    assert [(target, type(message), message.serial) for target, message in told] == [(3, Bound, child.serial)]
    assert told[0][1].alpha >= child.alpha
    assert told[0][1].beta <= child.beta


def helper_with_a_gift(number: int, serial: int, grant: Grant | None = None):
    """A rank that searches a job of the rank before it and has given some of it to the rank after it."""
    talk = worker(number, size=6)
    talk.hear(number - 1, grant or job(serial))
    talk.search_until_it_can_give()
    [(_, given)] = talk.hear(number + 1, Steal(number + 1, 0, False))
    return talk, given


def test_a_cancel_is_relayed_to_helpers_and_their_helpers_and_does_no_harm_twice():
    first, given = helper_with_a_gift(1, 11)
    second = worker(2, size=6)
    second.hear(1, job(given.serial))
    second.search_until_it_can_give()
    [(_, given_on)] = second.hear(3, Steal(3, 0, False))
    assert first.hear(0, Cancel(11)) == [(2, Cancel(given.serial))]
    assert second.hear(1, Cancel(given.serial)) == [(3, Cancel(given_on.serial))]
    for talk, source, serial in ((first, 0, 11), (second, 1, given.serial)):
        assert talk.rank.tasks == []
        assert talk.rank.gifts == {}
        assert talk.hear(source, Cancel(serial)) == []


def test_a_cancel_names_a_home_and_a_serial():
    talk = worker()
    talk.hear(0, job(4))
    talk.hear(2, Cancel(4))
    talk.hear(0, Cancel(5))
    assert len(talk.rank.tasks) == 1


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
    [(target, declined)] = busy.hear(1, Grant(**{**as_fields(given), "serial": 99}))
    assert (target, declined) == (1, Value(99, -WORST, WORST, NO_MOVE, False))
    home.hear(2, Value(given.serial, -WORST, WORST, NO_MOVE, False))
    assert home.rank.gifts == {}
    [(_, answer)] = [spoken for spoken in home.work() if isinstance(spoken[1], Value)]
    assert answer.lower == answer.upper == Oracle(tangle().game).value(STATE, TO_END)


def as_fields(grant: Grant) -> dict[str, object]:
    return {name: getattr(grant, name) for name in Grant.__dataclass_fields__}


# --- finding work
def test_an_idle_rank_asks_once_where_there_is_most_to_be_had():
    talk = worker(1, size=4)
    for place, worth in ((0, 5), (1, 99), (2, 7), (3, 6)):  # it is at place 1 itself
        talk.see_offer(place, worth)
    assert talk.step() == [(2, Steal(1, TUNING.hops, False))]
    assert talk.step() == []


def test_where_nobody_has_anything_to_offer_the_request_is_parked_without_asking():
    assert worker(1, size=4).step() == [(0, Steal(1, 0, True))]


def test_what_a_rank_has_to_give_is_seen_by_its_neighbours():
    talk = worker(1, size=4)
    board = talk.rank.desk.offers
    talk.hear(0, job())
    talk.search_until_it_can_give()
    talk.step()
    assert board[1, 0] > 0
    assert board[[0, 2, 3], 0].tolist() == [0, 0, 0]
    talk.hear(0, Cancel(1))
    talk.step()
    assert board[1, 0] == 0


def test_a_job_that_is_hardly_needed_is_left_for_a_better_one_and_resumed_later():
    talk = worker(1, size=4)
    talk.hear(0, job(1, needed=TUNING.doubtful - 1))
    talk.see_offer(3, 99, TUNING.sure - 1)
    assert talk.step() == [], "that one is not much better"
    talk.see_offer(2, 5, TUNING.sure)
    [doubtful] = talk.rank.tasks
    before = doubtful.search.nodes
    assert talk.step() == [(2, Steal(1, TUNING.hops, False))]
    assert doubtful.search.nodes > before, "it searches on meanwhile"
    assert talk.step() == [], "asked once"
    talk.see_offer(2, 0)
    talk.see_offer(3, 0)
    before = doubtful.search.nodes
    assert talk.hear(2, job(7, alpha=-1, beta=0, needed=900)) == []
    assert talk.rank.tasks[0] is doubtful
    [(home, value)] = talk.work()
    assert (home, value.serial, value.hungry) == (2, 7, False)
    assert doubtful.search.nodes == before, "the better one was searched first"
    talk.step()
    assert doubtful.search.nodes > before


def test_a_job_that_is_needed_is_not_left():
    talk = worker(1, size=4)
    talk.hear(0, job(1, needed=TUNING.doubtful))
    talk.see_offer(2, 1000)
    assert talk.step() == []
    [(_, declined)] = talk.hear(2, job(7))
    assert declined == Value(7, -WORST, WORST, NO_MOVE, False)


@pytest.mark.parametrize("needed", [50, 51])
def test_a_doubtful_job_is_not_left_for_one_that_turns_out_to_be_no_better(needed):
    talk = worker(1, size=4)
    talk.hear(0, job(1, needed=50))
    answer = talk.hear(2, job(7, needed=needed))
    assert [type(message) for _, message in answer] == ([Value] if needed == 50 else [])
    assert len(talk.rank.tasks) == (1 if needed == 50 else 2)


def test_the_home_of_a_job_keeps_its_helper_informed():
    home, given = helper_with_a_gift(1, 11)
    assert given.need_place > 0
    assert home.rank.desk.offers[1, given.need_place] == given.needed
    helper = worker(2, size=6)
    helper.hear(1, given)
    helper.rank.desk.offers[1, given.need_place] = 123
    assert helper.rank.tasks[0].search.needed == 123


def test_a_helper_on_another_host_is_informed_with_claims():
    talk = worker(1, size=4, hosts=(0, 0, 1, 1))
    talk.hear(0, job(1))
    talk.search_until_it_can_give()
    [(_, far)] = talk.hear(2, Steal(2, 0, False))
    helper, bystander = (worker(rank, size=4, hosts=(0, 0, 1, 1)) for rank in (2, 3))
    helper.rank.desk.offers[1, far.need_place] = 7  # of an earlier job
    helper.hear(1, far)
    [task] = helper.rank.tasks
    assert task.search.needed == far.needed > 7
    helper.rank.desk.offers[1, far.need_place] = 8
    assert task.search.needed == 8, "it reads the copy"
    talk.rank.desk.outbox[0, POSTED] = round(TUNING.export_batch * 2**0.5)
    [(target, claims)] = [(target, message) for target, message in talk.step() if isinstance(message, Claims)]
    assert target == 3, "its counterpart"
    bystander.hear(1, claims)
    helper.hear(1, claims)
    for rank in (helper.rank, bystander.rank):
        assert rank.desk.offers[[0, 1]].tolist() == talk.rank.desk.offers[[0, 1]].tolist()
    assert task.search.needed == talk.rank.desk.offer[far.need_place] > 8


@pytest.mark.parametrize(
    ("source", "offers", "needs"),
    [(3, 16, 224), (1, 8, 224), (1, 24, 336), (1, 16, 222), (1, 16, 0)],
    ids=["of the same host", "one rank too few", "one too many", "a place too few", "no places"],
)
def test_rows_that_cannot_be_are_refused(source, offers, needs):
    talk = worker(2, size=4, hosts=(0, 0, 1, 1))
    talk.hear(1, Claims(b"", bytes(16), bytes(224)))
    with pytest.raises(ProtocolError, match=f"rank {source} shows rows"):
        talk.hear(source, Claims(b"", bytes(offers), bytes(needs)))


def test_who_is_refused_does_not_ask_the_same_rank_of_another_host_again():
    talk = worker(1, size=6, hosts=(0, 0, 1, 1, 2, 2))
    talk.hear(0, job(1, needed=TUNING.doubtful - 1))
    talk.see_offer(4, 9)
    talk.see_offer(5, 5)
    assert talk.step() == [(4, Steal(1, TUNING.hops, False))]
    talk.hear(2, Refuse())  # it was passed on
    assert talk.step() == [(5, Steal(1, TUNING.hops, False))]
    talk.hear(5, Refuse())
    assert talk.step() == []


def test_who_finds_nothing_at_home_asks_where_another_host_is_known_to_have_something():
    talk = worker(1, size=6, hosts=(0, 0, 1, 1, 2, 2))
    talk.see_offer(4, 5)
    assert talk.step() == [(4, Steal(1, TUNING.hops, False))]


def test_a_refused_rank_parks_its_request_with_its_parent_and_asks_again_later():
    talk = worker(2, size=4)
    talk.see_offer(3, 1)
    talk.step()
    actions = talk.rank.handle(Received(3, Refuse()), 1.0)
    assert sent(actions) == [(0, Steal(2, 0, True))]
    [wake] = [action for action in actions if isinstance(action, Wake)]
    assert wake.at > 1.0
    assert talk.step() == [], "it rests until it is woken, or nothing would stop it from asking all the time"
    again = sent(talk.rank.handle(Woke(), wake.at))
    assert [type(message) for _, message in again] == [Steal]
    assert sent(talk.rank.handle(Received(3, Refuse()), 2.0)) == [], "one parked request is enough"


def test_a_parked_rank_that_finds_work_elsewhere_withdraws():
    talk = worker(2, size=4)
    talk.step()
    talk.hear(3, Refuse())
    assert talk.hear(1, job()) == [(0, Withdraw())]
    talk.hear(1, Cancel(1))
    assert not talk.rank.seeker.is_parked


def test_a_request_is_passed_on_and_refused_in_the_end():
    talk = worker(1, size=4)
    talk.see_offer(2, 9)  # of the thief itself
    talk.see_offer(3, 1)
    assert talk.hear(2, Steal(2, 3, False)) == [(3, Steal(2, 2, False))]
    assert talk.hear(2, Steal(2, 0, False)) == [(2, Refuse())]
    talk.see_offer(3, 0)
    assert talk.hear(2, Steal(2, 3, False)) == [(2, Refuse())], "nobody has anything"


def test_a_request_is_passed_on_to_another_host_if_this_one_has_nothing():
    talk = worker(1, size=4, hosts=(0, 0, 1, 2))
    assert talk.hear(2, Steal(2, 3, False)) == [(3, Steal(2, 2, False))]


def test_of_two_ranks_nobody_is_left_to_pass_a_request_on_to():
    talk = worker(1, size=2)
    assert talk.hear(0, Steal(0, 3, False)) == [(0, Refuse())]


def test_a_request_that_comes_home_was_refused():
    talk = worker(1, size=4)
    talk.see_offer(2, 1)
    talk.step()
    assert talk.hear(3, Steal(1, 0, False)) == [(0, Steal(1, 0, True))]


def test_a_parked_thief_is_served_as_soon_as_there_is_work():
    talk = worker(1, size=4)
    assert talk.hear(3, Steal(3, 0, True)) == []
    assert talk.hear(3, Steal(3, 0, True)) == []
    assert talk.rank.thieves == [3]
    talk.hear(0, job())
    target, grant = next(spoken for spoken in talk.work() if isinstance(spoken[1], Grant))
    assert target == 3
    assert talk.rank.thieves == []
    assert grant.serial in talk.rank.gifts


def test_a_request_that_was_withdrawn_is_not_served():
    talk = worker(1, size=4)
    talk.hear(3, Steal(3, 0, True))
    assert talk.hear(3, Withdraw()) == []
    assert talk.hear(3, Withdraw()) == []
    talk.hear(0, job())
    assert [type(message) for _, message in talk.work()] == [Value]


def test_where_work_is_found_by_description_the_best_is_taken():
    talk = worker(1, size=3, policy="dts", hosts=(0, 1, 2))
    assert dict(talk.step()) == {0: Ask(), 2: Ask()}
    assert talk.hear(0, Describe(5)) == []
    assert talk.hear(2, Describe(9)) == [(2, Steal(1, TUNING.hops, False))]


def test_where_nobody_has_anything_to_describe_the_request_is_parked():
    talk = worker(1, size=3, policy="dts", hosts=(0, 1, 2))
    assert {target for target, _ in talk.step()} == {0, 2}
    talk.hear(0, Describe(0))
    assert talk.hear(2, Describe(0)) == [(0, Steal(1, 0, True))]


# --- the end
def test_stop_is_answered_with_bye_and_the_number_of_all_messages_ever_sent():
    talk = worker(1, size=3)
    talk.hear(0, job())
    talk.search_until_it_can_give()
    asked = talk.rank.sent[2]
    talk.hear(2, Steal(2, 0, False))
    nodes = talk.rank.tasks[0].search.nodes
    [(target, bye)] = talk.hear(0, Stop())
    assert target == 0
    assert bye == Bye(nodes, 1, (2, 0, asked + 1), talk.rank.received)  # Hello and Bye; descriptions and the job
    assert talk.rank.tasks == []


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
    plan = talk.rank.plan
    told = []
    while plan.next_test() is not None:
        told += talk.step()
    assert [spoken for spoken in told if isinstance(spoken[1], Stop)] == [(1, Stop()), (2, Stop())]
    assert plan.answer()[1] == Oracle(tangle().game).value(STATE, TO_END)
    assert talk.hear(1, Bye(0, 0, (2, 0, 5))) == []
    sent_so_far = list(talk.rank.sent)
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
    job(50, need_place=OFFER_COLUMNS),
    job(50, need_place=FIRST_NEED - 1),
    job(50, needed=1001),
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
    assert given.serial not in talk.rank.gifts


def test_nobody_answers_for_another_who_searches_the_root_too():
    talk = master(3, policy="abdada", started=False)
    for rank in (1, 2):
        talk.hear(rank, Hello(PROTOCOL_VERSION, "host0", tangle().content_hash))
    talk.step()
    serial = next(serial for serial, task in talk.rank.copies.items() if task.copies[serial] == 1)
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
