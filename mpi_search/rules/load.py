"""From a name on the command line to a Game: `connect4`, `connect4:6x5`, `./mygame.py`."""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import ModuleType

from mpi_search.errors import InputError
from mpi_search.machine.jit import plain_python
from mpi_search.rules.game import Game, check_contract
from mpi_search.rules.parameters import chosen


def game_names() -> list[str]:
    """The games that come with the program."""
    return sorted(path.stem for path in _games_folder().glob("*.py") if not path.stem.startswith("_"))


def load_game(name: str) -> Game:
    """The game called `name`, in plain Python. Raises InputError."""
    stem, _, variant = name.partition(":")
    path = _find(stem)
    return _load(name, path, variant, path.stat().st_mtime_ns)


@functools.cache
def _load(name: str, path: Path, variant: str, edited: int) -> Game:
    parameters: Mapping[str, float] = {}
    if variant:
        parameters = _parse_variant(execute(path, {}, plain=True), name, variant)
    module = execute(path, parameters, plain=True)
    game = Game(name=name, path=path, parameters=dict(parameters), module=module)
    check_contract(game)
    return game


def execute(path: Path, parameters: Mapping[str, float], *, plain: bool, module_name: str = "") -> ModuleType:
    """Run a game file with these constants; with `plain`, without a compiler."""
    module = ModuleType(module_name or f"game_{path.stem}")
    module.__file__ = str(path)
    if module_name:  # numba's cache finds compiled functions again by the name of their module
        sys.modules[module_name] = module
    try:
        with (
            chosen(parameters) as asked,
            plain_python() if plain else nullcontext(),
            _own_helpers(path, module_name.rpartition(".")[0]) as helpers,
        ):
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    except InputError:
        raise
    except SyntaxError as error:
        raise InputError(f"{path}:{error.lineno or 1}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise InputError(f"{path}: could not be run: {type(error).__name__}: {error}") from error
    module.__dict__["__helpers__"] = helpers
    for unknown in sorted(set(parameters) - asked):
        known = ", ".join(sorted(asked)) or "none"
        raise InputError(f"{path.stem}: there is no parameter {unknown!r}; the parameters are: {known}")
    return module


@contextmanager
def _own_helpers(path: Path, package: str) -> Iterator[list[ModuleType]]:
    """While this is open, modules beside the game file are imported afresh: they too exist once plain and once
    compiled, and once for each variant. Compiled ones move into `package` afterwards. Yields the list of them,
    complete at the end."""
    folder = str(path.parent)
    helpers: list[ModuleType] = []

    def take_out() -> dict[str, ModuleType]:
        beside = {
            name: module
            for name, module in sys.modules.items()
            if (getattr(module, "__file__", None) or "").startswith(folder + "/")
            and not module.__name__.startswith("mpi_search")
            and name != "games"  # the package that the games themselves live in
        }
        for name in beside:
            del sys.modules[name]
        return beside

    before = take_out()
    sys.path.insert(0, folder)
    try:
        yield helpers
    finally:
        imported = take_out()
        helpers.extend(imported.values())
        for name, module in imported.items() if package else ():
            _rename(module, f"{package}.{name}")
        sys.modules.update(before)
        sys.path.remove(folder)


def _rename(module: ModuleType, name: str) -> None:
    """Give a module a lasting name: numba's cache finds the globals of a compiled function again by it."""
    for item in vars(module).values():
        function = getattr(item, "py_func", None)
        if function is not None and function.__module__ == module.__name__:
            function.__module__ = name
    module.__name__ = name
    sys.modules[name] = module


def _games_folder() -> Path:
    spec = importlib.util.find_spec("games")
    if spec is None or not spec.submodule_search_locations:
        raise InputError("the games that belong to mpi-search are not installed")
    return Path(next(iter(spec.submodule_search_locations)))


def _find(stem: str) -> Path:
    if stem.endswith(".py") or "/" in stem:
        path = Path(stem)
        if not path.is_file():
            raise InputError(f"there is no game file {stem}")
        return path.resolve()
    path = _games_folder() / f"{stem}.py"
    if stem.startswith("_") or not path.is_file():
        raise InputError(f"unknown game {stem!r}; the games are {', '.join(game_names())}, or the path of a game file")
    return path


def _parse_variant(module: ModuleType, name: str, text: str) -> Mapping[str, float]:
    """The constants that the words after the colon stand for: the game's own reading, or name=value,name=value."""
    try:
        if hasattr(module, "variant"):
            return dict(module.variant(text))
        pairs = [(key.strip(), value) for key, value in (pair.split("=") for pair in text.split(","))]
        if len({key for key, _ in pairs}) < len(pairs):
            raise InputError(f"{name}: a parameter is given twice")
        return {key: float(value) if "." in value else int(value) for key, value in pairs}
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{name}: {text!r} is not a variant of this game (expected name=value,name=value)") from error
