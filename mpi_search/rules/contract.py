"""Does a game file define what it must, in the form that it must have? `mpi-search check` says whether it is true."""

from __future__ import annotations

import ast
import difflib
import inspect
from pathlib import Path
from types import ModuleType

from mpi_search.errors import InputError
from mpi_search.rules.answers import whole
from mpi_search.rules.game import LIMITS, NOTATION, OPTIONAL, PAIRS, PLAIN, REQUIRED, TUNING, Game, State
from mpi_search.rules.picture import check_look


def check_contract(game: Game) -> None:
    """Raise InputError that names the missing or wrong part of a game file."""
    module, path = game.module, game.path
    for limit, (meaning, largest) in LIMITS.items():
        number = getattr(module, limit, None)
        if number is None:
            raise InputError(f"{path}: {limit} is missing ({meaning}, a whole number)")
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= largest:
            raise InputError(f"{path}: {limit} ({meaning}) must be a whole number from 1 to {largest}, not {number!r}")
    for constant in (*TUNING, "WARMUP_DEPTH", "FAR_VALUES_FIRST", "NODE_NS"):
        if not isinstance(getattr(module, constant, 0), int):
            raise InputError(f"{path}: {constant} must be a whole number, not {getattr(module, constant)!r}")
    if getattr(module, "NODE_NS", 1) < 1:
        raise InputError(f"{path}: NODE_NS (nanoseconds for one node) must be at least 1, not {module.NODE_NS}")
    check_look(module, path)
    for name, arguments in {**REQUIRED, **OPTIONAL, **NOTATION, **PLAIN}.items():
        _check_function(module, path, name, arguments)
    for one, other in PAIRS:
        if hasattr(module, one) != hasattr(module, other):
            missing = other if hasattr(module, one) else one
            raise InputError(f"{path}: {one} and {other} belong together; {missing}() is missing")
    state = game.ask("start", lambda state: state)
    if not isinstance(state, tuple) or len(state) != game.words:
        raise InputError(f"{path}: start() must return a tuple of WORDS = {game.words} numbers, not {state!r}")


def _check_function(module: ModuleType, path: Path, name: str, arguments: int) -> None:
    function = getattr(module, name, None)
    if function is None:
        if name in REQUIRED:
            raise InputError(f"{path}: {name}() is missing: every game needs start, moves, play and outcome")
        return
    if not callable(function):
        raise InputError(f"{path}: {name} must be a function, not {type(function).__name__}")
    parameters = inspect.signature(getattr(function, "py_func", function)).parameters
    if len(parameters) != arguments:
        raise InputError(f"{path}: {name}() must take {arguments} argument(s), not {len(parameters)}")


#: How alike two names are when one is the other misspelt.
_ALIKE = 0.8


def doubts(game: Game) -> list[str]:
    """A line for every function that nobody calls and that is named nearly like a hook which the game has not."""
    missing = [name for name in (*OPTIONAL, *NOTATION, *PLAIN) if not game.has(name)]
    known, found = {*REQUIRED, *OPTIONAL, *NOTATION, *PLAIN}, []
    for path in (game.path, *(other.path for other in game.others)):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name not in used and node.name not in known:
                for meant in difflib.get_close_matches(node.name, missing, 1, _ALIKE):
                    found.append(f"{path.name}: {node.name}(): no such hook; did you mean {meant}?")
    return found


def check_answers(game: Game, state: State) -> None:
    """Ask every function that a search uses about one position. Raises InputError that names the one which fails, or
    whose answer has not the form that it must have."""
    if game.outcome(state) is not None:
        return
    moves = game.moves(state)
    game.evaluate(state), game.noisy_moves(state)
    for move in moves[:1]:
        given = state, move, game.play(state, move)
        for name in filter(game.has, ("order", "quick_order")):
            game.ask(name, whole, *given)
        if game.has("canonical"):
            game.ask("canonical_move", whole, move, game.canonical(state)[1])
    for name in filter(game.has, ("key", "worth_probing", "is_leaf")):
        game.ask(name, whole if name == "key" else bool, state)
    if game.has("count_moves"):
        game.ask("count_moves", whole, state, [0] * (2 * game.max_moves + 64))
    if game.is_open(state):
        _check_answers_of_open(game, state)


def _check_answers_of_open(game: Game, state: State) -> None:
    """The functions that are only asked while `bounds` says nothing certain."""
    game.forced(state), game.candidates(state)
    if game.is_leaf(state):
        game.solve_leaf(state, -1, 1)
