"""The bots at a table: loaded when they are needed, watched while they think, cut short by Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable

from mpi_search.bots.bot import Bot, Choice
from mpi_search.bots.load import load_bot
from mpi_search.bots.record import Record
from mpi_search.cli.terminal.screen import Screen
from mpi_search.errors import InputError
from mpi_search.playing.session import HUMAN, Session
from mpi_search.playing.thoughts import Latest
from mpi_search.playing.words import thought_line

#: For a bot that was interrupted before it had said any move.
AT_ONCE_S = 0.01


class Opponents:
    """Of one session."""

    def __init__(
        self, session: Session, screen: Screen, loading: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        """`loading` is told which bot is loaded, which may take long."""
        self._session, self._screen, self._loading, self._clock = session, screen, loading, clock
        self._bots: dict[tuple[str, int], Bot] = {}

    def load(self) -> None:
        """All that play. Raises InputError, ClusterLost."""
        for side in (0, 1):
            if self._session.players[side] != HUMAN:
                self._bot(side)

    def forget(self) -> None:
        for bot in self._bots.values():
            bot.forget()

    def close(self) -> None:
        for bot in self._bots.values():
            bot.close()

    def _bot(self, side: int) -> Bot:
        """Who plays this side. Two bots of the same words are two."""
        players = self._session.players
        key = players[side], side if players[0] == players[1] else 0
        if key not in self._bots:
            self._loading(players[side])
            seed = f"{self._session.seed} {len(self._bots)}"
            self._bots[key] = load_bot(players[side], self._session.game, seed=seed)
        return self._bots[key]

    def choose(self) -> tuple[Choice, bool]:
        """What the bot that is to move plays; and whether Ctrl-C made it: then it is the best that it had found. Raises
        whatever goes wrong in a bot."""
        session, bot = self._session, self._bot(self._session.side)
        record = Record(session.game, session.record.position, session.record.names)
        name, began = session.player_name(session.side), self._clock()
        latest = Latest()

        def text() -> str:
            return f"{name} thinks: {thought_line(session.record, latest.thought, self._clock() - began)}"

        bot.tell = latest.tell
        try:
            with self._screen.thinking(text):
                choice = bot.choose(record, bot.seconds or session.allowance())
        except KeyboardInterrupt:
            if not self._screen.reads_terminal:
                raise
            return self._best_so_far(bot, latest.move), True
        return self._checked(choice), False

    def _best_so_far(self, bot: Bot, move: int | None) -> Choice:
        record = Record(self._session.game, self._session.record.position, self._session.record.names)
        if move is not None and move in record.legal:
            return Choice(move)
        return self._checked(bot.choose(record, AT_ONCE_S))

    def _checked(self, choice: Choice) -> Choice:
        if choice.move not in self._session.record.legal:
            raise InputError(f"it has chosen {choice.move}, which is no legal move")
        return choice
