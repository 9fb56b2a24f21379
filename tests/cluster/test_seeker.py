"""How a rank finds work: whom it asks, what it leaves for something better, where it waits when it is refused."""

from __future__ import annotations

import pytest

from mpi_search.cluster.events import Received, Wake, Woke
from mpi_search.cluster.messages import (
    Ask,
    Cancel,
    Claims,
    Decline,
    Describe,
    Grant,
    ProtocolError,
    Refuse,
    Steal,
    Value,
    Withdraw,
)
from mpi_search.sharing.core.outbox import POSTED, SIZE
from tests.cluster.dialogue import TUNING, helper_with_a_gift, job, sent, worker


# --- asking
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
    board = talk.rank.workspace.board
    talk.hear(0, job())
    talk.search_until_it_can_give()
    talk.step()
    assert board[1, 0] > 0
    assert board[[0, 2, 3], 0].tolist() == [0, 0, 0]
    talk.hear(0, Cancel(1))
    talk.step()
    assert board[1, 0] == 0


# --- leaving a job for a better one
def test_a_job_that_is_hardly_needed_is_left_for_a_better_one_and_resumed_later():
    talk = worker(1, size=4)
    talk.hear(0, job(1, chance=TUNING.doubtful_chance - 1))
    talk.see_offer(3, 99, TUNING.sure_chance - 1)
    assert talk.step() == [], "that one is not much better"
    talk.see_offer(2, 5, TUNING.sure_chance)
    [doubtful] = talk.rank.work.tasks
    before = doubtful.search.nodes
    assert talk.step() == [(2, Steal(1, TUNING.hops, False))]
    assert doubtful.search.nodes > before, "it searches on meanwhile"
    assert talk.step() == [], "asked once"
    talk.see_offer(2, 0)
    talk.see_offer(3, 0)
    before = doubtful.search.nodes
    assert talk.hear(2, job(7, alpha=-1, beta=0, chance=900)) == []
    assert talk.rank.work.tasks[0] is doubtful
    [(home, value)] = talk.work()
    assert (home, value.serial, value.hungry) == (2, 7, False)
    assert doubtful.search.nodes == before, "the better one was searched first"
    talk.step()
    assert doubtful.search.nodes > before


def test_a_job_that_is_needed_is_not_left():
    talk = worker(1, size=4)
    talk.hear(0, job(1, chance=TUNING.doubtful_chance))
    talk.see_offer(2, 1000)
    assert talk.step() == []
    [(_, declined)] = talk.hear(2, job(7))
    assert declined == Decline(7)


@pytest.mark.parametrize("needed", [50, 51])
def test_a_doubtful_job_is_not_left_for_one_that_turns_out_to_be_no_better(needed):
    talk = worker(1, size=4)
    talk.hear(0, job(1, chance=50))
    answer = talk.hear(2, job(7, chance=needed))
    assert [type(message) for _, message in answer] == ([Decline] if needed == 50 else [])
    assert len(talk.rank.work.tasks) == (1 if needed == 50 else 2)


# --- what others show
def test_the_home_of_a_job_keeps_its_helper_informed():
    home, given = helper_with_a_gift(1, 11)
    assert given.slot > 0
    assert home.rank.workspace.board[1, given.slot] == given.chance
    helper = worker(2, size=6)
    helper.hear(1, given)
    helper.rank.workspace.board[1, given.slot] = 123
    assert helper.rank.work.tasks[0].search.chance == 123


def test_a_helper_on_another_host_is_informed_with_claims():
    talk = worker(1, size=4, hosts=(0, 0, 1, 1))
    talk.hear(0, job(1))
    talk.search_until_it_can_give()
    [(_, far)] = talk.hear(2, Steal(2, 0, False))
    helper, bystander = (worker(rank, size=4, hosts=(0, 0, 1, 1)) for rank in (2, 3))
    helper.rank.workspace.board[1, far.slot] = 7  # of an earlier job
    helper.hear(1, far)
    [task] = helper.rank.work.tasks
    assert task.search.chance == far.chance > 7
    helper.rank.workspace.board[1, far.slot] = 8
    assert task.search.chance == 8, "it reads the copy"
    talk.rank.workspace.outbox[0, POSTED] = round(TUNING.export_batch * 2**0.5)
    [(target, claims)] = [(target, message) for target, message in talk.step() if isinstance(message, Claims)]
    assert target == 3, "its counterpart"
    bystander.hear(1, claims)
    helper.hear(1, claims)
    for rank in (helper.rank, bystander.rank):
        assert rank.workspace.board[[0, 1]].tolist() == talk.rank.workspace.board[[0, 1]].tolist()
    assert task.search.chance == talk.rank.workspace.row[far.slot] > 8


def test_many_hosts_do_not_wait_until_claims_are_lost():
    talk = worker(1, size=2000, hosts=tuple(range(2000)))
    talk.hear(0, job(1))
    talk.rank.workspace.outbox[0, POSTED] = SIZE // 2
    assert sum(isinstance(message, Claims) for _, message in talk.step()) == 1999


@pytest.mark.parametrize(
    ("source", "rows", "needs"),
    [(3, 48, 224), (1, 24, 224), (1, 72, 336), (1, 48, 222), (1, 48, 0)],
    ids=["of the same host", "one rank too few", "one too many", "a place too few", "no places"],
)
def test_rows_that_cannot_be_are_refused(source, rows, needs):
    talk = worker(2, size=4, hosts=(0, 0, 1, 1))
    talk.hear(1, Claims(b"", bytes(48), bytes(224)))
    with pytest.raises(ProtocolError, match=f"rank {source} shows rows"):
        talk.hear(source, Claims(b"", bytes(rows), bytes(needs)))


def test_who_is_refused_does_not_ask_the_same_rank_of_another_host_again():
    talk = worker(1, size=6, hosts=(0, 0, 1, 1, 2, 2))
    talk.hear(0, job(1, chance=TUNING.doubtful_chance - 1))
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


# --- refused
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
    assert talk.rank.requests.thieves == [3]
    talk.hear(0, job())
    target, grant = next(spoken for spoken in talk.work() if isinstance(spoken[1], Grant))
    assert target == 3
    assert talk.rank.requests.thieves == []
    assert grant.serial in talk.rank.work.gifts


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
