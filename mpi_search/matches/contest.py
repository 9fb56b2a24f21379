"""What a match is made of: the game, its openings, the time, and the bots, made when they are first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from mpi_search.bots.bot import Bot, never
from mpi_search.bots.clock import Control
from mpi_search.bots.record import Record
from mpi_search.matches.games_file import SavedGame
from mpi_search.matches.openings import Openings
from mpi_search.matches.referee import play_game
from mpi_search.matches.schedule import Pairing
from mpi_search.rules.game import Game

#: From the words that describe a bot to the bot. Raises InputError.
MakeBot = Callable[[str], Bot]


@dataclass
class Contest:
    """What is played, and by whom. Bots are made when they are first needed, and kept."""

    game: Game
    openings: Openings
    control: Control
    make_bot: MakeBot
    seed: int
    position: str = "start"
    should_stop: Callable[[], bool] = never  #: what the bots ask; whatever it raises ends the game under way
    _bots: dict[tuple[str, int], Bot] = field(default_factory=dict)

    def check(self, names: list[str]) -> None:
        """Make the bots, so that what is wrong with one is known before any plays. Raises InputError."""
        for words in names:
            self._bots[words, 0] = self.make_bot(words)

    def play(self, pairing: Pairing) -> SavedGame:
        """One game of the schedule."""
        opening = self.openings.opening(pairing.opening)
        record = Record(self.game, self.position, opening)
        bots = self._bot(pairing.first, 0, pairing), self._bot(pairing.second, 1, pairing)
        played = play_game(record, bots, self.control)
        if played.broken is not None:
            self._drop(played.broken)
        return SavedGame(
            self.game.name,
            self.position,
            tuple(record.names),
            pairing.first,
            pairing.second,
            played.result,
            tuple(round(took, 6) for took in played.seconds),
            self.seed,
            played.note,
            pairing.number,
            len(opening),
            str(self.control),
        )

    def is_own(self, saved: SavedGame, pairing: Pairing) -> bool:
        """Whether a game of a file is what `play` would have made of the pairing, but for chance."""
        same = self.game.name, self.position, self.seed, str(self.control)
        opening = self.openings.opening(pairing.opening)
        return (saved.game, saved.position, saved.seed, saved.control) == same and list(
            saved.moves[: saved.opening]
        ) == opening

    def _bot(self, words: str, side: int, pairing: Pairing) -> Bot:
        """A bot for one side; one that plays itself needs two of its kind. What it draws depends on the game alone."""
        key = words, side if pairing.first == pairing.second else 0
        if key not in self._bots:
            self._bots[key] = self.make_bot(words)
        bot = self._bots[key]
        bot.should_stop = self.should_stop
        bot.rng.seed(f"{self.seed} {pairing.number} {side} {words}")
        return bot

    def _drop(self, broken: Bot) -> None:
        """It is made anew for the next game: an engine that is gone must not lose all of them."""
        broken.close()
        self._bots = {key: bot for key, bot in self._bots.items() if bot is not broken}

    def close(self) -> None:
        """The bots are not needed any more."""
        for bot in self._bots.values():
            bot.close()
        self._bots.clear()


def of_match(games: Iterable[SavedGame], contest: Contest, pairings: Iterable[Pairing]) -> list[SavedGame]:
    """Those of the games that are games of this schedule, with the same opening and time: the others of a file are
    passed over."""
    wanted = {(each.number, each.first, each.second): each for each in pairings}
    found = {}
    for saved in games:
        key = saved.number or 0, saved.first, saved.second
        if saved.number is not None and key in wanted and contest.is_own(saved, wanted[key]):
            found[key] = saved
    return list(found.values())


def still_to_play(pairings: Iterable[Pairing], done: Iterable[SavedGame]) -> Iterator[Pairing]:
    """Those of a schedule that no saved game is."""
    numbers = {(saved.number, saved.first, saved.second) for saved in done}
    return (each for each in pairings if (each.number, each.first, each.second) not in numbers)
