"""The clocks of GTP."""

from __future__ import annotations

import pytest

from mpi_search.bots.clock import Control
from mpi_search.protocols.gtp_time import Timing


@pytest.mark.parametrize(
    ("settings", "least", "most"),
    [
        ((0, 10, 1), 9, 9),
        ((0, 100, 20), 4.5, 4.5),
        ((0, 10, 0), 3, 3),
        ((0, 0, 0), 3, 3),
        ((100, 0, 0), 3.9, 5),
        ((100, 10, 1), 9, 9),
        ((1000, 10, 1), 39, 50),
    ],
)
def test_settings(settings, least, most):
    timing = Timing(Control(move_s=3.0))
    timing.set(*settings)
    for side in (0, 1):
        assert least <= timing.allowance(side, 25) <= most


def test_what_the_client_shows_counts():
    timing = Timing(Control(game_s=1000.0))
    timing.show(0, 10.0, 0)
    assert timing.allowance(0, 25) < 1 < timing.allowance(1, 25)
    timing.show(0, 30.0, 3)
    assert timing.allowance(0, 25) == 9.0
    timing.show(0, 0.0, 0)
    assert 0 < timing.allowance(0, 25) < 0.01


def test_time_is_spent_and_comes_back_with_a_new_game():
    timing = Timing(Control(game_s=100.0))
    before = timing.allowance(0, 25)
    timing.spend(0, 60.0)
    assert timing.allowance(0, 25) < before == timing.allowance(1, 25)
    timing.restart()
    assert timing.allowance(0, 25) == before


def test_overtime_begins_when_the_main_time_is_over():
    timing = Timing(Control(move_s=3.0))
    timing.set(20.0, 10.0, 10)
    timing.spend(0, 25.0)
    timing.spend(0, 25.0)
    assert timing.allowance(0, 25) == 0.9
