"""The standard measurements of one rank.

Each workload searches fixed positions with a fresh table and checks what it finds. It is repeated, and the fastest
run counts: noise only ever slows a run down.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass

from mpi_search.compile.kernel import bind, bind_shared
from mpi_search.policies import POLICIES
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import DONE, TO_END
from mpi_search.search.pace import serial_node_ns
from mpi_search.search.perft import perft
from mpi_search.search.plan import Plan
from mpi_search.search.search import Search, compile_search
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from mpi_search.sharing.ready import compile_shared
from mpi_search.study.data import scored_positions
from mpi_search.transport.virtual.cluster import VirtualCluster
from mpi_search.transport.virtual.shape import Costs, Shape

FFO_SCORES = {"ffo-40": 38, "ffo-41": 0, "ffo-42": 6, "ffo-43": -12, "ffo-44": -14}
OTHELLO_PERFT_11 = 212258800


class NoData(Exception):
    """The positions of a workload are not on this machine."""


@dataclass(frozen=True)
class Sample:
    """One run of a workload."""

    seconds: float
    nodes: int = 0
    positions: int = 1
    note: str = ""


@dataclass(frozen=True)
class Workload:
    """Something to measure."""

    name: str
    what: str
    game: str
    run: Callable[[], Sample]
    is_long: bool = False  #: takes minutes: only when asked for by name or with --long


@dataclass(frozen=True)
class Row:
    """The best of several runs."""

    workload: str
    what: str
    seconds: float
    nodes: int
    nodes_per_second: float
    positions: int
    runs: int
    note: str


def measure(workload: Workload, repeat: int) -> Row:
    """Run a workload `repeat` times, its game compiled before, and keep the fastest. Raises NoData."""
    compile_search(bind(load_game(workload.game)))
    best = min((workload.run() for _ in range(repeat)), key=lambda sample: sample.seconds)
    rate = best.nodes / best.seconds if best.seconds else 0.0
    return Row(workload.name, workload.what, best.seconds, best.nodes, rate, best.positions, repeat, best.note)


def solve_all(name: str, positions: list[tuple[str, int]], table_mb: int = 64) -> Sample:
    """Solve positions one after the other with one table, and check their values."""
    if not positions:
        raise NoData
    game = load_game(name)
    solver = Solver(bind(game), Table(table_mb))
    states = [(game.parse(text), score) for text, score in positions]
    nodes = wrong = 0
    began = time.perf_counter()
    for state, score in states:
        result = solver.solve(state, want_pv=False)
        nodes += result.nodes
        wrong += result.value != score
    seconds = time.perf_counter() - began
    return Sample(seconds, nodes, len(states), f"{wrong} WRONG" if wrong else "")


def general_search() -> Sample:
    """Connect Four to a fixed depth through the general contract: no hook of the game's is used."""
    game = load_game("connect4")
    kernel = bind(game, with_hooks=False)
    compile_search(kernel)
    search = Search(kernel, Table(64))
    search.begin(game.start(), -1, 1, 18)
    began = time.perf_counter()
    search.run(1 << 62)
    return Sample(time.perf_counter() - began, search.nodes)


def othello_perft() -> Sample:
    game = load_game("othello")
    kernel = bind(game)
    perft(kernel, game.start(), 3)
    began = time.perf_counter()
    leaves = perft(kernel, game.start(), 11, finished=1)
    seconds = time.perf_counter() - began
    return Sample(seconds, leaves, 1, "" if leaves == OTHELLO_PERFT_11 else "WRONG")


def slices() -> Sample:
    """What it costs to stop every 4,000 nodes: the same search whole and in slices."""
    game = load_game("othello")
    search = Search(bind(game), Table(64))

    def timed(slice_nodes: int) -> float:
        search.table.clear()
        search.forget_ordering()
        search.begin(game.parse("ffo-42"), 5, 6, TO_END)
        began = time.perf_counter()
        while search.run(slice_nodes) != DONE:
            pass
        return time.perf_counter() - began

    pairs = [(timed(1 << 62), timed(4000)) for _ in range(5)]
    whole, sliced = (min(times) for times in zip(*pairs, strict=True))
    return Sample(sliced, search.nodes // 10, 1, f"{100 * (sliced / whole - 1):+.1f} % over one long run")


def simulator() -> Sample:
    """Nodes a second on the virtual cluster, all ranks on one core, beside the plain search of the same position."""
    game = load_game("othello")
    kernel, state = bind(game), game.parse("ffo-42")
    shared = bind_shared(game)
    compile_shared(shared)
    plain, virtual = [], []
    for _ in range(2):
        result = Solver(kernel, Table(64)).solve(state, want_pv=False)
        plain.append(result.nodes / result.seconds)
        shape = Shape(ranks=16, costs=Costs(node_ns=serial_node_ns(kernel)))
        cluster = VirtualCluster(shared, Plan(game, state), POLICIES["ybwc"], shape)
        began = time.perf_counter()
        cluster.run()
        seconds = time.perf_counter() - began
        nodes = sum(one.nodes for one in cluster.ranks)
        virtual.append(nodes / seconds)
    return Sample(seconds, nodes, 1, f"{100 * max(virtual) / max(plain):.0f} % of the plain speed")


def start_up() -> Sample:
    """A process that solves tic-tac-toe, when nothing was compiled before and when it was."""
    command = [sys.executable, "-m", "mpi_search", "solve", "tictactoe", "--quiet"]
    with tempfile.TemporaryDirectory() as cache:
        times = []
        for _ in range(3):
            began = time.perf_counter()
            environment = {**os.environ, "MPI_SEARCH_CACHE": cache}
            subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL, timeout=300)
            times.append(time.perf_counter() - began)
    return Sample(min(times[1:]), 0, 1, f"compiling the first time: {times[0]:.1f} s")


def empty_board() -> Sample:
    return solve_all("connect4", [("start", 1)], 1024)


def connect4_set(name: str, limit: int | None = None) -> Callable[[], Sample]:
    return lambda: solve_all("connect4", scored_positions(f"connect4/Test_{name}", limit))


WORKLOADS = (
    Workload("othello-ffo", "FFO 40 to 44, exact", "othello", lambda: solve_all("othello", list(FFO_SCORES.items()))),
    Workload("connect4-middle", "Test_L2_R2, exact", "connect4", connect4_set("L2_R2")),
    Workload("connect4-easy", "Test_L1_R1, exact", "connect4", connect4_set("L1_R1")),
    Workload("connect4-hard", "Test_L1_R3, first 20, exact", "connect4", connect4_set("L1_R3", 20)),
    Workload("connect4-empty", "empty board, exact, 1 GB table", "connect4", empty_board, is_long=True),
    Workload("general", "Connect Four, 18 plies, rules only", "connect4", general_search),
    Workload("othello-perft", "perft 11, leaves", "othello", othello_perft),
    Workload("slices", "FFO 42 (one test) in slices of 4,000 nodes", "othello", slices),
    Workload("simulator", "FFO 42 on 16 virtual ranks, YBWC", "othello", simulator),
    Workload("start-up", "a new process, kernel on disk", "tictactoe", start_up),
)
