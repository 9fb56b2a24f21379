"""`mpi-search solve`: the value of a position, a best move, best play from there."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import click

from mpi_search.cli.common import (
    BoardCommand,
    count,
    game_argument,
    json_option,
    position_argument,
    prepare,
    stderr,
    stdout,
    unfinished,
)
from mpi_search.cli.live import LiveLine
from mpi_search.errors import InputError
from mpi_search.transport.mpi.launcher import launch_of

if TYPE_CHECKING:
    from mpi_search.kernel.bind import Kernel
    from mpi_search.kernel.game import Game, State
    from mpi_search.kernel.solve import Progress, Result
    from mpi_search.transport.mpi.job import Share
    from mpi_search.transport.mpi.world import World

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
    check_options(depth, max_seconds, max_nodes, table_mb, pretend_hosts)
    from mpi_search.kernel.load import load_game

    rules = load_game(game)
    state = unfinished(rules, position)
    world = join_if_launched(policy, pretend_hosts, quiet)
    if algorithm == "dfpn" and depth is not None:
        raise InputError("--algorithm dfpn proves the value at the end of the game; it knows no --depth")
    asked = Asked(rules, state, position, depth, max_seconds, max_nodes, table_mb, algorithm, quiet, as_json)
    if world is None or (world.size == 1 and policy is None):
        solve_alone(asked)
    else:
        if algorithm == "dfpn":
            raise InputError("--algorithm dfpn runs on one rank: start it without mpiexec, or with --policy serial")
        solve_together(world, asked, policy or "ybwc")


@dataclass(frozen=True)
class Asked:
    """What the user wants to know, and how."""

    game: Game
    state: State
    position: str
    depth: int | None
    max_seconds: float | None
    max_nodes: int | None
    table_mb: float
    algorithm: str
    quiet: bool
    as_json: bool


def join_if_launched(policy: str | None, pretend_hosts: int, quiet: bool) -> World | None:
    """The other ranks, if a launcher has started some and they are to help. Ranks that are not needed end here."""
    launch = launch_of(os.environ)
    if launch is None or launch.size == 1 or policy == "serial":
        if launch is not None and launch.rank > 0:
            raise SystemExit(0)
        if pretend_hosts > 1:
            raise InputError(f"--pretend-hosts {pretend_hosts} is more than the one rank there is")
        if not (policy in (None, "serial") or quiet):
            stderr.print(f"one rank: nothing to share, so the search is serial rather than {policy}", style="dim")
        return None
    from mpi_search.cli.cluster import join

    return join(launch, pretend_hosts)


def solve_alone(asked: Asked) -> None:
    """The search on one rank."""
    from mpi_search.kernel.bind import bind

    kernel = bind(asked.game)
    compile_seconds = prepare(kernel, asked.quiet)
    result, interrupted = search(kernel, asked)
    if asked.as_json:
        print(json.dumps(as_object(asked, result, compile_seconds)))
    else:
        show(asked.game, asked.state, asked.position, result)
    if interrupted:
        raise SystemExit(130)


def solve_together(world: World, asked: Asked, policy: str) -> None:
    """The search on all ranks; rank 0 alone speaks."""
    from mpi_search.cli.cluster import search_together, show_shares
    from mpi_search.kernel.bind import bind
    from mpi_search.policies import POLICIES
    from mpi_search.transport.mpi.job import Order

    order = Order(
        asked.state,
        POLICIES[policy],
        asked.depth,
        asked.max_seconds,
        asked.max_nodes,
        open_window=asked.algorithm == "pvs",
    )
    found = search_together(world, bind(asked.game), order, asked.table_mb, asked.quiet)
    if found is None:
        return
    outcome, compile_seconds, interrupted = found
    if asked.as_json:
        print(json.dumps(as_object(asked, outcome.result, compile_seconds, policy, outcome.shares)))
    else:
        show(asked.game, asked.state, asked.position, outcome.result)
        if not asked.quiet:
            show_shares(outcome)
    if interrupted:
        raise SystemExit(130)


def check_options(
    depth: int | None, max_seconds: float | None, max_nodes: int | None, table_mb: float, pretend_hosts: int
) -> None:
    """Refuse numbers that make no sense, before anything takes time."""
    if depth is not None and depth < 1:
        raise InputError(f"--depth must be at least 1, not {depth}")
    if max_seconds is not None and not max_seconds > 0:
        raise InputError(f"--time must be more than 0 seconds, not {max_seconds:g}")
    if max_nodes is not None and max_nodes < 1:
        raise InputError(f"--nodes must be at least 1, not {max_nodes}")
    if pretend_hosts < 1:
        raise InputError(f"--pretend-hosts must be at least 1, not {pretend_hosts}")
    memory_mb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 20)
    if not 0 < table_mb < memory_mb:
        raise InputError(f"--table-mb {table_mb:g} does not fit: this machine has {memory_mb:.0f} MB of memory")


# --- searching ---------------------------------------------------------------------------------------------------


def search(kernel: Kernel, asked: Asked) -> tuple[Result, bool]:
    """The result, and whether the user interrupted the search."""
    from mpi_search.kernel.dfpn import ProofSolver
    from mpi_search.kernel.solve import Budget, Solver
    from mpi_search.kernel.table import Table

    with interrupts() as interrupted, LiveLine(asked.quiet) as line:
        budget = Budget(
            clock=time.perf_counter,
            max_seconds=asked.max_seconds,
            max_nodes=asked.max_nodes,
            should_stop=lambda: bool(interrupted),
        )

        def tell(progress: Progress) -> None:
            line.show(progress_line(kernel.game, asked.state, progress))

        try:
            table = Table(asked.table_mb)
        except MemoryError as error:
            raise InputError(f"--table-mb {asked.table_mb:g} does not fit: {error}") from error
        if asked.algorithm == "dfpn":
            return ProofSolver(kernel, table).solve(asked.state, budget=budget, on_progress=tell), bool(interrupted)
        result = Solver(kernel, table).solve(
            asked.state, depth=asked.depth, budget=budget, on_progress=tell, open_window=asked.algorithm == "pvs"
        )
    return result, bool(interrupted)


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """While this is open, Ctrl-C only fills the list, so that the search can end with its best so far. Twice is out."""
    seen: list[int] = []

    def remember(number: int, frame: Any) -> None:
        if seen:
            raise KeyboardInterrupt
        seen.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)


def progress_line(game: Game, state: State, progress: Progress) -> str:
    """How far a search is, in one line."""
    depth = "to the end" if progress.depth is None else f"depth {progress.depth}"
    best = f"best {game.move_name(state, progress.best_move)}" if progress.best_move is not None else ""
    speed = count(progress.nodes / max(progress.seconds, 1e-9))
    value = f"value {progress.lower} .. {progress.upper}"
    parts = [depth, value, best, f"{count(progress.nodes)} nodes", f"{speed} nodes/s", f"{progress.seconds:.1f} s"]
    return "  ".join(part for part in parts if part)


# --- telling -----------------------------------------------------------------------------------------------------


def names_of(game: Game, state: State, moves: list[int]) -> list[str]:
    """The moves of a line as people write them."""
    names = []
    for move in moves:
        names.append(game.move_name(state, move))
        state = game.play(state, move)
    return names


def as_object(
    asked: Asked,
    result: Result,
    compile_seconds: float,
    policy: str = "serial",
    shares: list[Share] | None = None,
) -> dict[str, Any]:
    """What `--json` prints."""
    alone = {
        "rank": 0,
        "host": socket.gethostname(),
        "nodes": result.nodes,
        "jobs": 1,
        "busy_seconds": result.seconds,
        "messages_sent": 0,
        "messages_received": 0,
        "bytes_sent": 0,
    }
    per_rank = [alone] if shares is None else [asdict(share) for share in shares]
    return {
        "game": asked.game.name,
        "position": asked.position,
        "value": result.value,
        "exact": result.exact,
        "best_move": asked.game.move_name(asked.state, result.best_move),
        "pv": names_of(asked.game, asked.state, result.pv),
        "depth": result.depth,
        "lower": result.lower,
        "upper": result.upper,
        "nodes": result.nodes,
        "seconds": result.seconds,
        "compile_seconds": compile_seconds,
        "ranks": len(per_rank),
        "hosts": len({row["host"] for row in per_rank}),
        "policy": policy,
        "algorithm": asked.algorithm,
        "lost_ranks": [],
        "per_rank": per_rank,
    }


def show(game: Game, state: State, position: str, result: Result) -> None:
    """The result for people."""
    stdout.print(f"{game.name}  {position}\n", markup=False)
    stdout.print(game.draw(state), markup=False)
    rate = count(result.nodes / max(result.seconds, 1e-9))
    rows = [
        ("value", in_words(game, state, result)),
        ("best move", game.move_name(state, result.best_move)),
        ("variation", " ".join(names_of(game, state, result.pv))),
        ("nodes", f"{result.nodes:,} in {result.seconds:.3f} s ({rate} nodes/s)"),
    ]
    stdout.print("\n" + "\n".join(f"{label:<10} {text}" for label, text in rows), markup=False)


def in_words(game: Game, state: State, result: Result) -> str:
    """The value as a sentence."""
    if result.exact:
        return f"{result.value:+d}: {game.describe(state, result.value)}"
    guess = f"{result.value:+d} at depth {result.depth}, not proved"
    if (result.lower, result.upper) == (-game.max_value, game.max_value):
        return guess
    return f"{guess}; the exact value lies from {result.lower} to {result.upper}"
