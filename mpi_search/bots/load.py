"""From words to a bot: `kernel`, `annealing:time=3`, `./mybot.py`, `./mybot.py:Mine:depth=3`.

A file of one's own has a subclass of `Bot`, or just a function `choose(game, state, seconds)` that returns the name or
the number of a move.
"""

from __future__ import annotations

import gc
import importlib
import inspect
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mpi_search.bots.bot import Bot, Choice, Setup, refuse
from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.policies.load import executed
from mpi_search.rules.game import Game

#: Where each bot lives: file and class.
HOMES = {
    "random": ("random_moves", "RandomMoves"),
    "greedy": ("greedy", "Greedy"),
    "hill-climbing": ("hill_climbing", "HillClimbing"),
    "annealing": ("annealing", "Annealing"),
    "minimax-random": ("minimax_random", "MinimaxRandom"),
    "minimax-heuristic": ("minimax_heuristic", "MinimaxHeuristic"),
    "minimax": ("minimax", "Minimax"),
    "mcts": ("mcts", "Mcts"),
    "proof": ("proof", "ProofBot"),
    "kernel": ("kernel", "KernelBot"),
    "perfect": ("perfect", "Perfect"),
    "cluster": ("cluster", "ClusterBot"),
}
DEFAULT = "kernel"


def load_bot(words: str, game: Game, *, seed: int | str = 1, clock: Callable[[], float] = time.perf_counter) -> Bot:
    """The bot that these words describe, ready to play. Raises InputError."""
    kind, options = _split(words)
    chosen = _options(words, kind, options)
    seconds = chosen.pop("time", None)
    try:
        bot = kind(Setup(game, random.Random(seed), clock, seconds), **chosen)
    except InputError:
        raise
    except Exception as error:
        raise refuse(words, f"{kind.__name__}() failed: {type(error).__name__}: {error}") from error
    gc.freeze()  # what was loaded stays: looking through all of it for garbage takes 0.1 s, in the midst of a move
    return bot


def check_bot(words: str) -> None:
    """Raise InputError if there is no such bot, or its options are wrong."""
    kind, options = _split(words)
    _options(words, kind, options)


def _split(words: str) -> tuple[type[Bot], str]:
    """The class, and its options as they were written."""
    name, _, rest = words.partition(":")
    if name in HOMES:
        file, kind = HOMES[name]
        return getattr(importlib.import_module(f"mpi_search.bots.{file}"), kind), rest
    if not name.endswith(".py"):
        raise InputError(f"there is no bot {name!r}; there are {', '.join(HOMES)}, or a file ./mybot.py")
    wanted, _, options = rest.partition(":") if "=" not in rest.partition(":")[0] else ("", "", rest)
    return _from_file(Path(name), wanted), options


def _options(words: str, kind: type[Bot], text: str) -> dict[str, Any]:
    """The options by their names, as numbers where numbers are wanted."""
    known = {"time": 0.0, **options_of(kind)}
    chosen: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or name not in known:
            raise refuse(words, f"{pair!r} is no option; there are {', '.join(f'{each}=...' for each in known)}")
        chosen[name] = _value(words, name, value.strip(), known[name])
    if chosen.get("time", 1.0) <= 0:
        raise refuse(words, "time must be more than 0 seconds")
    return chosen


def options_of(kind: type[Bot]) -> dict[str, object]:
    """Its own options, with their defaults."""
    parameters = inspect.signature(kind).parameters.values()
    return {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}


def _value(words: str, name: str, text: str, default: object) -> object:
    if isinstance(default, str):
        return text
    kind = float if isinstance(default, float) else int
    try:
        value = kind(text)
    except ValueError:
        raise refuse(words, f"{name} must be a {'' if kind is float else 'whole '}number, not {text!r}") from None
    if not 0 <= value < float("inf"):
        raise refuse(words, f"{name} must not be {text}")
    return value


# --- files -----------------------------------------------------------------------------------------------------------


def _from_file(path: Path, wanted: str) -> type[Bot]:
    """The class of a file. Raises InputError."""
    if not path.is_file():
        raise InputError(f"there is no bot file {path}")
    module = executed(path, "bot")
    own = {
        name: item
        for name, item in vars(module).items()
        if inspect.isclass(item) and issubclass(item, Bot) and item.__module__ == module.__name__
    }
    if wanted:
        if wanted not in own:
            raise InputError(f"{path}: there is no bot {wanted}; the file has {', '.join(own) or 'none'}")
        return own[wanted]
    if len(own) == 1:
        return next(iter(own.values()))
    if own:
        raise InputError(f"{path} has several bots: say which, {path}:{next(iter(own))}")
    if not callable(getattr(module, "choose", None)):
        raise InputError(f"{path} has neither a subclass of Bot nor a function choose(game, state, seconds)")
    return _from_function(path, module.choose)


def _from_function(path: Path, function: Callable[..., Any]) -> type[Bot]:
    class FromFunction(Bot):
        name = path.stem

        def choose(self, record: Record, seconds: float) -> Choice:
            chosen = function(self.game, record.state, seconds)
            move = self.game.parse_move(record.state, chosen) if isinstance(chosen, str) else int(chosen)
            return Choice(move)

    return FromFunction
