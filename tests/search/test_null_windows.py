"""The plan of null-window tests ends at the value, whatever it is and however loose the answers are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.search.null_windows import NullWindows


@given(
    value=st.integers(-50, 50),
    guess=st.integers(-80, 80),
    slacks=st.lists(st.integers(0, 9), min_size=1, max_size=9),
    small_steps=st.integers(0, 8),
)
def test_every_value_is_found(value, guess, slacks, small_steps):
    windows = NullWindows(-50, 50, guess, small_steps=small_steps)
    tests = 0
    while not windows.is_done:
        beta = windows.next_beta()
        assert windows.lower < beta <= windows.upper
        slack = slacks[tests % len(slacks)]
        if value >= beta:
            windows.learn(beta, max(beta, value - slack), 50)
        else:
            windows.learn(beta, -50, min(beta - 1, value + slack))
        tests += 1
    assert windows.lower == windows.upper == value
    assert tests <= 16 + small_steps


def test_a_right_guess_takes_two_tests():
    windows = NullWindows(-64, 64, 10)
    windows.learn(windows.next_beta(), 10, 64)
    assert windows.next_beta() == 11
    windows.learn(11, -64, 10)
    assert windows.is_done


def test_long_steps_of_a_gallop_are_leaps():
    """32, then 33, 35, 39 ...: the third step goes four beyond the bound."""
    windows = NullWindows(-64, 64, 32)
    leaps = []
    for _ in range(5):
        beta = windows.next_beta()
        leaps.append((beta, windows.is_leap))
        windows.learn(beta, beta, 64)
    assert leaps == [(32, False), (33, False), (35, False), (39, True), (47, True)]
    windows.learn(windows.next_beta(), 47, 50)
    assert not windows.is_leap, "both sides are known: no gallop any more"


@pytest.mark.parametrize(
    ("is_high", "asked"),
    [(True, [10, 11, 12, 13, 15, 19, 27]), (False, [10, 9, 8, 7, 5, 1, -7])],
)
def test_small_steps_come_before_the_gallop(is_high, asked):
    windows = NullWindows(-64, 64, 10, small_steps=2)
    for beta in asked:
        assert windows.next_beta() == beta
        windows.learn(beta, *((beta, 64) if is_high else (-64, beta - 1)))
