"""`mpi-search nboard`: play Othello and give hints in NBoard."""

from __future__ import annotations

import click

from mpi_search.cli.engine import at_most, engine_options, serve, words_of_bot
from mpi_search.protocols.nboard import NBoard, is_interrupt
from mpi_search.protocols.stdout import take_stdout
from mpi_search.rules.load import load_game


@click.command()
@engine_options
def nboard(
    bot: str,
    seconds: float | None,
    ranks: int | None,
    policy: str | None,
    hostfile: str | None,
    seed: int,
) -> None:
    """Speak the NBoard protocol on stdin and stdout, for Othello.

    \b
    mpi-search nboard --time 1
    mpi-search nboard --ranks 4
    """
    out = take_stdout()  # before anything of the user's is run
    words, rules, time = words_of_bot(bot, ranks, policy, hostfile), load_game("othello"), at_most(seconds)
    serve(out, rules, words, seed, lambda player: NBoard(rules, player, time), is_interrupt)
