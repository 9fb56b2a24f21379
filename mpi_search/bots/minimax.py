"""Alpha-beta to a fixed depth with an evaluation of one's choice.

`minimax:depth=4,evaluation=discs` is the published player of Othello: four plies, discs counted.
"""

from __future__ import annotations

from dataclasses import replace

from mpi_search.bots.bot import Setup
from mpi_search.bots.kernel import KernelBot
from mpi_search.rules.load import load_game

DEPTH = 4


class Minimax(KernelBot):
    name = "minimax"

    def __init__(self, setup: Setup, *, depth: int = DEPTH, evaluation: str = "") -> None:
        """`evaluation`: a file, or the name of one that comes with the game; "" for the game's own."""
        rules = load_game(setup.game.spec, evaluation) if evaluation else setup.game
        super().__init__(replace(setup, game=rules), depth=depth)
