"""What stands beside the board, and what a terminal can show."""

from __future__ import annotations

import pytest
from rich.text import Text

from mpi_search.cli.terminal.ability import has_utf8
from mpi_search.cli.terminal.screen import Screen, move_lines, next_to
from mpi_search.rules.load import load_game


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


@pytest.fixture
def screen(monkeypatch):
    """A terminal that is cleared, of 80 x 24."""
    for name, value in {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    return Screen(load_game("tictactoe"))


def test_a_screen_is_written_over_the_last_one_in_one_piece(screen, capsys):
    screen.show([Text("board")], [Text("beside")], ["x" * 80, "note"])
    shown = capsys.readouterr().out
    assert "\x1b[2J" not in shown
    assert shown.startswith("\x1b[H\x1b[K")
    assert shown.endswith("note\n\x1b[K\x1b[J")
    assert "\n\x1b[K" + "x" * 80 + "\n\x1b[K" in shown  # erased before: a full line has no place behind it


def test_what_stands_beside_a_board_stays_where_it_is(screen, capsys):
    for line in ("10 left", "9 left"):
        screen.show([Text(line)], [Text("beside")], [])
        assert capsys.readouterr().out.index("beside") == len("\x1b[H\x1b[K10 left   ")
        assert screen.beside([Text(line)]) == 80 - 7 - 3
