"""A saved game, looked at move by move."""

from __future__ import annotations

from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.matches.games_file import SavedGame
from mpi_search.playing.endings import end_of, side_name
from mpi_search.playing.refusals import shown
from mpi_search.rules.game import Game, State

KEYS = "Enter next, b back, a number goes there, q quit"


class Replay:
    """Somewhere between the first position of the game and its last."""

    def __init__(self, game: Game, saved: SavedGame) -> None:
        """Raises InputError."""
        self.saved = saved
        self.record = Record(game, saved.position, saved.moves)
        self.at = 0  #: moves that are on the board
        self.is_left = False

    @property
    def last(self) -> int:
        return len(self.record.moves)

    @property
    def state(self) -> State:
        return self.record.states[self.at]

    @property
    def before(self) -> State | None:
        """The position before the last move."""
        return self.record.states[self.at - 1] if self.at else None

    def heads(self) -> tuple[str, ...]:
        """Who played, and what is seen of it."""
        players = (self.saved.first or "?", self.saved.second or "?")
        sides = (f"{side_name(self.record, side)}  {player}" for side, player in enumerate(players))
        return (*sides, f"move {self.at} of {self.last}")

    @property
    def end(self) -> str:
        """How it ended."""
        return end_of(self.record, self.saved)

    def read(self, line: str) -> str:
        """Follow a line of input; what is to be said about it."""
        word = line.strip().lower()
        if word in ("q", "quit"):
            self.is_left = True
        elif word in ("", "n", "next"):
            if self.at == self.last:
                return "that was the last move; " + KEYS
            self.at += 1
        elif word in ("b", "back"):
            if self.at == 0:
                return "that is where it began; " + KEYS
            self.at -= 1
        elif word in map(str, range(self.last + 1)):
            self.at = int(word)
        else:
            return f"{shown(line)} means nothing here: {KEYS} (0 to {self.last})"
        return ""


def chosen(games: list[SavedGame], number: int | None, path: str, game: str) -> SavedGame:
    """The game in this line of the file, or the last of this kind. Raises InputError."""
    if number is not None:
        if not 1 <= number <= len(games):
            raise InputError(f"--number {number}: {path} has the games 1 to {len(games)}")
        saved = games[number - 1]
        if saved.game != game:
            raise InputError(f"--number {number} of {path} is a game of {saved.game}, not of {game}")
        return saved
    own = [saved for saved in games if saved.game == game]
    if not own:
        others = ", ".join(sorted({saved.game for saved in games})) or "nothing"
        raise InputError(f"{path} has no game of {game}, but of {others}")
    return own[-1]
