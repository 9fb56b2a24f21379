"""What the functions of a game file answer: it has a shape, and whatever goes wrong in them has a place."""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TypeVar

from mpi_search.errors import InputError

Answer = TypeVar("Answer")

#: Functions that answer with more than one number, and with what.
SHAPES = {
    "start": "a tuple of WORDS numbers",
    "play": "a tuple of WORDS numbers",
    "parse": "a tuple of WORDS numbers",
    "moves": "how many whole numbers it has written into `out`",
    "noisy": "how many whole numbers it has written into `out`",
    "candidates": "how many whole numbers it has written into `out`",
    "canonical": "(state, turn)",
    "bounds": "(lower, upper)",
    "solve_leaf": "(value, nodes)",
    "optimism": "(low, high)",
    "format": "a text",
    "move_name": "a text",
    "draw": "a text",
    "describe": "a text",
}
#: Of what a function has answered so much is shown.
SHOWN_CHARACTERS = 60


def whole(answer: Any) -> int:
    """A whole number. Raises TypeError for any other, 2.0 too: compiled code would cut what follows the point."""
    return operator.index(answer)


def text(answer: Any) -> str:
    """A text, or what can be one. Raises TypeError for nothing: somebody has forgotten to return it."""
    if answer is None:
        raise TypeError("nothing is no text")
    return str(answer)


def pair(answer: Any) -> tuple[int, int]:
    """Two whole numbers."""
    one, other = answer
    return whole(one), whole(other)


def numbers(answer: Any) -> tuple[int, ...]:
    """A state."""
    return tuple(whole(word) for word in answer)


def turned(answer: Any) -> tuple[tuple[int, ...], int]:
    """A state, and how it was reached."""
    state, turn = answer
    return numbers(state), whole(turn)


def ask(
    function: Callable[..., Any],
    name: str,
    kind: Callable[[Any], Answer],
    arguments: tuple[Any, ...],
    files: Collection[str],
) -> Answer:
    """What `function`, which is the game's `name`, answers. Whatever goes wrong in it is an error in one of the game's
    `files`, of which the first is that of the rules. Raises InputError."""
    try:
        answer = function(*arguments)
    except InputError:
        raise
    except Exception as error:
        where = place(error, name, files)
        raise InputError(f"{home(function, files)}: {name}() failed{where}: {type(error).__name__}: {error}") from error
    try:
        return kind(answer)
    except (TypeError, ValueError) as error:
        wanted, shown = SHAPES.get(name, "a whole number"), shortened(repr(answer))
        raise InputError(f"{home(function, files)}: {name}() must return {wanted}, not {shown}") from error


def home(function: Callable[..., Any], files: Collection[str]) -> str:
    """The one of a game's files that defines a function; that of the rules for any other."""
    code = getattr(getattr(function, "py_func", function), "__code__", None)
    file = code.co_filename if code is not None else ""
    return file if file in files else next(iter(files))


def place(error: BaseException, name: str, files: Collection[str]) -> str:
    """Where in the files of a game an error has come up, and in which function if not in `name`: " at line 7". Nothing
    if the function was called in a way that it does not know."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    if not frames:
        return ""
    last, first = frames[-1], frames[0]
    file = f" of {Path(last.filename).name}" if last.filename != first.filename else ""
    inside = f" in {last.name}()" if last.name != name else ""
    return f" at line {last.lineno}{file}{inside}"


def shortened(text: str) -> str:
    """A text in one line that is not too long."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN_CHARACTERS else line[: SHOWN_CHARACTERS - 4] + " ..."
