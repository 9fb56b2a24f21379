"""Games and policies that live in a notebook or a script: written to a file, for the compiler and for other ranks.

From the functions that are wanted, everything they use is followed: other functions and classes by their source,
numbers and arrays by their value, what every rank can import by its name.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import linecache
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from mpi_search import gamekit
from mpi_search.compile.cache import cache_folder
from mpi_search.errors import InputError
from mpi_search.policies import POLICIES
from mpi_search.policies.policy import Policy
from mpi_search.rules.game import LIMITS, NOTATION, OPTIONAL, PLAIN, REPLACEABLE, REQUIRED, TUNING, Game
from mpi_search.rules.load import load_game

_WANTED = (*LIMITS, *TUNING, "WARMUP_DEPTH", "FAR_VALUES_FIRST", "NODE_NS", "SYNTAX", "EXAMPLE", "VARIANTS")
_FUNCTIONS = (*REQUIRED, *OPTIONAL, *NOTATION, *PLAIN)


def game(source: ModuleType | Mapping[str, Any], name: str = "game") -> Game:
    """The game whose rules are the functions of a module, or of a notebook: `ms.game(globals())`. It is as fast as one
    from a file, for it becomes one. Raises InputError."""
    if isinstance(source, ModuleType):
        if getattr(source, "__file__", None) and source.__name__ != "__main__":
            return load_game(str(source.__file__))
        source = vars(source)
    return load_game(str(_kept(written(source, (*_WANTED, *_FUNCTIONS)), name)))


def policy_name(policy: str | Policy | type[Policy]) -> str:
    """What `load_policy` makes the same policy of, at another rank too. Raises InputError."""
    if isinstance(policy, str):
        return policy
    kind = policy if isinstance(policy, type) else type(policy)
    if not issubclass(kind, Policy):
        raise InputError(f"a policy is a name, ./file.py:Class or an object of a class of Policy, not {policy!r}")
    for name, known in POLICIES.items():
        if type(known) is kind:
            return name
    space = vars(sys.modules[kind.__module__])
    return f"{_kept(written({**space, kind.__name__: kind}, [kind.__name__]), kind.__name__.lower())}:{kind.__name__}"


def part_file(part: str, function: Callable[..., Any]) -> Path:
    """A file whose evaluation or ordering is this function. Raises InputError."""
    hook = REPLACEABLE[part][0].partition("(")[0]
    plain = getattr(function, "py_func", function)
    if not inspect.isfunction(plain):
        raise InputError(f"an {part} is a function or the path of a file, not {function!r}")
    text = written({**plain.__globals__, plain.__name__: function}, [plain.__name__])
    return _kept(text if plain.__name__ == hook else f"{text}\n{hook} = {plain.__name__}\n", hook)


def written(namespace: Mapping[str, Any], wanted: Iterable[str]) -> str:
    """The text of a file that defines these names, those of them that there are, and all that they use. Raises
    InputError."""
    writer = _Writer(namespace)
    for name in wanted:
        writer.need(name)
    return "\n\n".join(writer.parts) + "\n"


def _kept(text: str, name: str) -> Path:
    """A file with this text, for as long as the cache is kept."""
    folder = cache_folder() / "sources" / hashlib.sha256(text.encode()).hexdigest()[:16]
    path = folder / f"{name}.py"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path


class _Writer:
    """Puts the parts of a file together, what is used before what uses it."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self._namespace = dict(namespace)
        self._done: set[str] = set()
        self.parts: list[str] = []

    def need(self, name: str) -> None:
        if name in self._done or name not in self._namespace:  # a builtin, or nothing at all
            return
        self._done.add(name)
        item = self._namespace[name]
        plain = getattr(item, "py_func", item)
        if getattr(gamekit, name, None) is item:
            self.parts.append(f"from mpi_search.gamekit import {name}")
        elif isinstance(item, ModuleType):
            self.parts.append(f"import {item.__name__} as {name}")
        elif isinstance(item, np.ndarray):
            self.parts.append(f"import numpy\n{name} = numpy.array({item.tolist()!r}, {str(item.dtype)!r})")
        elif inspect.isfunction(plain) or inspect.isclass(plain):
            self._define(name, plain)
        elif _is_literal(item):
            self.parts.append(f"{name} = {item!r}")
        else:
            kind = type(item).__name__
            raise InputError(f"{name} is used by the functions, and a {kind} cannot be written to a file")

    def _define(self, name: str, item: Any) -> None:
        """A function or a class: by its name where every rank can import it, otherwise by its source."""
        if _is_installed(item.__module__):
            self.parts.append(f"from {item.__module__} import {item.__name__} as {name}")
            return
        source = _source_of(item)
        around = getattr(item, "__globals__", None) or vars(sys.modules[item.__module__])
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Name):
                if node.id in around:
                    self._namespace.setdefault(node.id, around[node.id])
                self.need(node.id)
        self.parts.append(source)


def _is_installed(module: str) -> bool:
    """Whether other ranks have the module too, wherever they are started."""
    if module == "__main__":
        return False
    where = getattr(sys.modules.get(module), "__file__", None) or ""
    return module.partition(".")[0] in {*sys.stdlib_module_names, "mpi_search"} or "site-packages" in where


def _is_literal(item: Any) -> bool:
    try:
        return bool(ast.literal_eval(repr(item)) == item)
    except (ValueError, SyntaxError):
        return False


def _source_of(item: Any) -> str:
    """Raises InputError."""
    name = item.__name__
    if name == "<lambda>":
        raise InputError("a lambda cannot be written to a file: define the function with def and a name")
    if getattr(item, "__closure__", None) or not name.isidentifier() or "<locals>" in item.__qualname__:
        raise InputError(f"{name} is defined inside another function: move it to the top of the notebook or the script")
    functions = (
        [item] if inspect.isfunction(item) else [each for each in vars(item).values() if inspect.isfunction(each)]
    )
    for function in functions:
        text = "".join(linecache.getlines(function.__code__.co_filename))
        found = [node for node in ast.parse(text).body if getattr(node, "name", None) == name]
        if found:
            first = min([found[-1].lineno, *(mark.lineno for mark in getattr(found[-1], "decorator_list", []))])
            lines = text.splitlines()[first - 1 : found[-1].end_lineno]
            return textwrap.dedent("\n".join(lines))
    raise InputError(f"the source of {name} is not to be had: write it in a file, a script or a notebook")
