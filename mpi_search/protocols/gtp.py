"""GTP 2 for every game: an engine that knows a position and has a bot for its moves.

The side that is not to move may play where the game forces the other one to pass: many clients do not say that, and
the pass is played for them. What one command has played, `undo` takes back.

Moves are answered as the client says them: by their names, or by squares, which are all that GoGui knows.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

from mpi_search import __version__
from mpi_search.bots.bot import Bot, Choice
from mpi_search.bots.record import Record
from mpi_search.protocols.boards import (
    PASSES,
    SIDES,
    board_of,
    fits,
    forced_pass,
    game_id,
    parse_colour,
    parse_vertex,
    result_in_words,
    square,
    vertex,
)
from mpi_search.protocols.gtp_rules import ANALYSES, rules_commands
from mpi_search.protocols.gtp_text import INTERRUPT, KNOWS_INTERRUPT, GtpError, failure, parse_command, success
from mpi_search.protocols.gtp_time import Timing
from mpi_search.rules.game import Game

Words: TypeAlias = "tuple[str, ...]"

#: How the names of the commands begin that GoGui asks.
OF_GOGUI = "gogui-"


def is_interrupt(line: str) -> bool:
    """Whether thinking under way is not wanted any more: also at the end of the session."""
    if line.strip() == INTERRUPT:
        return True
    command = parse_command(line)
    return command is not None and command.name == "quit"


class GtpEngine:
    """Answers lines."""

    def __init__(
        self,
        game: Game,
        bot: Bot,
        timing: Timing,
        *,
        resigns: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """`resigns`: when the bot knows that it has lost."""
        self._game, self._bot, self._timing, self._resigns, self._clock = game, bot, timing, resigns, clock
        self._record = Record(game)
        self._called = vertex  #: what the client calls a move
        self._steps: list[int] = []  #: how many moves of the record each command has played
        self._should_stop: Callable[[], bool] = lambda: False
        self.is_over = False
        rules = {name: lambda words, ask=ask: ask(self._record) for name, ask in rules_commands(self._record).items()}
        self._commands: dict[str, Callable[[Words], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "mpi-search",
            "version": lambda words: __version__,
            "known_command": self._known_command,
            "list_commands": lambda words: "\n".join(sorted(self._commands)),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "showboard": lambda words: "\n" + game.draw(self._record.state),
            "final_score": self._final_score,
            "list_games": lambda words: game_id(game),
            "set_game": self._set_game,
            "mpi_search-value": self._value,
            "gogui-analyze_commands": lambda words: "\n".join(
                line for line in ANALYSES if line.rpartition("/")[2] in self._commands
            ),
            KNOWS_INTERRUPT: lambda words: "",
            **rules,
        }

    def answer(self, text: str, should_stop: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """The reply to a line, if it has a command."""
        command = parse_command(text)
        if command is None:
            return
        self._should_stop = should_stop
        if command.name.startswith(OF_GOGUI):
            self._called = square
        try:
            if command.name not in self._commands:
                raise GtpError("unknown command")
            yield success(command, self._commands[command.name](command.words))
        except GtpError as error:
            yield failure(command, str(error))

    # --- what it is
    def _known_command(self, words: Words) -> str:
        return "true" if _word(words, 0) in self._commands else "false"

    def _quit(self, words: Words) -> str:
        self.is_over = True
        return ""

    def _set_game(self, words: Words) -> str:
        if " ".join(words).lower() != game_id(self._game).lower():
            raise GtpError("unsupported game")
        return self._clear_board(())

    # --- the position
    def _boardsize(self, words: Words) -> str:
        size = _number(words, 0)
        if not fits(self._game, size):
            raise GtpError("unacceptable size")
        return self._clear_board(())

    def _clear_board(self, words: Words) -> str:
        self._record = Record(self._game)
        self._steps.clear()
        self._timing.restart()
        self._bot.forget()
        return ""

    def _komi(self, words: Words) -> str:
        _number(words, 0)  # it is nothing to these games
        return ""

    def _play(self, words: Words) -> str:
        side, name = parse_colour(_word(words, 0)), " ".join(words[1:])
        if not name:
            raise GtpError("syntax error")
        with self._one_step():
            if self._is_past_the_end:
                if name.lower() not in PASSES:
                    raise GtpError("illegal move")
                return ""
            move = parse_vertex(self._record, name) if self._let_pass(side) else None
            if move is None:
                raise GtpError("illegal move")
            is_name = name.lower() == vertex(self._game, self._record.state, move).lower()
            self._called = vertex if is_name else square
            self._record.play(move)
        return ""

    def _undo(self, words: Words) -> str:
        if not self._steps:
            raise GtpError("cannot undo")
        for _ in range(self._steps.pop()):
            self._record.undo()
        return ""

    @contextlib.contextmanager
    def _one_step(self) -> Iterator[None]:
        """What is played meanwhile is one step; nothing is played if it fails."""
        before = len(self._record.moves)
        try:
            yield
        except BaseException:
            self._take_back(before)
            raise
        self._steps.append(len(self._record.moves) - before)

    def _take_back(self, length: int) -> None:
        while len(self._record.moves) > length:
            self._record.undo()

    def _let_pass(self, side: int) -> bool:
        """Whether it is the turn of this side, after a pass of the other perhaps, which is played."""
        if self._record.side != side and (skip := forced_pass(self._record)) is not None:
            self._record.play(skip)
        return self._record.side == side

    @property
    def _is_past_the_end(self) -> bool:
        """Whether passes are all that can be played: clients go on until both sides have passed."""
        board = board_of(self._game)
        return self._record.is_over and board is not None and board.has_pass

    # --- moves
    def _genmove(self, words: Words) -> str:
        with self._one_step():
            choice = self._choose(parse_colour(_word(words, 0)))
            if choice is None:
                return "pass"
            if self._resigns and choice.exact and (choice.value or 0) < 0:
                return "resign"
            name = self._called(self._game, self._record.state, choice.move)
            self._record.play(choice.move)
        return name

    def _reg_genmove(self, words: Words) -> str:
        before = len(self._record.moves)
        try:
            choice = self._choose(parse_colour(_word(words, 0)))
            return "pass" if choice is None else self._called(self._game, self._record.state, choice.move)
        finally:
            self._take_back(before)

    def _value(self, words: Words) -> str:
        """What the bot thinks of the position, for the side to move."""
        choice = None if self._record.is_over else self._choose(self._record.side)
        if choice is None:
            raise GtpError("the game is over")
        value = "unknown" if choice.value is None else f"{choice.value:+d}{' exact' if choice.exact else ''}"
        return f"{value} {' '.join(self._names(choice))}"

    def _names(self, choice: Choice) -> list[str]:
        names, state = [], self._record.state
        for move in choice.line or (choice.move,):
            names.append(self._called(self._game, state, move))
            state = self._game.play(state, move)
        return names

    def _choose(self, side: int) -> Choice | None:
        """The bot's move for a side, when it is at its turn; None for a pass after the end."""
        if self._is_past_the_end:
            return None
        if self._record.is_over:
            raise GtpError("the game is over")
        if not self._let_pass(side):
            raise GtpError(f"{SIDES[self._record.side]} is to move")
        if self._record.is_over:
            return None
        return self._think(side)

    def _think(self, side: int) -> Choice:
        began, moves_left = self._clock(), (self._game.plies_left(self._record.state) + 1) // 2
        self._bot.should_stop = self._should_stop
        try:
            choice = self._bot.choose(self._record, self._bot.seconds or self._timing.allowance(side, moves_left))
        except Exception as error:
            raise GtpError(f"the bot failed: {type(error).__name__}: {error}") from error
        self._timing.spend(side, self._clock() - began)
        if choice.move not in self._record.legal:
            raise GtpError(f"the bot has chosen {choice.move}, which is no legal move")
        return choice

    def _final_score(self, words: Words) -> str:
        if not self._record.is_over:
            raise GtpError("cannot score")
        return result_in_words(self._record)

    # --- time
    def _time_settings(self, words: Words) -> str:
        self._timing.set(_seconds(words, 0), _seconds(words, 1), _count(words, 2))
        return ""

    def _time_left(self, words: Words) -> str:
        self._timing.show(parse_colour(_word(words, 0)), _seconds(words, 1), _count(words, 2))
        return ""


# --- the words of a command ------------------------------------------------------------------------------------------


def _word(words: Words, at: int) -> str:
    if at >= len(words):
        raise GtpError("syntax error")
    return words[at]


def _number(words: Words, at: int) -> float:
    try:
        number = float(_word(words, at))
    except ValueError:
        raise GtpError("syntax error") from None
    if not math.isfinite(number):
        raise GtpError("syntax error")
    return number


def _seconds(words: Words, at: int) -> float:
    """A clock that has run out may show less than nothing."""
    return max(_number(words, at), 0.0)


def _count(words: Words, at: int) -> int:
    return int(_seconds(words, at))
