"""Our bots among those of OpenSpiel."""

from __future__ import annotations

import random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install mpi-search[openspiel])")

from mpi_search.errors import InputError  # noqa: E402
from mpi_search.protocols.spiel_bot import SpielBot  # noqa: E402


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "othello"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_whole_game_against_its_random_bot(name, side):
    game = pyspiel.load_game(name)
    other = pyspiel.make_uniform_random_bot(1 - side, random.Random(5).randrange(1000))
    bot = SpielBot(name, "kernel:nodes=2000", seconds=5.0)
    bots = [bot, other] if side == 0 else [other, bot]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)
    assert returns[side] >= 0, "it does not lose against random play"


def test_a_game_that_only_one_knows_is_refused():
    with pytest.raises(InputError, match="tic_tac_toe, connect_four, othello"):
        SpielBot("chess")
