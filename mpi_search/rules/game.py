"""A game as the rest of the program sees it: its rules in plain Python, its limits, its notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from mpi_search.errors import InputError
from mpi_search.rules import hooks
from mpi_search.rules.answers import Answer, ask, home, numbers, pair, text, turned, whole
from mpi_search.rules.hooks import UNDECIDED
from mpi_search.rules.picture import Look, Picture, look_of, picture_of

State = tuple[int, ...]

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
PLAIN = {"optimism": 1, "heuristic": 2}
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
    def runs_plain(self) -> bool:
        """Whether its functions cannot be compiled: it is another program's."""
        return bool(getattr(self.module, "RUNS_PLAIN", False))

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
        return self.ask("plies_left", whole, state) if self.has("plies_left") else self.max_plies

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
        value = self.ask("outcome", whole, state)
        return None if value == UNDECIDED else value

    def canonical(self, state: State) -> tuple[State, int]:
        """The representative of all positions equal to this one by symmetry, and how it was reached."""
        seen, turn = self.ask("canonical", turned, state)
        if len(seen) != self.words:
            raise InputError(f"{self.file_of('canonical')}: canonical() returned {len(seen)} words, not {self.words}")
        return seen, turn

    def evaluate(self, state: State) -> int:
        """The static evaluation of an unfinished position."""
        return self.ask("evaluate", whole, state)

    def noisy_moves(self, state: State) -> list[int]:
        """The moves that a quiescence search tries beyond the horizon."""
        return self._list("noisy", state)

    def order(self, state: State, move: int, child: State) -> int:
        """How early the game would try `move`, which leads to `child`: larger is earlier."""
        return self.ask("order", whole, state, move, child)

    def optimism(self, state: State) -> tuple[int, int]:
        """(low, high): the value at the end of the game surely lies between them.

        Without a hook `optimism`: what `bounds` knows with all values in its window, if the game has that.
        """
        if self.has("optimism"):
            return self.ask("optimism", pair, state)
        if self.has("bounds"):
            return self.bounds(state, -self.max_value - 1, self.max_value + 1)
        outcome = self.outcome(state)
        return (-self.max_value, self.max_value) if outcome is None else (outcome, outcome)

    def heuristic(self, state: State, *, to_move: bool) -> float:
        """How good a position, finished or not, looks to local search: for the side to move, or for the other one."""
        return self.ask("heuristic", float, state, to_move)

    def bounds(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """(lower, upper): the value at the end of the game surely lies between them."""
        return self.ask("bounds", pair, state, alpha, beta)

    def is_open(self, state: State) -> bool:
        """Whether `bounds` leaves more than one value."""
        lower, upper = self.bounds(state, -1, 1) if self.has("bounds") else (0, 1)
        return lower < upper

    def forced(self, state: State) -> int:
        """A best move that is plain to see, or -1."""
        return self.ask("forced", whole, state)

    def candidates(self, state: State) -> list[int]:
        """The moves, less those that cannot be the only best one."""
        return self._list("candidates" if self.has("candidates") else "moves", state)

    def is_leaf(self, state: State) -> bool:
        """Whether the game solves this position whole by itself."""
        return self.has("is_leaf") and self.ask("is_leaf", bool, state)

    def solve_leaf(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """(value, nodes), fail-soft, of a leaf."""
        return self.ask("solve_leaf", pair, state, alpha, beta)

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
        return self.ask("format", text, state) if self.has("format") else None

    def move_name(self, state: State, move: int) -> str:
        """What people call the move."""
        return self.ask("move_name", text, state, move) if self.has("move_name") else str(move)

    def describe(self, state: State, value: int) -> str:
        """An exact value as a sentence."""
        if self.has("describe"):
            return self.ask("describe", text, state, value)
        return "a draw" if value == 0 else f"the side to move {'wins' if value > 0 else 'loses'}"

    def draw(self, state: State) -> str:
        """The board for a terminal."""
        return self.ask("draw", text, state) if self.has("draw") else f"state {state}"

    @cached_property
    def look(self) -> Look:
        """What its sides are called, and how its pieces look on a terminal."""
        return look_of(self.module)

    def cells(self, state: State) -> Picture | None:
        """The board cell by cell, if the game can say whose each is."""
        return self.ask("cells", picture_of, state) if self.has("cells") else None

    def side(self, state: State) -> int | None:
        """Who is to move, 0 for the side that begins in the first position, if the game says it."""
        return self.ask("side", whole, state) if self.has("side") else None

    def why_not(self, state: State, words: str) -> str:
        """Why this text is no legal move, in a few words; "" if it does not look like a move, or nobody knows."""
        return self.ask("why_not", text, state, words) if self.has("why_not") else ""

    # --- calling the file's functions
    @cached_property
    def files(self) -> tuple[str, ...]:
        """All that its functions may be written in: the rules, what replaces parts of them, what they import."""
        helpers = (str(module.__file__) for module in self.helpers)
        return (str(self.path), *(str(other.path) for other in self.others), *helpers)

    def file_of(self, name: str) -> str:
        """The file that defines a function, the one with the rules if none does."""
        found = [getattr(module, name) for module in (self.module, *self.helpers) if hasattr(module, name)]
        return home(found[0], self.files) if found else str(self.path)

    def ask(self, name: str, kind: Callable[[Any], Answer], *arguments: Any) -> Answer:
        """The answer of a function of the game's, which must be what `kind` takes. Raises InputError."""
        return ask(self.hook(name), name, kind, arguments, self.files)

    def _state(self, name: str, *arguments: Any) -> State:
        state = self.ask(name, numbers, *arguments)
        if len(state) != self.words:
            raise InputError(f"{self.path}: {name}() returned {len(state)} words, not WORDS = {self.words}")
        return state

    def _list(self, name: str, state: State) -> list[int]:
        out = [0] * (2 * self.max_moves + 64)  # room for a game that breaks its limit
        return self.ask(name, lambda count: [whole(move) for move in out[: whole(count)]], state, out)
