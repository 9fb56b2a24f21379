"""`mpi-search solve`: the value of a position, a best move, best play from there."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from mpi_search.cli.common import (
    BoardCommand,
    evaluation_option,
    game_argument,
    json_option,
    ordering_option,
    position_argument,
)
from mpi_search.front.ask import ask
from mpi_search.front.launch import launch_of
from mpi_search.front.request import ALGORITHMS, Request, at_least
from mpi_search.search.limits import Limits


class NumberOrAll(click.ParamType):  # type: ignore[type-arg]
    """A number of such things, or "all": 0."""

    name = "N|all"

    def __init__(self, things: str) -> None:
        self._things = things

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if value == "all":
            return 0
        if not str(value).isdecimal() or int(value) < 1:
            self.fail(f"expected a number of {self._things} or all, not {value!r}")
        return int(value)


MOVES, RANKS = NumberOrAll("moves"), NumberOrAll("ranks")


@click.command(cls=BoardCommand)
@game_argument
@position_argument
@click.option("--depth", type=int, help="Search so many plies deep.  [default: to the end of the game]")
@click.option("--time", "max_seconds", type=float, help="Stop after so many seconds with the best so far.")
@click.option("--nodes", "max_nodes", type=int, help="Stop after so many nodes with the best so far.")
@click.option("--table-mb", default=64.0, show_default=True, help="Size of the hash table of every host.")
@click.option(
    "--policy",
    metavar="NAME",
    help="How ranks share the work: serial, root, pvsplit, ybwc, jamboree, dts, abdada, or ./mine.py:Mine for a class "
    "of your own.  [default: serial on one rank, ybwc on more]",
)
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="mtdf",
    show_default=True,
    help="Null-window tests, one search with an open window, or proof-number search (on one rank).",
)
@click.option("--multi-pv", type=MOVES, default=1, help="The values of so many moves, or of all.  [default: 1]")
@evaluation_option
@ordering_option
@click.option("--ranks", type=RANKS, help="Start so many ranks, or all that there is room for.  [default: 1]")
@click.option("--hostfile", type=click.Path(exists=True, dir_okay=False), help="Start them on the hosts of this file.")
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
    multi_pv: int,
    evaluation: str | None,
    ordering: str | None,
    ranks: int | None,
    hostfile: str | None,
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
    mpi-search solve othello f5d6 --time 2 --multi-pv all
    mpi-search solve connect4:5x4 --algorithm dfpn
    mpi-search solve othello ffo-42 --ranks 4 --policy dts
    mpiexec -n 4 mpi-search solve othello ffo-42 --policy dts
    """
    limits = Limits(max_seconds, max_nodes, depth)
    request = Request(game, position, (), limits, table_mb, algorithm, policy, evaluation, ordering, multi_pv)
    request.check("--")
    at_least(1, "--pretend-hosts", pretend_hosts)
    from mpi_search.cli.answer import Display, show

    display = Display(quiet)
    found = ask(
        request,
        launch_of(os.environ),
        display,
        start=ranks is not None or hostfile is not None,
        ranks=ranks or None,
        hostfile=hostfile,
        pretend_hosts=pretend_hosts,
    )
    if found is None:
        return
    if as_json:
        print(json.dumps(found.to_dict()))
    else:
        show(found, quiet)
    if display.was_interrupted:
        raise SystemExit(130)
