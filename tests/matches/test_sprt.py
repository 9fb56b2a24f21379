"""When a question is settled."""

from __future__ import annotations

import random

import pytest

from mpi_search.errors import InputError
from mpi_search.matches.sprt import Sprt, expected, parse_sprt


def pairs(rng, score):
    """Points of a pair of games of somebody who wins with that chance."""
    return float(sum(rng.random() < score for _ in range(2)))


@pytest.mark.parametrize(("truth", "verdict"), [(0, False), (100, True)])
def test_the_truth_is_found_nearly_always(truth, verdict):
    found = []
    for seed in range(300):
        rng, points, sprt = random.Random(seed), [], Sprt(0, 100)
        while sprt.verdict(points) is None:
            points.append(pairs(rng, expected(truth)))
        found.append(sprt.verdict(points))
        assert 12 <= len(points) < 1000
    assert found.count(verdict) >= 0.93 * 300, "wrong once in twenty times"


def test_nothing_is_decided_by_a_few_games():
    assert Sprt(0, 10).verdict([2.0] * 7) is None
    assert Sprt(0, 10).ratio([]) == 0


def test_wins_alone_settle_it_soon_but_not_at_once():
    sprt = Sprt(0, 200)
    assert next(count for count in range(100) if sprt.verdict([2.0] * count)) <= 20
    assert next(count for count in range(100) if sprt.verdict([0.0] * count) is False) <= 20


@pytest.mark.parametrize("text", ["", "5", "10,0", "a,b", "1,2,3"])
def test_what_is_no_question_is_refused(text):
    with pytest.raises(InputError, match="--sprt"):
        parse_sprt(text)


def test_what_is_one():
    assert parse_sprt("0,10") == Sprt(0, 10)
