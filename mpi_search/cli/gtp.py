"""`mpi-search gtp`: play by GTP, for graphical clients and other programs."""

from __future__ import annotations

import click

from mpi_search.bots.clock import Control, parse_control
from mpi_search.cli.common import game_argument
from mpi_search.cli.engine import at_most, engine_options, serve, words_of_bot
from mpi_search.errors import InputError
from mpi_search.protocols.gtp import GtpEngine, is_interrupt
from mpi_search.protocols.gtp_time import Timing
from mpi_search.protocols.stdout import take_stdout
from mpi_search.rules.load import load_game


@click.command()
@game_argument
@engine_options
@click.option("--clock", metavar="CLOCK", help="Time for the whole game instead: 5m+2s, 90s.")
@click.option("--resign", is_flag=True, help="Resign when the bot knows that it has lost.")
def gtp(
    game: str,
    bot: str,
    seconds: float | None,
    ranks: int | None,
    policy: str | None,
    hostfile: str | None,
    seed: int,
    clock: str | None,
    resign: bool,
) -> None:
    """Speak GTP 2 on stdin and stdout: GoGui, Quarry and other programs play against a bot.

    \b
    mpi-search gtp othello --time 1
    mpi-search gtp othello --ranks 4 --policy dts
    mpi-search gtp connect4 --bot mcts --clock 5m+2s
    """
    out = take_stdout()  # before anything of the user's is run
    if seconds is not None and clock is not None:
        raise InputError("--time and --clock exclude each other")
    control = Control(move_s=at_most(seconds)) if clock is None else parse_control(clock)
    words = words_of_bot(bot, ranks, policy, hostfile)
    rules = load_game(game)
    timing = Timing(control)
    serve(out, rules, words, seed, lambda player: GtpEngine(rules, player, timing, resigns=resign), is_interrupt)
