"""Files of fits, and which of them a game uses.

A file is JSON with a fit on each line, written by `save_fits` and read by `load_fits`:

    {"game": "othello", "fits": [
    {"shallow": 2, "deep": 4, "a": 0.98, "b": 0.3, "sigma": 4.1, "phase": [70, 95]},
    ...
    ]}

The file `othello.fits.json` beside `othello.py` is the game's own: ProbCut uses it unless it is told otherwise. A game
file of a user's may have one as well. It counts for the game that it names, so a board of another size, whose fits
would be others, does without.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from mpi_search.algorithms.fit import Fit, Phase
from mpi_search.errors import InputError
from mpi_search.rules.game import Game


def title(game: Game) -> str:
    """What a file calls the game: its name, also where it was given as a path, and the board."""
    _, colon, variant = game.name.partition(":")
    return game.path.stem + colon + variant


def save_fits(path: Path, game: Game, fits: Sequence[Fit]) -> None:
    """Write the fits of one game. Raises InputError where nothing can be written."""
    rows = ",\n".join(json.dumps(asdict(fit)) for fit in fits)
    try:
        path.write_text(f'{{"game": {json.dumps(title(game))}, "fits": [\n{rows}\n]}}\n')
    except OSError as error:
        raise InputError(f"{path}: the fits cannot be written: {error.strerror}") from error


def load_fits(path: Path, game: Game) -> tuple[Fit, ...]:
    """Read the fits of `game`. Raises InputError that names the file and what is wrong with it."""
    owner, fits = _read(path)
    if owner != title(game):
        raise InputError(f"{path}: these fits are for {owner}, not for {title(game)}")
    return fits


def own_file(game: Game) -> Path | None:
    """The file of fits that belongs to the game, if there is one. Raises InputError."""
    path = game.path.with_suffix(".fits.json")
    return path if path.is_file() and _read(path)[0] == title(game) else None


def own_fits(game: Game) -> tuple[Fit, ...] | None:
    """The fits that belong to the game, or None. Raises InputError."""
    path = own_file(game)
    return None if path is None else load_fits(path, game)


def _read(path: Path) -> tuple[str, tuple[Fit, ...]]:
    """Whose fits a file has, and the fits."""
    try:
        content = json.loads(path.read_text())
        owner, rows = content["game"], content["fits"]
        return owner, tuple(Fit(**{**row, "phase": Phase(*row["phase"])}) for row in rows)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: no fits can be read: {type(error).__name__}: {error}") from error
