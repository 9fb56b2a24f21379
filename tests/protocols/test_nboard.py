"""Dialogues with the NBoard engine."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.bots.bot import Choice, Setup
from mpi_search.protocols.nboard import NBoard, is_interrupt
from mpi_search.rules.load import load_game
from tests.protocols.engines import First, say

START = "---------------------------O*------*O--------------------------- *"
OTHELLO = load_game("othello")


def nboard() -> NBoard:
    return NBoard(OTHELLO, First(Setup(OTHELLO)), 1.0, clock=lambda: 0.0)


def test_a_session():
    engine = nboard()
    assert say(engine, "nboard 2", "set depth 12", "set contempt 0", "ping 1") == [
        "set myname mpi-search", "set myname mpi-search-12", "", "pong 1"
    ]  # fmt: skip
    assert say(engine, f"set game (;GM[Othello]BO[8 {START}]B[F5];)", "ping 2") == ["", "pong 2"]
    assert say(engine, "go") == [
        "status mpi-search is thinking\nnodestats 1 0.00\n=== F4/0.00/0.00\nstatus mpi-search is waiting"
    ]
    assert say(engine, "go")[0].splitlines()[2] == "=== F4/0.00/0.00", "it has not moved the board"
    assert say(engine, "move F4/1.50/0.2", "C3", "learn", "quit") == ["", "", "learned", ""]
    assert engine._record.names == ["f5", "f4", "c3"]
    assert engine.is_over


@pytest.mark.parametrize("line", ["", "fly", "set", "set depth", "set depth x", "set colour red", "move", "   "])
def test_what_means_nothing_is_ignored(line):
    assert say(nboard(), line) == [""]


@pytest.mark.parametrize("line", ["move a1", "move PA", "A1", "set game nothing", "set game (;GM[Go];)"])
def test_what_is_wrong_is_told_and_changes_nothing(line):
    engine = nboard()
    (told,) = say(engine, line)
    assert told.startswith("status ")
    assert len(told.splitlines()) == 1
    assert engine._record.names == []


def test_hints_for_the_best_moves():
    (told,) = say(nboard(), "hint 2")
    shown = [line for line in told.splitlines() if line.startswith("search ")]
    assert shown == ["search D3C3 0.00 0 100%", "search C4C3 0.00 0 100%"]
    assert told.splitlines()[0] == "status mpi-search is analysing"
    assert told.splitlines()[-1] == "status mpi-search is waiting"


def test_a_pass_has_its_own_name_in_and_out():
    position = f"-*OOOOOO{56 * '-'} O"
    engine = nboard()
    assert say(engine, f"set game (;GM[Othello]BO[8 {position}];)") == [""]
    assert engine._record.names == []
    assert "=== A1/" in say(engine, "go")[0]
    engine = nboard()
    say(engine, f"set game (;GM[Othello]BO[8 {position[:-1]}*];)")
    assert "=== PA/" in say(engine, "go")[0]
    assert say(engine, "hint 1")[0].splitlines()[1] == "search PAA1 -64.00 0 100%"
    assert say(engine, "move PA", "move A1") == ["", ""]
    assert say(engine, "go", "hint 3") == ["status The game is over"] * 2


def test_the_depth_is_for_the_middle_of_the_game():
    engine = nboard()
    say(engine, "set depth 20", "go")
    assert engine._bot.depth == 20
    near = OTHELLO.format(OTHELLO.parse("ffo-40")).replace("X", "*")
    say(engine, f"set game (;GM[Othello]BO[8 {near}];)", "go")
    assert engine._bot.depth is None, "twenty squares are empty"


def test_a_bot_that_fails_is_told_of(monkeypatch):
    engine = nboard()
    monkeypatch.setattr(engine._bot, "choose", lambda record, seconds: 1 / 0)
    assert say(engine, "go", "ping 1")[0].splitlines()[-1] == "status ZeroDivisionError: division by zero"
    monkeypatch.setattr(engine._bot, "choose", lambda record, seconds: Choice(0))
    assert "no legal move" in say(engine, "go")[0].splitlines()[-1]
    assert say(engine, f"hint {'9' * 5000}", "ping 1")[1] == "pong 1"


@pytest.mark.parametrize(
    ("line", "expected"), [("ping 3", True), ("quit", True), ("pingpong", False), ("go", False), ("", False)]
)
def test_what_interrupts(line, expected):
    assert is_interrupt(line) is expected


WORDS = [
    "nboard",
    "set",
    "game",
    "depth",
    "move",
    "hint",
    "go",
    "ping",
    "PA",
    "F5",
    "d3/1/2",
    "(;",
    ";)",
    "8",
    "-1",
    "\x00",
]
SAID = re.compile(
    r"set myname [\w-]+|pong.*|status .+|nodestats \d+ \d+\.\d\d|learned"
    r"|=== ([A-H][1-8]|PA)/-?\d+\.\d\d/\d+\.\d\d|search ([A-H][1-8]|PA)+ -?\d+\.\d\d 0 \d+%?"
)


@given(st.lists(st.one_of(st.text(max_size=20), st.lists(st.sampled_from(WORDS)).map(" ".join)), max_size=8))
def test_whatever_is_said_only_the_protocol_comes_back(lines):
    engine = nboard()
    for text in say(engine, *lines):
        assert all(SAID.fullmatch(line) for line in text.split("\n") if text), text
