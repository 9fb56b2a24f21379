"""The protocol of NBoard, version 2, for Othello.

    in    nboard N    set depth N    set game GGF    set contempt N    move F5/value/time    hint N    go    ping N
          learn    quit
    out   set myname NAME    pong N    status TEXT    nodestats NODES SECONDS
          search LINE VALUE 0 DEPTH     a hint: what a move is worth to the side to move, in discs
          === F5/value/seconds          the move that it would play

A pass is PA. `go` leaves the board as it is: NBoard says `move` if it likes the move. `ping` ends what is under way.
Lines that mean nothing to it are ignored, as the protocol wants it; what is wrong with others is told as status.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from mpi_search.bots.bot import Bot
from mpi_search.bots.record import Record
from mpi_search.errors import ClusterLost, InputError
from mpi_search.protocols.ggf import format_name, parse_name, read_game, record_of
from mpi_search.protocols.hints import Hint, hints
from mpi_search.rules.game import Game, State

NAME = "mpi-search"


def is_interrupt(line: str) -> bool:
    """Whether thinking under way is not wanted any more."""
    return line.split()[:1] in (["ping"], ["quit"])


class NBoard:
    """Answers lines."""

    def __init__(self, game: Game, bot: Bot, seconds: float, *, clock: Callable[[], float] = time.perf_counter) -> None:
        """`seconds`: for a move, and for the hints to a position."""
        self._game, self._bot, self._clock = game, bot, clock
        self._seconds = bot.seconds or seconds
        self._record = Record(game)
        self._depth: int | None = None
        self.is_over = False
        self._commands: dict[str, Callable[[str], Iterator[str]]] = {
            "nboard": self._nboard,
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "ping": self._ping,
            "learn": self._learn,
            "quit": self._quit,
        }

    def answer(self, text: str, should_stop: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """What a line calls for, line by line."""
        name, _, rest = text.strip().partition(" ")
        if len(name) == 2 and name not in self._commands:  # of old, a move came alone
            name, rest = "move", f"{name} {rest}"
        self._bot.should_stop = should_stop
        try:
            if name in self._commands:
                for line in self._commands[name](rest.strip()):
                    yield line + "\n"
        except InputError as error:
            yield f"status {' '.join(str(error).split())}\n"
        except ClusterLost:
            raise
        except Exception as error:  # of the bot's
            yield f"status {' '.join(f'{type(error).__name__}: {error}'.split())}\n"

    # --- what it is told
    def _nboard(self, rest: str) -> Iterator[str]:
        yield f"set myname {NAME}"

    def _set(self, rest: str) -> Iterator[str]:
        what, _, value = rest.partition(" ")
        if what == "depth" and value.strip().isdecimal():
            self._depth = max(int(value), 1)
            yield f"set myname {NAME}-{self._depth}"
        elif what == "game":
            self._record = record_of(self._game, read_game(value))
            self._bot.forget()

    def _move(self, rest: str) -> Iterator[str]:
        words = rest.replace("/", " ").split()
        if words:
            self._record.play_named(parse_name(words[0]))
        yield from ()

    def _learn(self, rest: str) -> Iterator[str]:
        yield "learned"

    def _ping(self, rest: str) -> Iterator[str]:
        yield f"pong {rest}".rstrip()

    def _quit(self, rest: str) -> Iterator[str]:
        self.is_over = True
        yield from ()

    # --- what it is asked
    def _go(self, rest: str) -> Iterator[str]:
        if self._record.is_over:
            yield "status The game is over"
            return
        yield f"status {NAME} is thinking"
        began = self._clock()
        self._limit_depth()
        choice = self._bot.choose(self._record, self._seconds)
        seconds = self._clock() - began
        if choice.move not in self._record.legal:
            raise InputError(f"the bot has chosen {choice.move}, which is no legal move")
        yield f"nodestats {choice.nodes} {seconds:.2f}"
        name = format_name(self._game.move_name(self._record.state, choice.move))
        value = "" if choice.value is None else f"{choice.value:.2f}"
        yield f"=== {name}/{value}/{seconds:.2f}"
        yield f"status {NAME} is waiting"

    def _hint(self, rest: str) -> Iterator[str]:
        if self._record.is_over:
            yield "status The game is over"
            return
        yield f"status {NAME} is analysing"
        began, nodes = self._clock(), 0
        self._limit_depth()
        for hint in hints(self._bot, self._record, int(rest) if rest.isdecimal() else 1, self._seconds):
            nodes += hint.nodes
            yield self._shown(hint)
            yield f"nodestats {nodes} {self._clock() - began:.2f}"
        yield f"status {NAME} is waiting"

    def _limit_depth(self) -> None:
        """The end of the game is not far away when it is within the depth that was set."""
        state, depth = self._record.state, self._depth
        self._bot.depth = None if depth is None or self._game.plies_left(state) <= 2 * depth else depth

    def _shown(self, hint: Hint) -> str:
        depth = "100%" if hint.exact else str(hint.depth)
        return f"search {line_in_words(self._game, self._record.state, hint.line)} {hint.value:.2f} 0 {depth}"


def line_in_words(game: Game, state: State, moves: tuple[int, ...]) -> str:
    """F5D6C3"""
    names = []
    for move in moves:
        names.append(format_name(game.move_name(state, move)))
        state = game.play(state, move)
    return "".join(names)
