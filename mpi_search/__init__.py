"""Distributed game-tree search: one search on one core, under MPI, or on a virtual cluster."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Budget", "InputError", "Result", "Solver", "Table", "bind", "check_game", "load_game"]

if TYPE_CHECKING:
    from mpi_search.compile.kernel import bind
    from mpi_search.errors import InputError
    from mpi_search.rules.load import load_game
    from mpi_search.search.solve import Budget, Result, Solver
    from mpi_search.search.table import Table
    from mpi_search.study.check import check_game

_HOMES = {
    "check_game": "mpi_search.study.check",
    "InputError": "mpi_search.errors",
    "bind": "mpi_search.compile.kernel",
    "load_game": "mpi_search.rules.load",
    "Budget": "mpi_search.search.solve",
    "Result": "mpi_search.search.solve",
    "Solver": "mpi_search.search.solve",
    "Table": "mpi_search.search.table",
}


def __getattr__(name: str) -> Any:
    """Import on first use: the compiler behind most of these takes half a second, which `--help` need not wait for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
