"""What the commands that speak a protocol have in common: their bot, its time, its ranks, and the conversation."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

import click

from mpi_search.bots.bot import MOVE_S, Bot
from mpi_search.bots.load import DEFAULT, check_bot, load_bot
from mpi_search.cli.common import compile_now
from mpi_search.cli.solve import RANKS
from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.front.launch import launch_of
from mpi_search.protocols.lines import Lines
from mpi_search.protocols.session import Engine, converse
from mpi_search.protocols.stdout import leave_when_unheard
from mpi_search.rules.game import Game

#: Bots that compile nothing.
PLAIN = ("random", "greedy", "hill-climbing", "annealing", "minimax-random", "minimax-heuristic", "cluster")

_OPTIONS = (
    click.option("--bot", default=DEFAULT, show_default=True, help="Who chooses the moves, as for `play`."),
    click.option("--time", "seconds", type=float, help=f"Seconds for every move.  [default: {MOVE_S:g}]"),
    click.option("--ranks", type=RANKS, help="Search on so many ranks, or on all that there is room for."),
    click.option("--policy", metavar="NAME", help="How these share the work.  [default: ybwc]"),
    click.option("--hostfile", type=click.Path(exists=True, dir_okay=False), help="Start them on these hosts."),
    click.option("--seed", default=1, show_default=True, help="Of the bot's random choices."),
)


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options."""
    return functools.reduce(lambda command, option: option(command), reversed(_OPTIONS), command)


def words_of_bot(bot: str, ranks: int | None, policy: str | None, hostfile: str | None) -> str:
    """The bot, on several ranks if they are asked for. Raises InputError."""
    given = {"ranks": ranks, "policy": policy, "hostfile": hostfile}
    more = ",".join(f"{name}={value}" for name, value in given.items() if value is not None)
    if more:
        name, _, options = bot.partition(":")
        if name not in ("kernel", "cluster"):
            raise InputError(f"--bot {bot} searches in one process: --ranks, --policy and --hostfile are for kernel")
        bot = f"cluster:{','.join(filter(None, (options, more)))}"
        launch = launch_of(os.environ)
        if launch is not None and launch.has_started:
            raise InputError("it starts its ranks itself: use --ranks without mpiexec")
    check_bot(bot)
    return bot


def at_most(seconds: float | None) -> float:
    """The time of a move. Raises InputError."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise InputError(f"--time must be more than 0 seconds, not {seconds:g}")
    return seconds or MOVE_S


def serve(
    out: TextIO,
    game: Game,
    words: str,
    seed: int,
    make: Callable[[Bot], Engine],
    is_interrupt: Callable[[str], bool],
) -> None:
    """Load the bot, and answer what comes on stdin until that ends. `out` is for replies alone."""
    stdin = open(os.dup(0), "rb", buffering=0)  # noqa: SIM115 - its thread reads it to the end of the process
    lines = Lines(stdin, is_interrupt, lambda: leave_when_unheard(out))
    if Path(words.partition(":")[0]).suffix != ".py" and words.partition(":")[0] not in PLAIN:
        compile_now(bind(game))
    bot = load_bot(words, game, seed=seed)
    try:
        converse(make(bot), lines, out)
    finally:
        bot.close()
        sys.stderr.flush()
