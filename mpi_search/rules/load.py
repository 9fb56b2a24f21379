"""From a name on the command line to a Game: `connect4`, `connect4:6x5`, `./mygame.py`."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from mpi_search.errors import InputError
from mpi_search.machine.jit import plain_python
from mpi_search.rules.contract import check_contract
from mpi_search.rules.game import LIMITS, REPLACEABLE, REQUIRED, Game, Replacement
from mpi_search.rules.openspiel import PREFIX, load_openspiel
from mpi_search.rules.parameters import chosen

#: A name, the path of a file, or a game.
AnyGame: TypeAlias = "str | os.PathLike[str] | Game"
#: The games that come with the program: beside it in the source tree, in it where it is installed.
_PACKAGE = Path(__file__).parents[1] / "games"
GAMES = _PACKAGE.resolve()


def game_names() -> list[str]:
    """The games that come with the program."""
    return sorted(path.stem for path in GAMES.glob("*.py") if not path.stem.startswith("_"))


def rules_of(game: AnyGame) -> Game:
    """A game that is named, or that is there already. Raises InputError."""
    return game if isinstance(game, Game) else load_game(game)


def load_game(name: str | os.PathLike[str], evaluation: str | None = None, ordering: str | None = None) -> Game:
    """The game called `name`, or of that path, in plain Python, with the evaluation and the ordering of moves of other
    files, if these are named. Raises InputError."""
    if not isinstance(name, (str, os.PathLike)):
        raise InputError(f"a game is a name, the path of a file or what load_game returns, not {name!r}")
    name = os.fspath(name)
    if name.startswith(PREFIX):
        return load_openspiel(name)
    stem, _, variant = name.partition(":")
    path = _find(stem)
    others = tuple(
        Replacement(part, _file_of(part, file, path))
        for part, file in (("evaluation", evaluation), ("ordering", ordering))
        if file is not None
    )
    edited = tuple(each.stat().st_mtime_ns for each in (path, *(other.path for other in others)))
    return _load(name, path, variant, others, edited)


@functools.cache
def _load(name: str, path: Path, variant: str, others: tuple[Replacement, ...], edited: tuple[int, ...]) -> Game:
    parameters: Mapping[str, float] = {}
    if variant:
        parameters = _parse_variant(execute(path, {}, plain=True), name, variant)
    module = execute(path, parameters, plain=True, others=others)
    game = Game(name=name, path=path, parameters=dict(parameters), module=module, others=others)
    check_contract(game)
    return game


def part_names(game: Path) -> list[str]:
    """The evaluations that come with a game besides its own."""
    return sorted(path.stem.removeprefix(f"{game.stem}-") for path in GAMES.glob(f"evaluations/{game.stem}-*.py"))


def _file_of(part: str, name: str, game: Path) -> Path:
    """A file of that name, or an evaluation that comes with the game. Raises InputError."""
    bundled = GAMES / "evaluations" / f"{game.stem}-{name}.py"
    path = bundled if part == "evaluation" and game.parent == GAMES and bundled.is_file() else Path(name)
    if not path.is_file():
        known = f" (that come with the game: {', '.join(part_names(game))})" if part_names(game) else ""
        raise InputError(f"there is no file {name} with an {part}{known}")
    return path.resolve()


def execute(
    path: Path,
    parameters: Mapping[str, float],
    *,
    plain: bool,
    module_name: str = "",
    others: Sequence[Replacement] = (),
) -> ModuleType:
    """Run a game file with these constants; with `plain`, without a compiler. Then the files that replace a part of it,
    as if they stood at its end."""
    module = ModuleType(module_name or f"game_{path.stem}")
    module.__file__ = str(path)
    if module_name:  # numba's cache finds compiled functions again by the name of their module
        sys.modules[module_name] = module
    with (
        chosen(parameters) as asked,
        plain_python() if plain else nullcontext(),
        _own_helpers(path, module_name.rpartition(".")[0]) as helpers,
    ):
        _run(path, module)
        for other in others:
            _replace(other, module)
    module.__dict__["__helpers__"], module.__dict__["__asked__"] = helpers, asked
    for unknown in sorted(set(parameters) - set(asked)):
        known = ", ".join(sorted(asked)) or "none"
        raise InputError(f"{path.stem}: there is no parameter {unknown!r}; the parameters are: {known}")
    return module


def _run(path: Path, module: ModuleType) -> None:
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    except InputError:
        raise
    except SyntaxError as error:
        raise InputError(f"{path}:{error.lineno or 1}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise InputError(f"{path}: could not be run: {type(error).__name__}: {error}") from error


def _replace(other: Replacement, module: ModuleType) -> None:
    """Another evaluation, or another order of moves; the rules stay."""
    signature, out_of_date = REPLACEABLE[other.part]
    wanted = signature.partition("(")[0]
    fixed = {name: module.__dict__.get(name) for name in (*LIMITS, *REQUIRED)}
    for name in (wanted, *out_of_date):
        module.__dict__.pop(name, None)
    _run(other.path, module)
    for name, rule in fixed.items():
        if module.__dict__.get(name) is not rule:
            raise InputError(f"{other.path}: an {other.part} may not change {name}")
    if wanted not in module.__dict__:
        raise InputError(f"{other.path}: {signature} is missing")


@contextmanager
def _own_helpers(path: Path, package: str) -> Iterator[list[ModuleType]]:
    """While this is open, modules beside the game file and the games that come with the program (`games`) are imported
    afresh: they too exist once plain and once compiled, and once for each variant. Compiled ones move into `package`
    afterwards. Yields the list of them, complete at the end."""
    folder = str(path.parent)
    places = (folder + "/", f"{GAMES}/", f"{_PACKAGE}/")
    helpers: list[ModuleType] = []

    def take_out() -> dict[str, ModuleType]:
        beside = {
            name: module
            for name, module in sys.modules.items()
            if (getattr(module, "__file__", None) or "").startswith(places)
            and (not name.startswith("mpi_search") or name.startswith("mpi_search.games."))
        }
        for name in beside:
            del sys.modules[name]
        return beside

    before = take_out()
    sys.path.insert(0, folder)
    bundled = ModuleType("games")
    bundled.__path__ = [str(GAMES)]
    outside = sys.modules.get("games")
    sys.modules["games"] = bundled
    try:
        yield helpers
    finally:
        del sys.modules["games"]
        imported = take_out()
        helpers.extend(imported.values())
        for name, module in imported.items() if package else ():
            _rename(module, f"{package}.{name}")
        sys.modules.update(before)
        if outside is not None:
            sys.modules["games"] = outside
        sys.path.remove(folder)


def _rename(module: ModuleType, name: str) -> None:
    """Give a module a lasting name: numba's cache finds the globals of a compiled function again by it."""
    for item in vars(module).values():
        function = getattr(item, "py_func", None)
        if function is not None and function.__module__ == module.__name__:
            function.__module__ = name
    module.__name__ = name
    sys.modules[name] = module


