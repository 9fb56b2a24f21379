"""Limits on a cluster, seen by the master: a retreat, one ply at least, then the end."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from mpi_search.cluster.events import Begin, Deadline, Free, Interrupt, Ran, Received, Run, TimeIsUp
from mpi_search.cluster.messages import Bye, Cancel, Drain, Grant, Progress, ProtocolError, Retreat, Steal, Stop
from mpi_search.cluster.rank import Rank
from mpi_search.compile.kernel import bind_shared
from mpi_search.policies import POLICIES
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import TO_END
from mpi_search.search.limits import Limits
from mpi_search.search.plan import Plan
from tests.cluster.dialogue import TUNING, Talk, hello, master, sent, worker
from tests.tools import Oracle, tangle, workspace_of


def limited(**limits) -> Talk:
    return master(3, limits=Limits(**limits))


def turn(talk: Talk, now: float = 0.0) -> list[type]:
    """What the master sends when its core is free at that time. The slice that it wants is not searched."""
    actions = talk.rank.handle(Free(), now)
    talk.rank.validate()
    if any(isinstance(action, Run) for action in actions):
        talk.rank.work.running = None
    return [type(message) for _, message in sent(actions)]


def finish_ply(talk: Talk) -> None:
    """Search on until the master has completed an iteration."""
    while talk.rank.master.plan.completed is None:
        talk.step()


def test_nothing_happens_within_the_limits():
    talk = limited(max_seconds=10, max_nodes=1000)
    assert turn(talk, 7.9) == []
    assert not talk.rank.master.watch.has_retreated


def test_a_search_to_the_end_leaves_some_of_the_time_to_what_takes_its_place():
    talk = limited(max_seconds=10)
    plan = talk.rank.master.plan
    assert plan.depth == TO_END
    assert turn(talk, 9.6) == [Retreat, Retreat]
    assert plan.depth == 1
    talk.now = 9.7
    finish_ply(talk)
    assert turn(talk, 9.9) == [], "there is time left"
    assert turn(talk, 10.0) == [Stop, Stop]
    assert turn(talk, 10.1) == [], "told once"
    depth, value, move = plan.answer()
    assert depth >= 1
    assert move in tangle().game.moves(plan.state)
    assert value == Oracle(tangle().game).value(plan.state, depth)


def test_the_master_wants_to_be_told_when_the_time_is_up():
    talk = master(2, started=False, limits=Limits(max_seconds=10))
    talk.now = 5.0
    actions = talk.rank.handle(Received(1, hello(1)), 5.0)
    assert [action.at for action in actions if isinstance(action, Deadline)] == [14.5]
    assert talk.rank.handle(TimeIsUp(), 14.5) == []
    again = talk.rank.handle(Free(), 14.5)
    assert [action.at for action in again if isinstance(action, Deadline)] == [15.0]


def test_a_search_to_the_end_has_a_deadline_of_its_own():
    """Iterations may use all of the time; the search to the end that follows them leaves a part of it."""
    kernel = bind_shared(load_game("othello"))
    plan = Plan(kernel.game, kernel.game.parse("ffo-40"))
    limits, rng = Limits(max_seconds=10), random.Random(1)
    rank = Rank(0, 1, workspace_of(kernel), POLICIES["root"], rng, plan=plan, limits=limits)
    actions = rank.handle(Begin(), 100.0)
    while plan.depth != TO_END:
        actions += rank.handle(Free(), 100.0)
        actions += rank.handle(Ran(rank.work.running.search.run(1 << 20)), 100.0)
    actions += rank.handle(Free(), 100.0)
    assert [action.at for action in actions if isinstance(action, Deadline)] == [110.0, 109.5]


def test_one_ply_is_searched_however_short_the_time():
    talk = limited(max_seconds=1)
    assert turn(talk, 99.0) == [Retreat, Retreat]
    assert turn(talk, 99.0) == []
    finish_ply(talk)
    assert turn(talk, 99.0) == [Stop, Stop]


def test_nodes_of_all_ranks_count():
    talk = limited(max_nodes=10_000)
    talk.hear(1, Progress(4_000, 1, 10))
    assert turn(talk) == []
    talk.hear(2, Progress(5_600, 1, 10))
    assert turn(talk) == [Retreat, Retreat]


def test_ranks_that_went_too_far_leave_the_iterations_their_part():
    talk = limited(max_nodes=10_000)
    talk.hear(1, Progress(9_999, 1, 10))
    assert turn(talk) == [Retreat, Retreat]
    finish_ply(talk)
    talk.hear(1, Progress(10_400, 1, 20))
    assert turn(talk) == []
    talk.hear(1, Progress(10_600, 1, 30))
    assert turn(talk) == [Stop, Stop]


def test_what_was_not_heard_yet_counts_too():
    talk = master(3, limits=Limits(max_nodes=10_000), tuning=replace(TUNING, progress_nodes=4_800))
    assert turn(talk) == [Retreat, Retreat]


def test_a_wish_to_stop_leaves_a_moment_for_a_best_move():
    talk = limited()
    assert turn(talk) == []
    assert talk.rank.handle(Interrupt(), 0.0) == []
    assert turn(talk) == [Retreat, Retreat]
    finish_ply(talk)
    talk.hear(1, Progress(10_000_000, 1, 10))
    assert turn(talk) == [Stop, Stop]


def test_a_retreat_cancels_what_was_given_away():
    talk = limited(max_seconds=10)
    talk.search_until_it_can_give()
    [(thief, grant)] = talk.hear(2, Steal(2, 0, False))
    assert isinstance(grant, Grant)
    spoken = sent(talk.rank.handle(Free(), 9.6))
    assert (thief, Cancel(grant.serial)) in spoken
    talk.rank.validate()


def test_a_wish_before_the_search_has_begun_is_remembered():
    talk = master(2, started=False)
    assert talk.rank.handle(Interrupt(), 0.0) == []
    assert turn(talk) == []
    talk.hear(1, hello(1))
    assert turn(talk) == [Retreat]


def test_a_concluded_search_ends_like_any_other():
    talk = limited()
    talk.rank.handle(Interrupt(), 0.0)
    turn(talk)
    finish_ply(talk)
    talk.hear(1, Progress(10_000_000, 1, 10))
    assert turn(talk) == [Stop, Stop]
    talk.hear(1, Bye(5, 1, (2, 0, 0)))
    spoken = talk.hear(2, Bye(5, 1, (1, 0, 0)))
    assert [type(message) for _, message in spoken] == [Drain, Drain]


def test_a_rank_makes_room_in_the_table_when_the_master_retreats():
    talk = worker()
    before = talk.rank.workspace.table.generation
    assert talk.hear(0, Retreat()) == []
    assert talk.rank.workspace.table.generation == before + 1
    with pytest.raises(ProtocolError):
        talk.hear(2, Retreat())


def test_only_the_master_hears_of_progress():
    with pytest.raises(ProtocolError):
        worker().hear(2, Progress(1, 1, 1))
