"""How long a move may take."""

from __future__ import annotations

import pytest

from mpi_search.bots.clock import Clock, Control, parse_control
from mpi_search.errors import InputError


@pytest.mark.parametrize(
    ("text", "game_s", "more_s"),
    [("5m+2s", 300, 2), ("90s", 90, 0), ("1h+30s", 3600, 30), ("2m30s+0.5", 150, 0.5), ("10", 10, 0)],
)
def test_clocks_as_people_write_them(text, game_s, more_s):
    assert parse_control(text) == Control(None, game_s, more_s)


@pytest.mark.parametrize("text", ["", "five", "5m+", "0s", "+2s", "-3s"])
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(InputError, match="clock"):
        parse_control(text)


def test_a_move_has_its_time_where_all_have_the_same():
    clock = Clock(Control(move_s=3.0))
    clock.spend(100)
    assert clock.allowance(20) == 3.0
    assert not clock.is_up


@pytest.mark.parametrize("text", ["5m+2s", "10s", "1s", "30s+1s"])
@pytest.mark.parametrize("moves", [5, 21, 30, 60])
def test_a_game_is_never_lost_on_time(text, moves):
    """Whatever its length, and with some milliseconds lost at every move."""
    clock = Clock(parse_control(text))
    for number in range(moves):
        allowed = clock.allowance(moves - number)
        assert 0 < allowed <= max(clock.left_s, 0.001)
        clock.spend(allowed + 0.002)
    assert clock.left_s > -0.2
    assert clock.left_s < 0.9 * clock.control.game_s + moves * clock.control.more_s, "time is there to be used"


def test_time_is_spread_over_the_game():
    clock = Clock(parse_control("60s"))
    spent = []
    for number in range(21):
        spent.append(clock.allowance(21 - number))
        clock.spend(spent[-1])
    assert max(spent) < 4 * min(spent[:-3])
    assert sum(spent) > 40
