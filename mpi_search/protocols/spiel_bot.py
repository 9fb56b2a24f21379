"""Our bots as bots of OpenSpiel: `SpielBot("othello", "kernel", seconds=1.0)` plays wherever a pyspiel.Bot may.

For the games that both know. OpenSpiel is an extra: pip install mpi-search[openspiel].
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from mpi_search.bots.load import DEFAULT, load_bot
from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game

#: By OpenSpiel's name of a game: ours, and what we call each of its actions.
KNOWN: dict[str, tuple[str, Callable[[int], str]]] = {
    "tic_tac_toe": ("tictactoe", lambda action: f"{'abc'[action % 3]}{3 - action // 3}"),
    "connect_four": ("connect4", lambda action: str(action + 1)),
    "othello": ("othello", lambda action: "pass" if action == 64 else f"{'abcdefgh'[action % 8]}{action // 8 + 1}"),
}


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """Plays either side of a game."""

    def __init__(self, game: str, bot: str = DEFAULT, *, seconds: float = 1.0, seed: int = 1) -> None:
        """`game`: one of KNOWN; `bot`: as on a command line. Raises InputError."""
        super().__init__()
        if game not in KNOWN:
            raise InputError(f"{game!r} is no game that both know; these are {', '.join(KNOWN)}")
        name, self._name_of = KNOWN[game]
        self._bot, self._seconds = load_bot(bot, load_game(name), seed=seed), seconds

    def restart(self) -> None:
        self._bot.forget()

    def restart_at(self, state: Any) -> None:
        self._bot.forget()

    def step(self, state: Any) -> int:
        """The action for the side to move."""
        record = Record(self._bot.game, moves=[self._name_of(action) for action in state.history()])
        choice = self._bot.choose(record, self._bot.seconds or self._seconds)
        chosen = self._bot.game.move_name(record.state, choice.move)
        return next(int(action) for action in state.legal_actions() if self._name_of(action) == chosen)
