"""Limits on a cluster, seen by the master: a retreat, one ply at least, then the end."""

from __future__ import annotations

import pytest

from mpi_search.cluster.messages import Bye, Cancel, Drain, Grant, Progress, ProtocolError, Retreat, Steal, Stop
from mpi_search.cluster.watch import Watch
from mpi_search.kernel.core.frames import TO_END
from mpi_search.kernel.solve import Budget
from tests.cluster.dialogue import master, sent, worker
from tests.tools import Oracle, tangle


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def watched(**limits):
    talk, clock = master(3), Clock()
    return talk, clock, Watch(talk.rank, Budget(clock, **limits))


def kinds(actions) -> list[type]:
    return [type(message) for _, message in sent(actions)]


def finish_ply(talk) -> None:
    """Search on until the master has completed an iteration."""
    while talk.rank.plan.completed is None:
        talk.step()


def test_nothing_happens_within_the_limits():
    _, clock, watch = watched(max_seconds=10, max_nodes=1000)
    clock.now = 7.9
    assert watch.look(clock.now) == []
    assert not watch.has_retreated


def test_a_search_to_the_end_leaves_some_of_the_time_to_what_takes_its_place():
    talk, clock, watch = watched(max_seconds=10)
    clock.now = 8.1
    assert talk.rank.plan.depth == TO_END
    assert kinds(watch.look(clock.now)) == [Retreat, Retreat]
    assert talk.rank.plan.depth == 1
    finish_ply(talk)
    assert watch.look(clock.now) == [], "there is time left"
    clock.now = 10.0
    assert kinds(watch.look(clock.now)) == [Stop, Stop]
    assert watch.look(clock.now) == [], "told once"
    depth, value, move = talk.rank.plan.answer()
    assert depth >= 1
    assert move in tangle().game.moves(talk.rank.plan.state)
    assert value == Oracle(tangle().game).value(talk.rank.plan.state, depth)


def test_one_ply_is_searched_however_short_the_time():
    talk, clock, watch = watched(max_seconds=1)
    clock.now = 99.0
    watch.look(clock.now)
    assert watch.look(clock.now) == []
    finish_ply(talk)
    assert kinds(watch.look(clock.now)) == [Stop, Stop]


def test_nodes_of_all_ranks_count():
    talk, _, watch = watched(max_nodes=10_000)
    talk.hear(1, Progress(4_000, 1, 10))
    assert watch.look(0.0) == []
    talk.hear(2, Progress(5_000, 1, 10))
    assert kinds(watch.look(0.0)) == [Retreat, Retreat]


def test_ranks_that_went_too_far_leave_the_iterations_their_part():
    talk, _, watch = watched(max_nodes=10_000)
    talk.hear(1, Progress(9_999, 1, 10))
    assert kinds(watch.look(0.0)) == [Retreat, Retreat]
    finish_ply(talk)
    talk.hear(1, Progress(11_000, 1, 20))
    assert watch.look(0.0) == []
    talk.hear(1, Progress(12_000, 1, 30))
    assert kinds(watch.look(0.0)) == [Stop, Stop]


def test_what_was_not_heard_yet_counts_too():
    _, _, watch = watched(max_nodes=10_000)
    watch.unheard_nodes = 9_000
    assert kinds(watch.look(0.0)) == [Retreat, Retreat]


def test_a_wish_to_stop_leaves_a_moment_for_a_best_move():
    wish = []
    talk, _, watch = watched(should_stop=lambda: bool(wish))
    assert watch.look(0.0) == []
    wish.append(1)
    assert kinds(watch.look(0.0)) == [Retreat, Retreat]
    finish_ply(talk)
    talk.hear(1, Progress(10_000_000, 1, 10))
    assert kinds(watch.look(0.0)) == [Stop, Stop]


def test_a_retreat_cancels_what_was_given_away():
    talk, clock, watch = watched(max_seconds=10)
    talk.search_until_it_can_give()
    [(thief, grant)] = talk.hear(2, Steal(2, 0, False))
    assert isinstance(grant, Grant)
    clock.now = 9.0
    spoken = sent(watch.look(clock.now))
    assert (thief, Cancel(grant.serial)) in spoken
    talk.rank.validate()


def test_a_watch_does_nothing_before_and_after_the_search():
    talk = master(2, started=False)
    watch = Watch(talk.rank, Budget(Clock(), should_stop=lambda: True))
    assert watch.look(0.0) == []


def test_a_concluded_search_ends_like_any_other():
    talk, _, watch = watched(should_stop=lambda: True)
    watch.look(0.0)
    finish_ply(talk)
    talk.hear(1, Progress(10_000_000, 1, 10))
    actions = watch.look(0.0)
    assert kinds(actions) == [Stop, Stop]
    talk.hear(1, Bye(5, 1, (2, 0, 0)))
    spoken = talk.hear(2, Bye(5, 1, (1, 0, 0)))
    assert [type(message) for _, message in spoken] == [Drain, Drain]


def test_a_rank_makes_room_in_the_table_when_the_master_retreats():
    talk = worker()
    before = talk.rank.desk.table.generation
    assert talk.hear(0, Retreat()) == []
    assert talk.rank.desk.table.generation == before + 1
    with pytest.raises(ProtocolError):
        talk.hear(2, Retreat())


def test_only_the_master_hears_of_progress():
    with pytest.raises(ProtocolError):
        worker().hear(2, Progress(1, 1, 1))
