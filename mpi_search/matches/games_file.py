"""Games as lines of JSON, one a line: written as soon as they are over, read also when the last line is torn.

    {"game", "position", "moves": [names], "first", "second", "result", "seed", "times": [seconds], "note"}

Games of a match have a "number" in it, and say how many of the moves were its "opening", for which there are no times.
`result` is the value for the side that moved first, or null for a game that is not over.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from mpi_search.errors import InputError


@dataclass(frozen=True)
class SavedGame:
    """A game as it was played so far."""

    game: str  #: "connect4:6x5"
    position: str = "start"  #: where it began
    moves: tuple[str, ...] = ()
    first: str = ""  #: who moved first: "human", or the words that make the bot
    second: str = ""
    result: int | None = None  #: the value for the side that moved first; None: the game is not over
    seconds: tuple[float, ...] = ()  #: that each move took
    seed: int | None = None
    note: str = ""  #: how it ended, if not by the rules
    number: int | None = None  #: in a match
    opening: int = 0  #: so many of the moves were given, and took no time
    control: str = ""  #: the time of the match

    def continues(self, other: SavedGame) -> bool:
        """Whether it is the other game, or what became of it."""
        same = (self.game, self.position) == (other.game, other.position)
        return same and self.moves[: len(other.moves)] == other.moves


def write_game(file: TextIO, saved: SavedGame) -> None:
    """Append it as a line, so that it is there even if this process is killed."""
    row: dict[str, Any] = {
        "game": saved.game,
        "position": saved.position,
        "moves": list(saved.moves),
        "first": saved.first,
        "second": saved.second,
        "result": saved.result,
        "seed": saved.seed,
        "times": [round(seconds, 6) for seconds in saved.seconds],
    }
    if saved.note:
        row["note"] = saved.note
    if saved.number is not None:
        row |= {"number": saved.number, "opening": saved.opening, "control": saved.control}
    file.write(json.dumps(row) + "\n")
    file.flush()


def open_games(path: str | Path) -> TextIO:
    """The file, to append games to. What a torn line has left is taken away first. Raises InputError."""
    return open_lines(path, lambda line: _row(line) is not None)


def open_lines(path: str | Path, is_whole: Callable[[str], bool]) -> TextIO:
    """A file to append lines to. A last line without its end is ended if it `is_whole`, otherwise it was torn and is
    taken away. Raises InputError."""
    try:
        with open(path, "ab+") as file:
            file.seek(0)
            text = file.read()
            if not text.endswith(b"\n") and not is_whole(text[text.rfind(b"\n") + 1 :].decode(errors="replace")):
                file.truncate(text.rfind(b"\n") + 1)
            elif text and not text.endswith(b"\n"):
                file.write(b"\n")
        return open(path, "a", encoding="utf-8")
    except OSError as error:
        raise InputError(f"games cannot be written to {path}: {error.strerror}") from error


def read_games(path: str | Path) -> list[SavedGame]:
    """The games of a file, without a last line that is torn. Raises InputError, with the number of a bad line."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"there are no games in {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"there are no games in {path}: it is no text") from error
    games = []
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        saved = _saved(_row(line))
        if saved is not None:
            games.append(saved)
        elif line.strip() and line.endswith("\n"):
            raise InputError(f"{path}: line {number} is no game: {line.strip()[:60]!r}")
    return games


def last_unfinished(games: list[SavedGame], game: str) -> SavedGame | None:
    """The last of these games that nobody has finished, nor gone on with."""
    found = None
    for saved in (each for each in games if each.game == game):
        if saved.result is None:
            found = saved
        elif found is not None and saved.continues(found):
            found = None
    return found


_NUMBERS = ("seed", "number", "opening")


def _row(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _saved(row: Any) -> SavedGame | None:
    """A game out of its row; None if that is no game."""
    if not isinstance(row, dict) or not isinstance(row.get("game"), str):
        return None
    moves, times, result = row.get("moves"), row.get("times", []), row.get("result")
    texts = [row.get("position", "start"), row.get("first", ""), row.get("second", ""), row.get("note", "")]
    texts.append(row.get("control", ""))
    if not isinstance(moves, list) or not all(isinstance(text, str) for text in (*moves, *texts)):
        return None
    if not isinstance(times, list) or not all(_is_number(seconds) for seconds in times):
        return None
    if result is not None and (not isinstance(result, int) or isinstance(result, bool)):
        return None
    seed, number, opening = (row.get(key) if isinstance(row.get(key), int) else None for key in _NUMBERS)
    position, first, second, note, control = texts
    seconds = tuple(float(each) for each in times)
    facts = position, tuple(moves), first, second, result, seconds, seed, note, number, opening or 0, control
    return SavedGame(row["game"], *facts)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
