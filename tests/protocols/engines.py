"""What the tests of this folder share: dialogues, bots that need no compiler, engines behind pipes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from mpi_search.bots.bot import Bot, Choice, Setup
from mpi_search.bots.clock import Control
from mpi_search.protocols.gtp import GtpEngine
from mpi_search.protocols.gtp_time import Timing
from mpi_search.rules.load import load_game

ROOT = Path(__file__).parents[2]
RHINO = shutil.which("gtp-rhino", path=f"{os.environ.get('PATH', '')}:/usr/games")


class First(Bot):
    """Plays the first of all moves, and remembers what it was given."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.allowed: list[float] = []
        self.value: int | None = 0
        self.games = 0

    def choose(self, record, seconds):
        self.allowed.append(seconds)
        move = record.legal[0]
        return Choice(move, self.value, depth=1, exact=True, line=(move,), nodes=1)

    def forget(self):
        self.games += 1


def engine(name: str = "othello", *, resigns: bool = False) -> GtpEngine:
    game = load_game(name)
    return GtpEngine(game, First(Setup(game)), Timing(Control(move_s=3.0)), resigns=resigns, clock=lambda: 0.0)


def say(speaker, *lines: str) -> list[str]:
    """What is answered to each line, as one text each, without the spaces at its end."""
    return ["".join(speaker.answer(line)).rstrip() for line in lines]


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "mpi_search", *words]


def start(*words: str) -> subprocess.Popen[str]:
    """One of the program's commands, behind pipes."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command(*words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
