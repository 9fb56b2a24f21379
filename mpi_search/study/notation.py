"""What a game defines for people must not fail either: boards, sentences, and texts that are no positions."""

from __future__ import annotations

from collections.abc import Iterable

from mpi_search.errors import InputError
from mpi_search.rules.answers import place
from mpi_search.rules.game import Game, State

#: No positions of any game, or of hardly any.
_NONSENSE = ("nonsense", "?", "0", "-1", "x y z", "1 2 x", "a1 b9", "//", "....... X", "\u00e9\u00b2")


def check_words(game: Game, states: Iterable[State]) -> None:
    """Have positions and values shown. Raises InputError."""
    for state in states:
        game.draw(state)
        for value in (-game.max_value, 0, game.max_value):
            game.describe(state, value)


def wrong_refusal(game: Game, state: State) -> str | None:
    """What `parse` does wrong about texts that are none, or nearly that of a position: it may take them or raise
    InputError, nothing else."""
    written = game.format(state) or ""
    for words in (*_NONSENSE, written[:-1], written[1:], f"{written}x", f"{written} 1") if game.has("parse") else ():
        try:
            game.hook("parse")(words)
        except InputError:
            continue
        except Exception as error:
            where = f"{place(error, 'parse', game.files)}: {type(error).__name__}: {error}"
            return f"parse({words!r}) failed{where}; what is no position must end in an InputError"
    return None
