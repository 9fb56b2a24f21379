"""A bot that has another program choose its moves, by GTP."""

from __future__ import annotations

import math

from mpi_search.bots.bot import Bot, Choice, Setup
from mpi_search.bots.record import Record
from mpi_search.errors import EngineError, InputError
from mpi_search.protocols.boards import forced_pass, parse_vertex, size_of, vertex
from mpi_search.protocols.gtp_client import GtpClient, Refusal
from mpi_search.protocols.gtp_text import KNOWS_INTERRUPT
from mpi_search.rules.game import Game

#: A move may take so much longer than it should before the program counts as silent.
PATIENCE_S, PATIENCE = 60.0, 2.0


class GtpPlayer(Bot):
    """The program is shown the moves that it has not seen; where the game went another way, it begins again. It
    is told when its move is wanted at once, if it understands that."""

    name = "gtp"

    def __init__(self, setup: Setup, command: str) -> None:
        """Raises InputError if the program cannot be started, EngineError if it does not speak GTP."""
        super().__init__(setup)
        self._client = GtpClient(command)
        self._seen: list[str] | None = None  #: the moves on its board; None: it has none yet
        self._seconds = 0
        try:
            self._known = set(self._client.ask("list_commands").split())
            if (size := size_of(setup.game)) is not None:
                self._client.ask(f"boardsize {size}")
        except EngineError:
            self.close()
            raise

    def forget(self) -> None:
        self._seen = None

    def close(self) -> None:
        self._client.close()

    def choose(self, record: Record, seconds: float) -> Choice:
        """Raises EngineError when the program is gone, silent, gives up or plays what is not legal."""
        if (skip := forced_pass(record)) is not None:
            return Choice(skip, line=(skip,))
        moves = self._moves_so_far(record)
        self._show(moves)
        colour = _colour(len(moves))
        self._set_clock(colour, seconds)
        wait_s, interrupts = PATIENCE_S + PATIENCE * seconds, KNOWS_INTERRUPT in self._known
        answer = self._client.ask(f"genmove {colour}", wait_s, self.should_stop, interrupts=interrupts)
        move = parse_vertex(record, answer)
        if move is None:
            fault = "resigned" if answer.lower() == "resign" else f"played {answer!r}, which is not legal,"
            raise EngineError(f"{self._client.command}: {fault} after {' '.join(moves) or 'the first position'}")
        self._seen = [*moves, vertex(self.game, record.state, move)]
        return Choice(move, line=(move,))

    def _moves_so_far(self, record: Record) -> list[str]:
        """All moves from the start of the game, as GTP has them."""
        opening = moves_to(self.game, record.position)
        if opening is None:
            raise EngineError(f"{self._client.command}: GTP has no way to say the position {record.position!r}")
        names = [vertex(self.game, state, move) for state, move in zip(record.states, record.moves, strict=False)]
        return opening + names

    def _show(self, moves: list[str]) -> None:
        if self._seen is None or self._seen != moves[: len(self._seen)]:
            self._client.ask("clear_board")
            self._seen = []
        for number in range(len(self._seen), len(moves)):
            try:
                self._client.ask(f"play {_colour(number)} {moves[number]}")
            except Refusal:
                if moves[number] != "pass":  # a program may well pass by itself
                    raise
        self._seen = moves

    def _set_clock(self, colour: str, seconds: float) -> None:
        """Every move by itself; GTP counts in whole seconds."""
        whole = max(math.ceil(seconds), 1)
        if whole != self._seconds and "time_settings" in self._known:
            self._client.ask(f"time_settings 0 {whole} 1")
            self._seconds = whole
        if "time_left" in self._known:
            self._client.ask(f"time_left {colour} {whole} 1")


def _colour(number: int) -> str:
    """Of the side that makes the move of this number."""
    return "white" if number % 2 else "black"


def moves_to(game: Game, position: str) -> list[str] | None:
    """The moves from the start to a position that is written as such; None if it is written otherwise. Passes may be
    left out."""
    record, rest = Record(game), "".join(position.split()).lower()
    if position.strip() in ("", "start"):
        return []
    while rest:
        if (skip := forced_pass(record)) is not None and not rest.startswith("pa"):
            record.play(skip)
        names = {game.move_name(record.state, move).lower(): move for move in record.legal}
        name = max((name for name in names if rest.startswith(name)), key=len, default=None)
        if name is None:
            return None
        record.play(names[name])
        rest = rest[len(name) :]
    try:
        is_there = game.parse(position) == record.state
    except InputError:
        return None
    return _vertices(record) if is_there else None


def _vertices(record: Record) -> list[str]:
    return [vertex(record.game, state, move) for state, move in zip(record.states, record.moves, strict=False)]
