"""How finely work is shared and reported, so that limits can be kept."""

from __future__ import annotations

import pytest

from mpi_search.cluster.question import SLICE_S, Question
from mpi_search.cluster.tuning import Tuning
from mpi_search.policies import POLICIES
from mpi_search.search.limits import Limits


def tuning(node_ns, sharing=None, **limits):
    question = Question((0,), POLICIES["ybwc"], limits=Limits(**limits), sharing=sharing or Tuning())
    return question.tuning(4, node_ns)


@pytest.mark.parametrize("node_ns", [43, 300, 5000])
def test_a_slice_takes_as_long_in_every_game(node_ns):
    assert tuning(node_ns).slice_nodes * node_ns * 1e-9 == pytest.approx(SLICE_S, rel=0.01)


def test_a_slice_is_a_small_part_of_a_limit_of_time():
    assert tuning(300, max_seconds=0.05).slice_nodes * 300e-9 <= 0.0005
    assert tuning(300, max_seconds=60).slice_nodes == tuning(300).slice_nodes


def test_a_slice_is_a_small_part_of_a_limit_of_nodes():
    limited = tuning(43, max_nodes=100_000)
    assert limited.slice_nodes == limited.progress_nodes == 100_000 // 10 // 4


def test_nobody_searches_longer_than_was_asked_for():
    assert tuning(1, sharing=Tuning(slice_nodes=7)).slice_nodes == 7
