"""A game as the rest of the program sees it: its rules in plain Python, its limits, its notation."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from mpi_search.errors import InputError
from mpi_search.rules import hooks
from mpi_search.rules.hooks import UNDECIDED
from mpi_search.rules.picture import Look, Picture, check_look, look_of, picture_of

State = tuple[int, ...]
Answer = TypeVar("Answer")

#: What a game file must declare: name, what it is, the largest that the kernel can hold.
LIMITS = {
    "WORDS": ("64-bit words of state", 64),
    "MAX_MOVES": ("most legal moves in one position", 4096),
    "MAX_PLIES": ("most moves in one game", 4096),
    "MAX_VALUE": ("largest value of a position", 32000),
}
#: What a game file must define: name -> number of arguments.
REQUIRED = {"start": 0, "moves": 2, "play": 2, "outcome": 1}
#: What it may define for the kernel.
OPTIONAL = {
    "evaluate": 1,
    "order": 3,
    "quick_order": 3,
    "noisy": 2,
    "count_moves": 2,
    "canonical": 1,
    "canonical_move": 2,
    "key": 1,
    "bounds": 3,
    "forced": 1,
    "candidates": 2,
    "is_leaf": 1,
    "solve_leaf": 3,
    "worth_probing": 1,
}
#: Constants it may define for the kernel.
TUNING = ("EVALUATION_ERROR", "KILLER_SCORE", "HISTORY_CEILING")
#: What it may define for people.
NOTATION = {
    "plies_left": 1,
    "parse": 1,
    "format": 1,
    "move_name": 2,
    "draw": 1,
    "describe": 2,
    "variant": 1,
    "side": 1,
    "cells": 1,
    "why_not": 2,
}
#: What it may define for the plain algorithms and for bots.
PLAIN = {"optimism": 1, "heuristic": 1}
#: Hooks that make sense only together.
PAIRS = (("is_leaf", "solve_leaf"), ("canonical", "canonical_move"))
MOVE_LIMIT = 65535
#: Parts that another file may replace: the hook it must define, and what else of the game's own goes with the old one.
REPLACEABLE = {
    "evaluation": ("evaluate(state)", ("EVALUATION_ERROR",)),
    "ordering": ("order(state, move, child)", ("quick_order",)),
}


@dataclass(frozen=True)
class Replacement:
    """A file that takes the place of a part of a game's."""

    part: str  #: one of REPLACEABLE
    path: Path


