"""When a search goes on, falls back and ends."""

from __future__ import annotations

import random

import pytest

from mpi_search.search.limits import (
    FIRST_SLICE_NODES,
    LEAST_SLICE_NODES,
    SLICE_NODES,
    SLICE_S,
    Limits,
    Verdict,
    Watch,
)

GO_ON, RETREAT, CONCLUDE = Verdict.GO_ON, Verdict.RETREAT, Verdict.CONCLUDE


def judge(watch, now=0.0, nodes=0, *, to_end=False, has_answer=True):
    return watch.judge(now, nodes, to_end=to_end, has_answer=has_answer)


def test_without_limits_a_search_goes_on():
    watch = Watch(Limits(), 5.0)
    assert judge(watch, 1e9, 1 << 60, to_end=True) is GO_ON
    assert watch.deadline(to_end=True) is None


@pytest.mark.parametrize(("to_end", "share"), [(True, 0.95), (False, 1.0)])
def test_a_search_to_the_end_leaves_a_twentieth_of_the_time(to_end, share):
    watch = Watch(Limits(max_seconds=10), 100.0)
    assert watch.deadline(to_end=to_end) == pytest.approx(100 + 10 * share)
    assert judge(watch, 99.9 + 10 * share, to_end=to_end) is GO_ON
    assert judge(watch, 100.1 + 10 * share, to_end=to_end) is RETREAT
    assert judge(watch, 109.9) is GO_ON
    assert judge(watch, 110.0) is CONCLUDE


def test_one_ply_is_always_searched():
    watch = Watch(Limits(max_seconds=1), 0.0)
    assert judge(watch, 50.0, has_answer=False) is RETREAT
    assert judge(watch, 60.0, has_answer=False) is GO_ON
    assert judge(watch, 60.0, has_answer=True) is CONCLUDE


def test_nodes_are_counted_with_those_that_were_not_heard_of():
    watch = Watch(Limits(max_nodes=1000), 0.0, unheard_nodes=100)
    assert judge(watch, nodes=849, to_end=True) is GO_ON
    assert judge(watch, nodes=850, to_end=True) is RETREAT
    assert judge(watch, nodes=899) is GO_ON
    assert judge(watch, nodes=900) is CONCLUDE


def test_who_went_too_far_has_the_part_that_was_kept():
    watch = Watch(Limits(max_nodes=1000), 0.0)
    assert judge(watch, nodes=5000, to_end=True) is RETREAT
    assert judge(watch, nodes=5048) is GO_ON
    assert judge(watch, nodes=5050) is CONCLUDE


def test_unheard_nodes_do_not_count_where_nodes_do_not():
    assert judge(Watch(Limits(max_seconds=1), 0.0, unheard_nodes=1 << 60)) is GO_ON


def test_an_interrupt_has_a_moment_for_a_best_move():
    watch = Watch(Limits(max_seconds=10, rescue_nodes=50), 0.0)
    watch.interrupt()
    assert judge(watch, nodes=70) is RETREAT
    assert watch.deadline(to_end=False) is None, "the moment is counted in nodes"
    assert judge(watch, 99.0, nodes=119) is GO_ON
    assert judge(watch, 99.0, nodes=120) is CONCLUDE


def test_an_interrupt_after_a_retreat_ends_the_search():
    watch = Watch(Limits(max_seconds=10), 0.0)
    assert judge(watch, 9.6, to_end=True) is RETREAT
    watch.interrupt()
    assert judge(watch, 9.7, has_answer=False) is GO_ON
    assert judge(watch, 9.8) is CONCLUDE


def test_slices_are_short_at_first_and_end_with_the_limit():
    watch = Watch(Limits(max_nodes=100_000), 0.0)
    assert watch.slice_nodes(1.0, 0, to_end=True) == FIRST_SLICE_NODES
    assert watch.slice_nodes(1.0, 30_000, to_end=True) == 30_000
    assert watch.slice_nodes(1.0, 94_000, to_end=True) == 1_000
    assert watch.slice_nodes(1.0, 100_000, to_end=False) == SLICE_NODES, "the first ply is searched whatever the limit"
    assert Watch(Limits(), 0.0).slice_nodes(1.0, 1 << 30, to_end=True) == SLICE_NODES


def test_with_a_limit_of_time_slices_last_no_longer_than_some_milliseconds():
    watch = Watch(Limits(max_seconds=10), 0.0)
    assert watch.slice_nodes(1.0, 1_000_000, to_end=False) == pytest.approx(SLICE_S * 1e6)
    assert watch.slice_nodes(1.0, 1_000_000_000, to_end=False) == SLICE_NODES
    assert watch.slice_nodes(1.0, 0, to_end=False) == LEAST_SLICE_NODES, "a slow game"


def test_what_is_spent_is_a_share_of_the_limit_that_is_nearer():
    assert Watch(Limits(), 0.0).spent(1.0, 5) == 0
    assert Watch(Limits(max_seconds=10), 5.0).spent(7.0, 1000) == pytest.approx(0.2)
    both = Watch(Limits(max_seconds=10, max_nodes=2000), 0.0, unheard_nodes=100)
    assert both.spent(2.0, 900) == pytest.approx(0.5)
    assert both.spent(6.0, 900) == pytest.approx(0.6)


@pytest.mark.parametrize("seed", range(200))
def test_at_the_deadline_the_time_is_up(seed):
    """To the last bit: nobody looks again if it is not."""
    rng = random.Random(seed)
    watch = Watch(Limits(max_seconds=rng.random() * 1e-3), rng.random())
    assert judge(watch, watch.deadline(to_end=True), to_end=True) is RETREAT
    assert judge(watch, watch.deadline(to_end=False)) is CONCLUDE
