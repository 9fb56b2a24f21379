"""The games of a match in files, each as soon as it is over: as JSON (--out), games of Othello as GGF too (--ggf)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mpi_search.matches.contest import Contest
    from mpi_search.matches.games_file import SavedGame


@contextmanager
def keeping(
    contest: Contest, done: list[SavedGame], out: Path | None, ggf: Path | None
) -> Iterator[Callable[[SavedGame], None]]:
    """While this is open, the function keeps a game. `done`: those of the match that `out` has already. The JSON is
    written first: a match goes on from there, and can tell then what is missing in the other file. Raises
    InputError."""
    keepers: list[Callable[[SavedGame], None]] = []
    with ExitStack() as files:
        if out is not None:
            from mpi_search.matches.games_file import open_games, write_game

            file = files.enter_context(open_games(out))
            keepers.append(lambda saved: write_game(file, saved))
        if ggf is not None:
            from mpi_search.protocols.ggf_match import appending_ggf

            keepers.append(files.enter_context(appending_ggf(ggf, contest.game, contest.control, done)))

        def keep(saved: SavedGame) -> None:
            for each in keepers:
                each(saved)

        yield keep
