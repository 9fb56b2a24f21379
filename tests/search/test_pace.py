"""What a node costs: declared, or measured once."""

from __future__ import annotations

import dataclasses

import pytest

from mpi_search.compile.kernel import bind
from mpi_search.rules.load import load_game
from mpi_search.search.pace import EACH_S, measure, serial_node_ns
from mpi_search.search.search import Search
from mpi_search.search.table import Table


class Clock:
    """Every look takes as long."""

    def __init__(self, step_s: float) -> None:
        self.now, self.step_s = 0.0, step_s

    def __call__(self) -> float:
        self.now += self.step_s
        return self.now


@pytest.fixture
def silent(tmp_path):
    """A kernel of a game that does not say what its nodes cost; its notes are kept in a folder of the test's."""
    rules = load_game("connect4").path.parent
    for name in ("connect4.py", *(path.name for path in rules.glob("_connect4*"))):
        text = (rules / name).read_text()
        (tmp_path / name).write_text("".join(line for line in text.splitlines(True) if not line.startswith("NODE_NS")))
    kernel = bind(load_game(str(tmp_path / "connect4.py")))
    return dataclasses.replace(kernel, folder=tmp_path)


def test_what_a_game_says_counts():
    kernel = bind(load_game("othello"))
    assert serial_node_ns(kernel) == 43


@pytest.mark.slow
def test_what_it_does_not_say_is_measured_once(silent):
    assert silent.game.node_ns is None
    found = serial_node_ns(silent)
    assert 10 < found < 100_000, "far from any machine"
    (note,) = silent.folder.glob("pace-*")
    note.write_text("1234")
    assert serial_node_ns(silent) == 1234
    note.write_text("torn")
    assert serial_node_ns(silent) != 1234, "measured again"


@pytest.mark.parametrize("game", ["tictactoe", "connect4"])
def test_nodes_are_counted_and_time_is_taken(game):
    """With a clock by which a slice of 500 nodes takes a hundredth of what is measured: 200 ns a node, where a search
    is longer than that; a small one ends within a slice."""
    kernel = bind(load_game(game))
    found = measure(Search(kernel, Table(1)), Clock(EACH_S / 100))
    assert found == pytest.approx(200, rel=0.05) if game == "connect4" else found >= 200
