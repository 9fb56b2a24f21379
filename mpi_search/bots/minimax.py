"""Alpha-beta to a fixed depth with an evaluation of one's choice.

`minimax:depth=4,evaluation=discs` is the published player of Othello: four plies, discs counted.
"""

from __future__ import annotations

from mpi_search.bots.bot import Setup
from mpi_search.bots.kernel import KernelBot

DEPTH = 4


class Minimax(KernelBot):
    name = "minimax"

    def __init__(self, setup: Setup, *, depth: int = DEPTH, evaluation: str = "") -> None:
        """`evaluation`: a file, or the name of one that comes with the game; "" for the game's own."""
        super().__init__(setup, depth=depth, evaluation=evaluation)
