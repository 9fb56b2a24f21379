"""Distributed game-tree search: one search on one core, under MPI, or on a virtual cluster.

    import mpi_search as ms

    found = ms.solve("othello", "ffo-40")
    with ms.Cluster(ranks=4) as cluster:
        found = cluster.solve("othello", "ffo-45")

See docs/python.md.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [
    "Budget",
    "Cluster",
    "ClusterLost",
    "Found",
    "Game",
    "InputError",
    "Progress",
    "Result",
    "Solver",
    "Table",
    "analyse",
    "bind",
    "check_game",
    "compare",
    "game",
    "load_game",
    "simulate",
    "solve",
]

if TYPE_CHECKING:
    from mpi_search.compile.kernel import bind
    from mpi_search.errors import ClusterLost, InputError
    from mpi_search.front.cluster import Cluster
    from mpi_search.front.compare import compare
    from mpi_search.front.found import Found, Progress
    from mpi_search.front.simulate import simulate
    from mpi_search.front.solve import analyse, solve
    from mpi_search.front.sources import game
    from mpi_search.rules.game import Game
    from mpi_search.rules.load import load_game
    from mpi_search.search.solve import Budget, Result, Solver
    from mpi_search.search.table import Table
    from mpi_search.study.check import check_game

_HOMES = {
    "mpi_search.compile.kernel": ("bind",),
    "mpi_search.errors": ("ClusterLost", "InputError"),
    "mpi_search.front.cluster": ("Cluster",),
    "mpi_search.front.compare": ("compare",),
    "mpi_search.front.found": ("Found", "Progress"),
    "mpi_search.front.simulate": ("simulate",),
    "mpi_search.front.solve": ("analyse", "solve"),
    "mpi_search.front.sources": ("game",),
    "mpi_search.rules.game": ("Game",),
    "mpi_search.rules.load": ("load_game",),
    "mpi_search.search.solve": ("Budget", "Result", "Solver"),
    "mpi_search.search.table": ("Table",),
    "mpi_search.study.check": ("check_game",),
}


def __getattr__(name: str) -> Any:
    """Import on first use: the compiler behind most of these takes half a second, which `--help` need not wait for."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
