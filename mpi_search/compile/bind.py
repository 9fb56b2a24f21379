"""Binding sources to a game: one specialised copy of them, compiled once per user and content.

A factory that closes over jitted functions would be compiled in every process, and numba's own cache does not see
edits in other files. So the copy lives in a folder whose name contains a hash of everything it depends on: the sources
copied, the game with its helpers, the constants of the variant, the versions of the compiler. Another content is
another folder; nothing is ever invalidated.

In the copy all sources stand beside each other. A file of a later folder takes the place of one of the same name in an
earlier folder: so a search on one rank and a search among others are made of the same files but one.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
import time
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import llvmlite
import numba
import numpy as np

from mpi_search.compile.cache import cache_folder
from mpi_search.errors import InputError
from mpi_search.machine.jit import COMPILING, jit
from mpi_search.rules.game import OPTIONAL, REQUIRED, TUNING, Game
from mpi_search.rules.load import execute

#: Copies that were not used for so long are deleted.
UNUSED_SECONDS = 30 * 24 * 3600

_PROJECT = Path(__file__).parents[1]
_HOOKS = _PROJECT / "rules" / "hooks.py"
#: What compiled code depends on besides the sources copied, and the plain Python that calls these.
_LANGUAGE = (*(_PROJECT / "machine").glob("*.py"), *(_PROJECT / "rules").glob("*.py"), Path(__file__))
#: Imports that stay within the copy.
_LOCAL_IMPORT = re.compile(r"^from mpi_search\.(?:rules|\w+\.core)\.?", re.MULTILINE)


@dataclass(frozen=True)
class BoundSources:
    """Sources bound to one game."""

    game: Game
    content_hash: str  #: of everything the compiled code depends on
    folder: Path  #: where source and machine code are kept

    def module(self, name: str) -> ModuleType:
        """One of the files of the copy."""
        return importlib.import_module(f"{self.folder.name}.{name}")


def bind_sources(game: Game, folders: tuple[Path, ...], *, with_hooks: bool = True) -> BoundSources:
    """The sources of these folders for `game`. Compilation itself happens when a function is first called.

    Without hooks they know nothing but the rules: slower, and an independent check of what the hooks claim.
    """
    if game.runs_plain:
        raise InputError(f"{game.name} runs in plain Python: `solve` on one rank can, but this needs to compile it")
    hooks = [name for name in (*OPTIONAL, *TUNING) if game.has(name)] if with_hooks else []
    sources = {path.name: path for folder in folders for path in sorted(folder.glob("*.py"))}
    callers = [path for folder in folders for path in folder.parent.glob("*.py")]
    content_hash = _content_hash(game, hooks, [*sources.values(), *callers])
    package = f"mpi_search_bound_{re.sub('[^A-Za-z0-9]', '_', game.path.stem)}_{content_hash}"
    folder = cache_folder() / package
    if not folder.is_dir():
        _remove_unused(folder.parent)
        try:
            _write_package(folder, sources, _bound_hooks(game, hooks))
        except OSError as error:
            raise InputError(f"the cache folder {folder.parent} cannot be written: {error.strerror}") from error
    with contextlib.suppress(OSError):  # a cache prepared by somebody else
        os.utime(folder)
    _import_game(package, folder, game)
    return BoundSources(game, content_hash, folder)


# --- what the compiled code depends on ---------------------------------------------------------------------------


def _content_hash(game: Game, hooks: list[str], copied: list[Path]) -> str:
    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__, COMPILING)
    digest.update(repr((versions, sorted(game.parameters.items()), hooks)).encode())
    modules = [game.module, *game.helpers]
    sources = (Path(str(module.__file__)) for module in modules)
    others = [other.path for other in game.others]
    for path in sorted({*copied, *_LANGUAGE, *sources, *others}):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for name, constant in sorted(pair for module in modules for pair in _constants(module)):
        digest.update(name.encode() + b"\0" + constant)
    return digest.hexdigest()[:20]


def _constants(module: ModuleType) -> Iterator[tuple[str, bytes]]:
    """Module-level numbers, tuples and arrays: numba freezes them into the code."""
    for name, item in vars(module).items():
        if isinstance(item, np.ndarray):
            yield name, f"{item.dtype}{item.shape}".encode() + item.tobytes()
        elif isinstance(item, (int, float, np.generic, tuple)):
            yield name, repr(item).encode()


# --- the copy ----------------------------------------------------------------------------------------------------


def _write_package(folder: Path, sources: Mapping[str, Path], bound_hooks: str) -> None:
    """Write the specialised sources, then move them into place in one step: several ranks may race."""
    draft = Path(tempfile.mkdtemp(prefix="draft-", dir=folder.parent))
    for name, source in {**sources, "hooks.py": _HOOKS}.items():
        text = _LOCAL_IMPORT.sub("from .", source.read_text(encoding="utf-8"))
        (draft / name).write_text(text + (bound_hooks if name == "hooks.py" else ""), encoding="utf-8")
    try:
        draft.rename(folder)
    except OSError:  # another process was faster
        shutil.rmtree(draft)
        if not folder.is_dir():
            raise


def _remove_unused(folder: Path) -> None:
    """Delete the copies that no process has used for a month."""
    for old in (*folder.glob("mpi_search_bound_*"), *folder.glob("draft-*")):
        with contextlib.suppress(FileNotFoundError):  # another process was faster
            if time.time() - old.stat().st_mtime > UNUSED_SECONDS:
                shutil.rmtree(old, ignore_errors=True)


def _bound_hooks(game: Game, hooks: list[str]) -> str:
    """The lines appended to hooks.py: the game's own parts, its limits, and states as tuples of WORDS."""
    names = [*(name for name in REQUIRED if name != "start"), *hooks]
    words = range(game.words)
    loads = "".join(f"states[row, {word}], " for word in words)
    stores = "; ".join(f"states[row, {word}] = state[{word}]" for word in words)
    return f"""

# --- bound to {game.name} ---
from .game import {", ".join(names)}  # noqa: E402,F401

WORDS, MAX_MOVES, MAX_PLIES, MAX_VALUE = {game.words}, {game.max_moves}, {game.max_plies}, {game.max_value}
NOISY = {"noisy" in hooks}


@jit(inline=True, inner=True)
def load_state(states, row):
    return ({loads})


@jit(inline=True, inner=True)
def store_state(states, row, state):
    {stores}
"""


def _import_game(package: str, folder: Path, game: Game) -> None:
    """Execute the game's file as the module `game` of the copy, compiled."""
    name = f"{package}.game"
    compiled = execute(game.path, game.parameters, plain=False, module_name=name, others=game.others)
    for name in (*REQUIRED, *OPTIONAL):
        function = getattr(compiled, name, None)
        if isinstance(function, types.FunctionType):  # the author left out @jit
            setattr(compiled, name, jit(function))
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))
