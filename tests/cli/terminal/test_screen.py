"""What stands beside the board, and what a terminal can show."""

from __future__ import annotations

import pytest
from rich.text import Text

from mpi_search.cli.terminal.ability import has_utf8
from mpi_search.cli.terminal.screen import move_lines, next_to


def test_moves_are_numbered_in_pairs_and_the_last_ones_are_seen():
    assert move_lines(["f5", "d6", "c3"], 30, 5) == ["1. f5 d6  2. c3"]
    assert move_lines(["f5", "d6", "c3", "d3", "c4"], 12, 5) == ["1. f5 d6", "2. c3 d3", "3. c4"]
    assert move_lines(["f5", "d6", "c3", "d3", "c4"], 12, 2) == ["2. c3 d3", "3. c4"]
    assert move_lines(["f5"], 12, 0) == []


def test_two_columns():
    lines = next_to([Text("ab"), Text("c")], 2, [Text("one"), Text(), Text("three")])
    assert [line.plain for line in lines] == ["ab   one", "c", "     three"]


@pytest.mark.parametrize(
    ("encoding", "environ", "answer"),
    [
        ("utf-8", {"LANG": "en_US.UTF-8"}, True),
        ("utf-8", {"LANG": "C"}, False),
        ("utf-8", {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
        ("utf-8", {"LANG": "C", "LC_ALL": "C.UTF-8"}, True),
        ("utf-8", {"LANG": "C.UTF-8"}, True),
        ("utf-8", {}, False),
        ("utf-8", {"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, False),
        ("ascii", {"LANG": "en_US.UTF-8"}, False),
        ("iso-8859-1", {"LANG": "en_US"}, False),
        ("nonsense", {"LANG": "en_US.UTF-8"}, False),
    ],
)
def test_what_understands_more_than_ascii(encoding, environ, answer):
    assert has_utf8(encoding, environ) is answer
