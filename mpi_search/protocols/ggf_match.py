"""The games of a match as GGF, appended to a file: each once, a line each, also when the match is stopped and goes on.

A line is a function of what is saved of the game. So the file tells by itself which games it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mpi_search.bots.clock import Control
from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.matches.games_file import SavedGame, open_lines
from mpi_search.matches.referee import TIME_IS_UP
from mpi_search.protocols.ggf import GgfGame, Played, write_game
from mpi_search.rules.game import Game

#: The one game that this project writes as GGF.
OTHELLO = "othello"
#: Brackets and semicolons are the format's own.
_PLAIN = str.maketrans("[];", "(),")


def ggf_of(game: Game, saved: SavedGame, control: Control) -> GgfGame:
    """A finished game of Othello. The moves of its opening have no seconds; who has forfeited has resigned (r) or had
    no time left (t), and a comment says why."""
    record = Record(game, saved.position, saved.moves)
    position = game.format(record.states[0])
    assert position is not None
    assert saved.result is not None
    is_black_first = position.endswith("X")
    black, white = (saved.first, saved.second) if is_black_first else (saved.second, saved.first)
    result = saved.result if is_black_first else -saved.result
    tags = {"PB": _plain(black), "PW": _plain(white), "RE": f"{result:+.2f}{_flag(saved.note)}"}
    tags |= {"TI": _clock(control), "TY": "8"} | ({"CO": _plain(saved.note)} if saved.note else {})
    seconds = [*[None] * saved.opening, *saved.seconds]
    sides = "BW" if is_black_first else "WB"
    moves = (Played(sides[ply % 2], name, None, seconds[ply]) for ply, name in enumerate(saved.moves))
    return GgfGame(position, tuple(moves), tags)


@contextmanager
def appending_ggf(
    path: Path, game: Game, control: Control, done: Iterable[SavedGame]
) -> Iterator[Callable[[SavedGame], None]]:
    """While this is open, the function appends a game. Those that were played before and are not in the file, because
    the match was killed or kept no such file, are appended first. Raises InputError."""
    with open_lines(path, _is_whole) as file:

        def append(saved: SavedGame) -> None:
            file.write(write_game(ggf_of(game, saved, control)) + "\n")
            file.flush()

        there = Counter(path.read_text(encoding="utf-8", errors="replace").splitlines())
        for saved in done:
            line = write_game(ggf_of(game, saved, control))
            if there[line]:
                there[line] -= 1
            else:
                append(saved)
        yield append


def check_ggf(path: Path, game: Game, out: Path | None) -> None:
    """Raise InputError unless games of this game can be appended there."""
    if game.name != OTHELLO:
        raise InputError(f"--ggf is for games of Othello, not of {game.name}")
    if out is not None and path.resolve() == out.resolve():
        raise InputError(f"--out and --ggf need a file each, not {path} for both")


def _is_whole(line: str) -> bool:
    """Whether a last line without its end is no game that was torn; what others have written may well be on several
    lines."""
    return not line.startswith("(") or line.rstrip().endswith(";)")


def _flag(note: str) -> str:
    return "" if not note else ":t" if note.endswith(TIME_IS_UP) else ":r"


def _plain(text: str) -> str:
    return " ".join(text.translate(_PLAIN).split())


def _clock(control: Control) -> str:
    """What a side has for the game / what each move adds."""
    if control.move_s is not None:
        return f"00:00/{_span(control.move_s)}"
    return _span(control.game_s or 0.0) + (f"/{_span(control.more_s)}" if control.more_s else "")


def _span(seconds: float) -> str:
    """05:00, 1:00:00, 00:00.100"""
    whole, ms = divmod(round(1000 * seconds), 1000)
    hours, minutes = divmod(whole // 60, 60)
    return (f"{hours}:" if hours else "") + f"{minutes:02}:{whole % 60:02}" + (f".{ms:03}" if ms else "")