def _find(stem: str) -> Path:
    if stem.endswith(".py") or "/" in stem:
        path = Path(stem)
        if not path.is_file():
            meant = f"; did you mean {stem}.py?" if Path(f"{stem}.py").is_file() else ""
            raise InputError(f"there is no game file {stem}{meant}")
        return path.resolve()
    path = GAMES / f"{stem}.py"
    if not path.is_file() and Path(f"{stem}.py").is_file():
        raise InputError(f"unknown game {stem!r}; did you mean ./{stem}.py?")
    if stem.startswith("_") or not path.is_file():
        raise InputError(f"unknown game {stem!r}; the games are {', '.join(game_names())}, or the path of a game file")
    return path


def _parse_variant(module: ModuleType, name: str, text: str) -> Mapping[str, float]:
    """The constants that the words after the colon stand for: the game's own reading, or name=value,name=value."""
    try:
        if hasattr(module, "variant"):
            return dict(module.variant(text))
        pairs = [(key.strip(), value) for key, value in (pair.split("=") for pair in text.split(","))]
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{name}: {text!r} is not a variant of this game (expected name=value,name=value)") from error
    if len({key for key, _ in pairs}) < len(pairs):
        raise InputError(f"{name}: a parameter is given twice")
    return {key: _number(name, key, value) for key, value in pairs}


def _number(name: str, key: str, text: str) -> float:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise InputError(f"{name}: {key} must be a whole number, not {text!r}") from None
