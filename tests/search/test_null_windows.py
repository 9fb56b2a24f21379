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
    far_first=st.booleans(),
)
def test_every_value_is_found(value, guess, slacks, small_steps, far_first):
    windows = NullWindows(-50, 50, guess, small_steps=small_steps, far_first=far_first)
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
    assert tests <= 16 + small_steps + 4 * far_first


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


def asked(value, guess=0, **options):
    """The questions about a value from -16 to 16, each answered by yes or no alone, where far values come first."""
    windows, questions = NullWindows(-16, 16, guess, far_first=True, **options), []
    while not windows.is_done:
        beta = windows.next_beta()
        questions.append(beta)
        windows.learn(beta, *((beta, 16) if value >= beta else (-16, beta - 1)))
    assert windows.lower == value
    return questions


@pytest.mark.parametrize(
    ("value", "questions"),
    [
        (0, [8, -7, 4, -3, 0, 1]),
        (2, [8, -7, 4, -3, 0, 1, 3, 2]),
        (-2, [8, -7, 4, -3, 0, -1, -2]),
        (3, [8, -7, 4, -3, 0, 1, 3]),
        (-3, [8, -7, 4, -3, 0, -1, -2]),
    ],
)
def test_near_values_are_sought_from_the_guess_when_all_far_ones_are_out_of_the_question(value, questions):
    """8 or more? -8 or less? 4 or more? -4 or less? Then at a gallop, as without these."""
    assert asked(value) == questions


@pytest.mark.parametrize(
    ("value", "questions"),
    [
        (8, [8, 12, 10, 9]),
        (13, [8, 12, 14, 13]),
        (16, [8, 12, 14, 15, 16]),
        (-8, [8, -7, -12, -10, -9, -8]),
        (-16, [8, -7, -12, -14, -15]),
        (5, [8, -7, 4, 6, 5]),
        (-4, [8, -7, 4, -3, -5, -4]),
        (-7, [8, -7, 4, -3, -5, -6]),
    ],
)
def test_a_far_value_is_known_from_both_sides_and_the_rest_is_halved(value, questions):
    assert asked(value) == questions
    assert asked(value, small_steps=8) == questions, "there is no side to go on to by steps"


def test_far_is_far_from_the_guess_and_what_no_value_reaches_is_not_asked():
    """Nothing is worth 18, 8 more than 10, nor -18, 8 less than -10."""
    assert asked(10, guess=10) == [3, 14, 7, 10, 11]
    assert asked(-10, guess=-10) == [-2, -6, -13, -10, -9]
    assert asked(8, guess=8) == [16, 1, 12, 5, 8, 9], "16 is the best there is"


def test_a_far_question_that_an_answer_has_decided_is_skipped():
    windows = NullWindows(-16, 16, 0, far_first=True)
    assert windows.next_beta() == 8
    windows.learn(8, -16, 2)  # more than was asked: so it is not 4 either
    assert windows.next_beta() == -7
    windows.learn(-7, -1, 2)  # nor -4 or less
    assert windows.next_beta() == 0
    windows.learn(0, 0, 2)
    assert windows.next_beta() == 1


def test_no_far_question_is_a_leap():
    windows = NullWindows(-16, 16, 0, far_first=True)
    for is_high in (False, True, False, True):
        assert not windows.is_leap
        beta = windows.next_beta()
        windows.learn(beta, *((beta, 16) if is_high else (-16, beta - 1)))
    assert (windows.lower, windows.upper) == (-3, 3)
    assert not windows.is_leap
