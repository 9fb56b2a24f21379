"""One battery for every game: the contract, and the kernel against plain alpha-beta."""

from __future__ import annotations

import pytest

from mpi_search.rules.load import game_names
from mpi_search.study.check import check_game

VARIANTS = ["connect4:4x4", "connect4:5x5", "simplexity:4x4", "synthetic:branching=3,depth=5,order=0.5,values=9"]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*game_names(), *VARIANTS])
def test_game(name):
    report = check_game(name, playouts=20, searches=30, seed=11)
    assert report.checked["searches to a depth"] > 0
    assert report.checked["searches to the end"] > 0