@dataclass(frozen=True, eq=False)
class Game:
    """One game, or one variant of it. The functions are plain Python; `bind` compiles them for the kernel."""

    name: str  #: as on the command line: "connect4:6x5"
    path: Path  #: the file with the rules
    parameters: Mapping[str, float]  #: the constants chosen for this variant
    module: ModuleType  #: the file, executed without a compiler
    others: tuple[Replacement, ...] = ()  #: files that replace parts of it

    @property
    def spec(self) -> str:
        """What `load_game` makes the same game of, in another folder too."""
        stem, colon, variant = self.name.partition(":")
        return f"{self.path}{colon}{variant}" if stem.endswith(".py") or "/" in stem else self.name

    @property
    def helpers(self) -> list[ModuleType]:
        """The modules beside the game's that it imports."""
        return list(self.module.__dict__["__helpers__"])

    @property
    def asked(self) -> dict[str, float]:
        """The parameters that the file leaves open, with what was chosen."""
        return dict(self.module.__dict__["__asked__"])

    # --- limits
    @cached_property
    def words(self) -> int:
        return int(self.module.WORDS)

    @cached_property
    def max_moves(self) -> int:
        return int(self.module.MAX_MOVES)

    @cached_property
    def max_plies(self) -> int:
        return int(self.module.MAX_PLIES)

    @cached_property
    def max_value(self) -> int:
        return int(self.module.MAX_VALUE)

    @property
    def warmup_depth(self) -> int:
        """How many plies of iterative deepening pay before a search to the end of the game."""
        return int(getattr(self.module, "WARMUP_DEPTH", 0))

    @property
    def far_values_first(self) -> bool:
        """Whether values far from 0 are the cheapest to decide, as where the value says how soon the win is."""
        return bool(getattr(self.module, "FAR_VALUES_FIRST", False))

    @property
    def node_ns(self) -> int | None:
        """What one node costs on one core, in nanoseconds, if the file says it: the pace of the virtual cluster, and
        of slices of real ranks. `search/pace.py` measures it otherwise."""
        return getattr(self.module, "NODE_NS", None)

    def plies_left(self, state: State) -> int:
        """The most moves that can still be played."""
        return self._ask("plies_left", int, state) if self.has("plies_left") else self.max_plies

    # --- rules
    def start(self) -> State:
        """The first position."""
        return self._state("start")

    def moves(self, state: State) -> list[int]:
        """The legal moves."""
        return self._list("moves", state)

    def play(self, state: State, move: int) -> State:
        """The position after `move`."""
        return self._state("play", state, move)

    def outcome(self, state: State) -> int | None:
        """The value for the side to move if the game is over, else None."""
        value = self._ask("outcome", int, state)
        return None if value == UNDECIDED else value

    def evaluate(self, state: State) -> int:
        """The static evaluation of an unfinished position."""
        return self._ask("evaluate", int, state)

    def noisy_moves(self, state: State) -> list[int]:
        """The moves that a quiescence search tries beyond the horizon."""
        return self._list("noisy", state)

    def order(self, state: State, move: int, child: State) -> int:
        """How early the game would try `move`, which leads to `child`: larger is earlier."""
        return self._ask("order", int, state, move, child)

    def optimism(self, state: State) -> tuple[int, int]:
        """(low, high): the value at the end of the game surely lies between them.

        Without a hook `optimism`: what `bounds` knows with all values in its window, if the game has that.
        """
        if self.has("optimism"):
            return self._ask("optimism", _pair, state)
        if self.has("bounds"):
            return self._ask("bounds", _pair, state, -self.max_value - 1, self.max_value + 1)
        outcome = self.outcome(state)
        return (-self.max_value, self.max_value) if outcome is None else (outcome, outcome)

    def heuristic(self, state: State) -> float:
        """How good a position, finished or not, is for the side that has just moved, as local search sees it."""
        return self._ask("heuristic", float, state)

    def has(self, hook: str) -> bool:
        """Whether the game file defines an optional part."""
        return hasattr(self.module, hook)

    def hook(self, name: str) -> Any:
        """An optional part, or the kernel's default for it, in plain Python."""
        function = getattr(self.module, name, None) or getattr(hooks, name)
        return getattr(function, "py_func", function)

    # --- notation
    def parse(self, text: str) -> State:
        """The position that `text` describes. Raises InputError."""
        if text.strip() in ("start", ""):
            return self.start()
        if self.has("parse"):
            return self._state("parse", text)
        return self.play_through(text.split())

    def unfinished(self, text: str, moves: Sequence[str] = ()) -> State:
        """The same after these moves, if there is anything to search in it. Raises InputError."""
        state = self.play_through(moves, self.parse(text))
        outcome = self.outcome(state)
        if outcome is not None:
            where = f"{text!r} after {' '.join(moves)}" if moves else repr(text)
            raise InputError(f"{self.name}: the game is over in {where} (value {outcome} for the side to move)")
        return state

    def play_through(self, names: Sequence[str], state: State | None = None) -> State:
        """The position after the named moves, from the start or from another one. Raises InputError."""
        state = self.start() if state is None else state
        for number, name in enumerate(names, 1):
            if self.outcome(state) is not None:
                raise InputError(f"{self.name}: the game is over before move {number} ({name})")
            state = self.play(state, self.parse_move(state, name))
        return state

    def parse_move(self, state: State, name: str) -> int:
        """The legal move called `name`. Raises InputError."""
        legal = {self.move_name(state, move).lower(): move for move in self.moves(state)}
        if name.lower() not in legal:
            raise InputError(f"{self.name}: no legal move is called {name!r}; the moves are {', '.join(legal)}")
        return legal[name.lower()]

    def format(self, state: State) -> str | None:
        """A text that `parse` turns back into the state, if the game has such a notation."""
        return self._ask("format", str, state) if self.has("format") else None

    def move_name(self, state: State, move: int) -> str:
        """What people call the move."""
        return self._ask("move_name", str, state, move) if self.has("move_name") else str(move)

    def describe(self, state: State, value: int) -> str:
        """An exact value as a sentence."""
        if self.has("describe"):
            return self._ask("describe", str, state, value)
        return "a draw" if value == 0 else f"the side to move {'wins' if value > 0 else 'loses'}"

    def draw(self, state: State) -> str:
        """The board for a terminal."""
        return self._ask("draw", str, state) if self.has("draw") else f"state {state}"

    @cached_property
    def look(self) -> Look:
        """What its sides are called, and how its pieces look on a terminal."""
        return look_of(self.module)

    def cells(self, state: State) -> Picture | None:
        """The board cell by cell, if the game can say whose each is."""
        return self._ask("cells", picture_of, state) if self.has("cells") else None

    def side(self, state: State) -> int | None:
        """Who is to move, 0 for the side that begins in the first position, if the game says it."""
        return self._ask("side", int, state) if self.has("side") else None

    def why_not(self, state: State, text: str) -> str:
        """Why this text is no legal move, in a few words; "" if it does not look like a move, or nobody knows."""
        return self._ask("why_not", str, state, text) if self.has("why_not") else ""

    # --- calling the file's functions
    def _ask(self, name: str, kind: Callable[[Any], Answer], *arguments: Any) -> Answer:
        """The answer of a function of the game's; whatever goes wrong in it is an error in the file."""
        try:
            return kind(self.hook(name)(*arguments))
        except InputError:
            raise
        except Exception as error:
            raise InputError(f"{self.path}: {name}() failed: {type(error).__name__}: {error}") from error

    def _state(self, name: str, *arguments: Any) -> State:
        state = self._ask(name, lambda words: tuple(int(word) for word in words), *arguments)
        if len(state) != self.words:
            raise InputError(f"{self.path}: {name}() returned {len(state)} words, not WORDS = {self.words}")
        return state

    def _list(self, name: str, state: State) -> list[int]:
        out = [0] * (2 * self.max_moves + 64)  # room for a game that breaks its limit
        return self._ask(name, lambda count: [int(move) for move in out[: int(count)]], state, out)


def _pair(answer: Any) -> tuple[int, int]:
    low, high = answer
    return int(low), int(high)


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
    state = game._ask("start", lambda state: state)
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
