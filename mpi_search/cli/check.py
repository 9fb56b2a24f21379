"""`mpi-search check`: is a game file right?"""

from __future__ import annotations

import click

from mpi_search.cli.common import game_argument, stderr, stdout


@click.command()
@game_argument
@click.option("--playouts", default=20, show_default=True, type=click.IntRange(1), help="Random games to play.")
@click.option("--searches", default=20, show_default=True, type=click.IntRange(0), help="Searches to compare.")
@click.option("--seed", default=1, show_default=True, help="Of the random choices.")
def check(game: str, playouts: int, searches: int, seed: int) -> None:
    """Check the rules of GAME: limits, notation, keys, compiled against plain code, search against an oracle.

    \b
    mpi-search check ./mygame.py
    mpi-search check ./mygame.py:size=4 --playouts 200 --seed 7
    """
    from mpi_search.study.check import check_game

    stderr.print(f"compiling {game} twice, as a whole and function by function ...", style="dim")
    report = check_game(game, playouts=playouts, searches=searches, seed=seed)
    for what, times in report.checked.items():
        stdout.print(f"{times:>8,}  {what}")
    for doubt in report.doubts:
        stdout.print(doubt, markup=False)
    stdout.print(f"{game}: no fault found (seed {seed})")
