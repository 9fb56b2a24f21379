"""What is compiled for one game: the search on one rank, and the search that ranks share.

The second is the first with `sharing/core/` beside it; one file of it takes the place of `search/core/others.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
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
    """A search compiled for one game, on one rank or among others."""

    run: Callable[..., int]


@dataclass(frozen=True)
class Kernel(AnyKernel):
    """The search on one rank."""

    hooks: ModuleType  #: the game's compiled functions and the defaults for the rest
    rules: ModuleType  #: those that say what the game is, compiled once for all processes
    count_leaves: Callable[..., int]
    prove: Callable[..., int]

    @property
    def is_compiled(self) -> bool:
        """Whether machine code for the search is already on disk (or none is needed)."""
        return not COMPILING or any(self.folder.glob("__pycache__/run.run-*.nbi"))


@dataclass(frozen=True)
class SharedKernel(AnyKernel):
    """The search that ranks share. They compare its content hash before they begin."""

    back_up: Callable[..., None]
    learn: Callable[..., None]
    narrow: Callable[..., None]
    leave: Callable[..., None]
    remember: Callable[..., None]
    detach: Callable[..., None]
    list_again: Callable[..., None]
    survey: Callable[..., int]
    best_offer: Callable[..., int]
    collect: Callable[..., None]
    absorb: Callable[..., None]
    copy_out: Callable[..., None]
    copy_in: Callable[..., int]


#: Where the entry points are.
_SERIAL = {"run": ("run",), "perft": ("count_leaves",), "dfpn": ("prove",)}
_SHARED = {
    "run": ("run",),
    "edit": ("back_up", "learn", "narrow", "leave", "remember"),
    "gifts": ("detach", "list_again"),
    "offers": ("survey", "best_offer"),
    "outbox": ("collect", "absorb"),
    "board": ("copy_out", "copy_in"),
}


@functools.cache
def bind(game: Game, *, with_hooks: bool = True) -> Kernel:
    """The search on one rank for `game`, with what the game tells it or with nothing but the rules. Compilation happens
    at the first search, or in `compile_search`."""
    bound = bind_sources(game, (SEARCH_CORE,), with_hooks=with_hooks)
    own: dict[str, Any] = {"hooks": bound.module("hooks"), "rules": bound.module("rules")}
    return Kernel(bound.game, bound.content_hash, bound.folder, **own, **_entries(bound, _SERIAL))


@functools.cache
def bind_shared(game: Game) -> SharedKernel:
    """The search among others for `game`. Compilation happens at the first search, or in `compile_shared`."""
    bound = bind_sources(game, (SEARCH_CORE, SHARING_CORE))
    return SharedKernel(bound.game, bound.content_hash, bound.folder, **_entries(bound, _SHARED))


def _entries(bound: BoundSources, files: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    return {name: getattr(bound.module(file), name) for file, names in files.items() for name in names}
