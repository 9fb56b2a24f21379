"""The measurements on real ranks of this machine: `mpi-search bench mpi`.

Each run is a new `mpiexec`, as a user starts it. Speed-ups are against the serial search of the same positions in this
process, with a table whose memory has been touched before: the cluster touches its own before the search begins.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from mpi_search.study.bench import FFO_SCORES, NoData, Sample, Workload
from mpi_search.transport.mpi.mpiexec import find_mpi

TIMEOUT_S = 300
TABLE_MB = 64
TRIES = 4


def mpiexec(ranks: int, *words: str) -> str:
    """What `python -m WORDS` prints on so many ranks. Raises NoData where there is no MPI."""
    try:
        mpi = find_mpi(os.environ)
    except InputError as error:
        raise NoData(str(error)) from error
    done = subprocess.run(
        mpi.command([sys.executable, "-m", *words], ranks),
        env=mpi.environment(os.environ),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=True,
    )
    return done.stdout


def best_sum(search: Callable[[str], tuple[float, int]]) -> tuple[float, int]:
    """Seconds and nodes for FFO 40 to 44: each the best of several, for a busy machine disturbs some of them."""
    best = [min(search(position) for _ in range(TRIES)) for position in FFO_SCORES]
    return sum(seconds for seconds, _ in best), sum(nodes for _, nodes in best)


def ffo(ranks: int, policy: str) -> tuple[float, int]:
    """On real ranks."""

    def once(position: str) -> tuple[float, int]:
        words = ("solve", "othello", position, "--policy", policy, "--json", "--quiet", "--table-mb", str(TABLE_MB))
        found = json.loads(mpiexec(ranks, "mpi_search", *words))
        assert found["value"] == FFO_SCORES[position], (position, policy, found["value"])
        return found["seconds"], found["nodes"]

    return best_sum(once)


@functools.cache
def serial_ffo() -> tuple[float, int]:
    """The same on one rank, in this process."""
    game = load_game("othello")
    kernel = bind(game)

    def once(position: str) -> tuple[float, int]:
        table = Table(TABLE_MB)
        table.clear()
        result = Solver(kernel, table).solve(game.parse(position), want_pv=False)
        return result.seconds, result.nodes

    return best_sum(once)


def speed_up(policy: str) -> Callable[[], Sample]:
    """2 ranks against one."""

    def run() -> Sample:
        serial_s, serial_nodes = serial_ffo()
        seconds, nodes = ffo(2, policy)
        note = (
            f"speed-up {serial_s / seconds:.2f} over serial ({serial_s:.3f} s), nodes {nodes / serial_nodes - 1:+.1%}"
        )
        return Sample(seconds, nodes, len(FFO_SCORES), note)

    return run


def crowd() -> Sample:
    """Four ranks a core: those with nothing to do must leave the cores to the others."""
    few, _ = ffo(2, "ybwc")
    seconds, nodes = ffo(8, "ybwc")
    return Sample(seconds, nodes, len(FFO_SCORES), f"{seconds / few:.2f} x the time of 2 ranks ({few:.3f} s)")


def launch() -> Sample:
    """A search that takes no time: what is left is starting, loading, and ending."""
    mpiexec(2, "mpi_search", "solve", "tictactoe", "--quiet")
    began = time.perf_counter()
    mpiexec(2, "mpi_search", "solve", "tictactoe", "--quiet")
    return Sample(time.perf_counter() - began, 0, 1, "from mpiexec to its end")


def cancel() -> Sample:
    """See `latency.py`."""
    median_us, worst_us = map(int, mpiexec(2, "mpi_search.study.latency").split())
    return Sample(median_us * 1e-6, 0, 300, f"median {median_us} us, worst {worst_us} us")


WORKLOADS = (
    *(
        Workload(f"mpi-{policy}", f"FFO 40 to 44 on 2 ranks, {policy}", "othello", speed_up(policy), is_long=True)
        for policy in ("ybwc", "dts", "jamboree", "abdada", "pvsplit", "root")
    ),
    Workload("mpi-crowd", "FFO 40 to 44, 8 ranks on this machine, ybwc", "othello", crowd, is_long=True),
    Workload("mpi-launch", "mpiexec -n 2 ... solve tictactoe", "tictactoe", launch, is_long=True),
    Workload("mpi-cancel", "a cancel reaches the search of another rank", "othello", cancel, is_long=True),
)
