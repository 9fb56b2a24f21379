"""Values and times in words."""

from __future__ import annotations

import pytest

from mpi_search.bots.bot import Choice, Thought
from mpi_search.bots.record import Record
from mpi_search.playing.words import between, bot_name, choice_line, clock_text, line_of_play, thought_line
from mpi_search.rules.load import load_game

START = Record(load_game("othello"))
D3, C3, C4 = 19, 18, 26


def test_what_a_bot_thought():
    choice = Choice(D3, -2, 14, line=(D3, C3, C4))
    assert choice_line(START, choice, 1.25) == "value -2, depth 14, 1.2 s, expects c3 c4"
    assert choice_line(START, Choice(D3, 6, 60, exact=True), 0.5) == "value +6 (exact), 0.5 s"
    assert choice_line(START, Choice(D3), 0.5) == "0.5 s"
    assert line_of_play(START.game, START.state, (D3, C3, C4), most=2) == "d3 c3 ..."


def test_long_names_do_not_make_a_line_longer_than_a_terminal():
    record = Record(load_game("simplexity:12x4"))
    line = Record(record.game, moves=["10O", "11O", "10X", "11X", "10O", "11O", "10X"]).moves
    assert line_of_play(record.game, record.state, line) == "10O 11O 10X 11X ..."
    assert line_of_play(record.game, record.state, line[:4]) == "10O 11O 10X 11X"
    choice = Choice(line[0], -37, 9, exact=True, line=tuple(line))
    assert len(f"blue (kernel) plays 10O: {choice_line(record, choice, 10.5)}") <= 80


def test_what_it_thinks_so_far():
    assert thought_line(START, Thought(9, 2, 2, D3), 1.0) == "depth 9  value +2  d3  1.0 s"
    assert thought_line(START, Thought(None, -64, 64, None), 1.0) == "to the end  1.0 s"
    assert thought_line(START, None, 1.0) == "1.0 s"
    assert [between(-64, 3, 64), between(1, 64, 64), between(1, 3, 64)] == ["+3 at most", "+1 at least", "+1 to +3"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.04, "0.0"), (9.26, "9.3"), (-0.2, "-0.2"), (65, "1:05"), (-65, "-1:05"), (3661, "1:01:01")],
)
def test_times(seconds, text):
    assert clock_text(seconds) == text


def test_bots_have_short_names():
    assert [bot_name(words) for words in ("kernel", "minimax:depth=4", "./my/bot.py:Mine:a=1")] == [
        "kernel",
        "minimax",
        "bot",
    ]
