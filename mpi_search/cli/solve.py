"""`mpi-search solve`: the value of a position, a best move, best play from there."""

from __future__ import annotations

import json
import os

import click

from mpi_search.cli.common import BoardCommand, at_least, game_argument, json_option, memory_mb, position_argument
from mpi_search.errors import InputError
from mpi_search.front.launch import launch_of

ALGORITHMS = ("mtdf", "pvs", "dfpn")
POLICIES = ("serial", "root", "pvsplit", "ybwc", "jamboree", "dts", "abdada")


@click.command(cls=BoardCommand)
@game_argument
@position_argument
@click.option("--depth", type=int, help="Search so many plies deep.  [default: to the end of the game]")
@click.option("--time", "max_seconds", type=float, help="Stop after so many seconds with the best so far.")
@click.option("--nodes", "max_nodes", type=int, help="Stop after so many nodes with the best so far.")
@click.option("--table-mb", default=64.0, show_default=True, help="Size of the hash table of every host.")
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    help="How ranks share the work.  [default: serial on one rank, ybwc on more]",
)
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="mtdf",
    show_default=True,
    help="Null-window tests, one search with an open window, or proof-number search (on one rank).",
)
@click.option("--pretend-hosts", default=1, help="Divide the ranks as if they were on so many hosts.")
@click.option("--quiet", is_flag=True, help="No live line, no messages; only the result.")
@json_option
def solve(
    game: str,
    position: str,
    depth: int | None,
    max_seconds: float | None,
    max_nodes: int | None,
    table_mb: float,
    policy: str | None,
    algorithm: str,
    pretend_hosts: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Find the value of POSITION, a best move and best play. Under mpiexec, all ranks search together.

    \b
    mpi-search solve connect4 4453
    mpi-search solve othello ffo-40 --json
    mpi-search solve tictactoe "OXOXX..O. O"
    mpi-search solve ./mygame.py --depth 8
    mpi-search solve connect4:5x4 --algorithm dfpn
    mpiexec -n 4 mpi-search solve othello ffo-42 --policy dts
    """
    at_least(1, "--depth", depth)
    if max_seconds is not None and not max_seconds > 0:
        raise InputError(f"--time must be more than 0 seconds, not {max_seconds:g}")
    at_least(1, "--nodes", max_nodes)
    at_least(1, "--pretend-hosts", pretend_hosts)
    if not 0 < table_mb < memory_mb():
        raise InputError(f"--table-mb {table_mb:g} does not fit: this machine has {memory_mb():.0f} MB of memory")
    from mpi_search.cli.answer import Display, show
    from mpi_search.front.solve import Request
    from mpi_search.front.solve import solve as find
    from mpi_search.search.limits import Limits

    request = Request(game, position, depth, Limits(max_seconds, max_nodes), table_mb, algorithm, policy, pretend_hosts)
    display = Display(quiet)
    answer = find(request, launch_of(os.environ), display)
    if answer is None:
        return
    if as_json:
        print(json.dumps(answer.to_dict()))
    else:
        show(answer, quiet)
    if display.was_interrupted:
        raise SystemExit(130)
