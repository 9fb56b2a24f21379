"""Exact values of every legal move, held against sets in which they were worked out by other programs."""

from __future__ import annotations

import json

import pytest

from mpi_search.compile.kernel import bind
from mpi_search.rules.load import load_game
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table


def values_of(solver, position, multi_pv=0):
    """What is found of the moves of a position: by name."""
    game = solver.kernel.game
    state = game.parse(position)
    result = solver.solve(state, multi_pv=multi_pv, want_pv=False)
    assert all(each.exact for each in result.moves)
    return {game.move_name(state, each.move).upper(): each.value for each in result.moves}


@pytest.mark.slow
def test_othello(data):
    solver = Solver(bind(load_game("othello")), Table(32))
    entries = json.loads((data / "othello" / "ffo_1_79.json").read_text())
    for entry in [entry for entry in entries if entry["empties"] <= 16]:
        position = f"{entry['board']} {entry['side']}"
        assert values_of(solver, position) == entry["moves"], position
        best = sorted(entry["moves"].values(), reverse=True)[:2]
        assert list(values_of(solver, position, multi_pv=2).values()) == best


@pytest.mark.slow
def test_simplexity(data):
    solver = Solver(bind(load_game("simplexity")), Table(32))
    for line in (data / "simplexity" / "late.txt").read_text().splitlines()[:60]:
        position, value, *rest = line.split()
        known = dict(word.split(":") for word in rest)
        found = values_of(solver, position)
        assert found == {move: int(number) for move, number in known.items()}, position
        assert max(found.values()) == int(value)
