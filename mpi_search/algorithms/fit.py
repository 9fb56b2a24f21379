"""What ProbCut must know of a game: how well a shallow search foretells a deep one.

For a pair of depths the deep value is taken for  a * shallow value + b + error,  the error normal with deviation
sigma.

A file of fits is JSON, written by `save_fits` and read by `load_fits`:

    {"game": "othello", "fits": [{"shallow": 2, "deep": 4, "a": 0.98, "b": 0.3, "sigma": 4.1}, ...]}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from mpi_search.errors import InputError
from mpi_search.kernel.game import Game


@dataclass(frozen=True)
class Fit:
    """One pair of depths."""

    shallow: int  #: plies of the search that foretells
    deep: int  #: plies of the search that is foretold
    a: float  #: the slope; above 0
    b: float  #: the offset
    sigma: float  #: the standard deviation of the error

    def __post_init__(self) -> None:
        if not 0 <= self.shallow < self.deep:
            raise InputError(f"a fit needs 0 <= shallow < deep, not {self.shallow} and {self.deep}")
        if not (self.a > 0 and self.sigma >= 0):
            raise InputError(f"a fit needs a > 0 and sigma >= 0, not a = {self.a} and sigma = {self.sigma}")


def save_fits(path: Path, game: Game, fits: Sequence[Fit]) -> None:
    """Write the fits of one game."""
    path.write_text(json.dumps({"game": game.name, "fits": [asdict(fit) for fit in fits]}, indent=2) + "\n")


def load_fits(path: Path, game: Game) -> tuple[Fit, ...]:
    """Read the fits of `game`. Raises InputError that names the file and what is wrong with it."""
    try:
        content = json.loads(path.read_text())
        owner, rows = content["game"], content["fits"]
        fits = tuple(Fit(**{field.name: row[field.name] for field in fields(Fit)}) for row in rows)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: no fits can be read: {type(error).__name__}: {error}") from error
    if owner != game.name:
        raise InputError(f"{path}: these fits are for {owner}, not for {game.name}")
    return fits


def guessed_fits(game: Game, depth: int) -> tuple[Fit, ...]:
    """Fits for want of better ones: a shallow value is taken for the deep one, give or take a tenth of the largest.

    One for every depth from 3 to `depth`; the shallow depth is about half of it and of the same parity, because
    evaluations swing between odd and even depths.
    """
    shallow_of = {deep: deep - 2 * -(-deep // 4) for deep in range(3, depth + 1)}
    return tuple(Fit(shallow, deep, 1.0, 0.0, game.max_value / 10) for deep, shallow in shallow_of.items())
