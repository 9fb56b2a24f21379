"""`mpi-search perft`: count the leaves of a game tree."""

from __future__ import annotations

import json
import time

import click

from mpi_search.cli.common import BoardCommand, count, game_argument, json_option, position_argument, stderr, stdout


@click.command(cls=BoardCommand)
@game_argument
@position_argument
@click.option("--depth", default=6, show_default=True, type=click.IntRange(1), help="Count down to this many plies.")
@click.option("--finished", is_flag=True, help="Also count games that are over before that, as one leaf each.")
@json_option
def perft(game: str, position: str, depth: int, finished: bool, as_json: bool) -> None:
    """Count the positions 1 to DEPTH plies below POSITION.

    \b
    mpi-search perft othello --depth 9
    mpi-search perft ./mygame.py --depth 5 --json
    """
    from mpi_search.compile.kernel import bind
    from mpi_search.rules.load import load_game
    from mpi_search.search.perft import perft as count_leaves

    rules = load_game(game)
    kernel, state = bind(rules), rules.parse(position)
    stderr.print(f"compiling the rules of {game} if they are new ...", style="dim")
    count_leaves(kernel, state, 2)
    rows = []
    for plies in range(1, depth + 1):
        began = time.perf_counter()
        leaves = count_leaves(kernel, state, plies, finished=int(finished))
        seconds = time.perf_counter() - began
        rows.append({"depth": plies, "leaves": leaves, "seconds": seconds})
        if not as_json:
            stdout.print(f"{plies:3}  {leaves:>16,}  {seconds:8.3f} s  {count(leaves / max(seconds, 1e-9))} leaves/s")
    if as_json:
        print(json.dumps({"game": game, "position": position, "rows": rows}))
