"""What is compiled for one game: the search on one rank, and the search that ranks share.

The second is the first with `sharing/core/` beside it; one file of it takes the place of `search/core/others.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from mpi_search.compile.bind import BoundSources, bind_sources
from mpi_search.machine.jit import COMPILING
from mpi_search.rules.game import Game

_PROJECT = Path(__file__).parents[1]
SEARCH_CORE, SHARING_CORE = _PROJECT / "search" / "core", _PROJECT / "sharing" / "core"


@dataclass(frozen=True)
class AnyKernel(BoundSources):
    """A search compiled for one game, on one rank or among others. A module here is a file of the copy, with the
    functions in it that may be called from Python."""

    run: Callable[..., int]


@dataclass(frozen=True)
class Kernel(AnyKernel):
    """The search on one rank."""

    hooks: ModuleType  #: the game's compiled functions and the defaults for the rest
    rules: ModuleType  #: those that say what the game is, compiled once for all processes
    perft: ModuleType
    dfpn: ModuleType

    @property
    def is_compiled(self) -> bool:
        """Whether machine code for the search is already on disk (or none is needed)."""
        return not COMPILING or any(self.folder.glob("__pycache__/run.run-*.nbi"))


@dataclass(frozen=True)
class SharedKernel(AnyKernel):
    """The search that ranks share. They compare its content hash before they begin."""

    edit: ModuleType
    gifts: ModuleType
    offers: ModuleType
    outbox: ModuleType
    board: ModuleType


@functools.cache
def bind(game: Game, *, with_hooks: bool = True) -> Kernel:
    """The search on one rank for `game`, with what the game tells it or with nothing but the rules. Compilation happens
    at the first search, or in `compile_search`."""
    bound = bind_sources(game, (SEARCH_CORE,), with_hooks=with_hooks)
    return Kernel(**_parts(bound, "hooks", "rules", "perft", "dfpn"))


@functools.cache
def bind_shared(game: Game) -> SharedKernel:
    """The search among others for `game`. Compilation happens at the first search, or in `compile_shared`."""
    bound = bind_sources(game, (SEARCH_CORE, SHARING_CORE))
    return SharedKernel(**_parts(bound, "edit", "gifts", "offers", "outbox", "board"))


def _parts(bound: BoundSources, *files: str) -> dict[str, Any]:
    return {**vars(bound), "run": bound.module("run").run, **{name: bound.module(name) for name in files}}
