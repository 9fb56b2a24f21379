"""The table at which people and bots sit: whose turn it is, and what is done about it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from mpi_search.bots.bot import Bot, Choice, Thought
from mpi_search.bots.load import load_bot
from mpi_search.bots.record import Record
from mpi_search.cli.terminal.screen import GAP, PANEL_HEIGHT, Screen, panel
from mpi_search.cli.terminal.thinking import Thinking
from mpi_search.errors import ClusterLost, InputError
from mpi_search.matches.games_file import last_unfinished, open_games, read_games, write_game
from mpi_search.playing.advice import Adviser, Judged, why_lines
from mpi_search.playing.effects import Changed, Effect, Hint, Leave, Load, New, Save, Say, Why
from mpi_search.playing.session import HUMAN, Session
from mpi_search.playing.words import choice_line, thought_line

#: Seconds for a bot that was interrupted before it had a move, and for advice where a game has a clock.
AT_ONCE_S, ADVICE_S = 0.01, 1.0


@dataclass(frozen=True)
class Options:
    """How the table is set."""

    pause: float = 0.5  #: seconds between the moves of two bots, where somebody watches
    save: str | None = None  #: games are appended here when they are over, or left
    loading: Callable[[str], None] = lambda bot: None  #: is told which bot is loaded, which may take long


class Table:
    """One game after the other."""

    def __init__(self, session: Session, screen: Screen, options: Options) -> None:
        self.session, self.screen, self.options = session, screen, options
        self.clock = time.perf_counter
        self.notes: list[str] = []  #: to be read below the board
        self._bots: dict[tuple[str, int], Bot] = {}
        self._adviser: Adviser | None = None
        self._turn_began, self._turn_of = self.clock(), -1
        self._is_warned = False  #: the next Ctrl-C leaves
        self._is_fresh = False  #: what was shown last is still to be seen, and true
        self._kept: object = None  #: the game as it was last written

    def run(self) -> None:
        """Until somebody leaves. Raises InputError, ClusterLost."""
        try:
            self._load_bots()
            while self._step_or_stop():
                pass
        finally:
            self._keep()
            for bot in self._bots.values():
                bot.close()

    def _step_or_stop(self) -> bool:
        """Go on by one move or one line; whether that was not the last."""
        try:
            return self._bot_turn() if self.session.bot_moves else self._prompt()
        except KeyboardInterrupt:
            if self.session.bot_moves:
                self.session.is_paused = True
                self._note("stopped: Enter goes on, q leaves, ? for help")
                return True
            if self._is_warned or not self.screen.reads_terminal:
                return False
            self._is_warned = True
            self._note("Ctrl-C again leaves")
            return True

    # --- bots
    def _load_bots(self) -> None:
        for side in (0, 1):
            if self.session.players[side] != HUMAN:
                self._bot(side)

    def _bot(self, side: int) -> Bot:
        """Who plays this side. Two bots of the same words are two."""
        players = self.session.players
        key = players[side], side if players[0] == players[1] else 0
        if key not in self._bots:
            self.options.loading(players[side])
            self._bots[key] = load_bot(players[side], self.session.game, seed=f"{self.session.seed} {len(self._bots)}")
        return self._bots[key]

    def _bot_turn(self) -> bool:
        session, bot = self.session, self._bot(self.session.side)
        if self.screen.ability.clears:
            self._show()
        name, side = session.player_name(session.side), session.side_name(session.side)
        began = self.clock()
        try:
            choice, is_cut_short = self._choose(bot, bot.seconds or session.allowance())
            seconds = self.clock() - began
            move = session.game.move_name(session.record.state, choice.move)
            told = choice_line(session.record, choice, seconds)
            session.play(choice.move, seconds)
        except Exception as error:
            return self._bot_failed(name, error)
        self._note(f"{side} ({name}) plays {move}: {told}", only=True, changed=True)
        if not self.screen.ability.clears:
            self._say()
        if HUMAN not in session.players:
            session.is_paused = is_cut_short and not session.is_over
            self._watch()
        return True

    def _choose(self, bot: Bot, seconds: float) -> tuple[Choice, bool]:
        """What the bot plays, at the latest when somebody says so: then the best of what it has found so far."""
        record = Record(self.session.game, self.session.record.position, self.session.record.names)
        thoughts: list[Thought | None] = [None]
        bot.tell = lambda thought: thoughts.__setitem__(0, thought)
        began, name = self.clock(), self.session.player_name(self.session.side)

        def text() -> str:
            return f"{name} thinks: {thought_line(record, thoughts[0], self.clock() - began)}"

        try:
            with self._thinking(text):
                choice = bot.choose(record, seconds)
        except KeyboardInterrupt:
            best = thoughts[0].move if thoughts[0] is not None else None
            return (Choice(best) if best in record.legal and best is not None else bot.choose(record, AT_ONCE_S)), True
        if choice.move not in record.legal:
            raise InputError(f"it has chosen {choice.move}, which is no legal move")
        return choice, False

    def _bot_failed(self, name: str, error: Exception) -> bool:
        """A person may move in its place, if there is one."""
        reason = str(error) if isinstance(error, (InputError, ClusterLost)) else f"{type(error).__name__}: {error}"
        text = f"bot {name}: {' '.join(reason.split())}"
        if isinstance(error, ClusterLost):
            raise ClusterLost(text) from error
        if not self.screen.reads_terminal:
            raise InputError(text) from error
        self.session.is_paused = True
        self._note(text, "type a move in its place, Enter to have it try again, q to leave")
        return True

    def _watch(self) -> None:
        """Two bots play: let people see it."""
        if self.screen.ability.clears and not self.session.is_over:
            self._show()
            time.sleep(self.options.pause)

    def _thinking(self, text: Callable[[], str]) -> Thinking:
        return Thinking(text, self.screen.width, is_shown=self.screen.ability.clears)

    # --- people
    def _prompt(self) -> bool:
        session = self.session
        if session.is_over:
            if session.result_line() not in self.notes and not self._is_fresh:
                self._note(session.result_line())
            self._keep()
        self._show()
        self._begin_turn()
        line = self.screen.ask(self._question())
        if line is None:
            return False
        self._is_warned = False
        effect = session.read(line, self.clock() - self._turn_began)
        if isinstance(effect, Leave):
            return False
        self._perform(effect)
        return True

    def _question(self) -> str:
        session = self.session
        if session.is_over:
            return "again? (y/n) "
        name = session.side_name(session.side)
        return f"{name} (stopped): " if session.is_paused and session.player != HUMAN else f"{name}: "

    def _begin_turn(self) -> None:
        """The clock of a person runs from the moment when the board is seen first."""
        ply = len(self.session.record.moves)
        if ply != self._turn_of:
            self._turn_began, self._turn_of = self.clock(), ply

    def _perform(self, effect: Effect) -> None:
        """Do what a line has asked for."""
        if isinstance(effect, (Say, Changed)):
            self._note(*effect.lines, only=True, changed=isinstance(effect, Changed))
        elif isinstance(effect, New):
            self._new()
        elif isinstance(effect, Hint):
            self._hint()
        elif isinstance(effect, Why):
            self._why()
        elif isinstance(effect, (Save, Load)):
            self._file(effect)

    def _new(self) -> None:
        self._keep()
        for bot in self._bots.values():
            bot.forget()
        self.session.begin(self.session.record.position)
        self._turn_of = -1
        self._load_bots()
        self._note(only=True, changed=True)

    def _file(self, effect: Save | Load) -> None:
        path = str(Path(effect.path).expanduser())
        try:
            if isinstance(effect, Save):
                self._write(path)
                self._note(f"saved in {path}", only=True)
                return
            saved = last_unfinished(read_games(path), self.session.game.name)
            if saved is None:
                raise InputError(f"{path} has no unfinished game of {self.session.game.name}")
            self._keep()
            self.session.resume(saved)
            self._turn_of = -1
            self._note(f"a game of {saved.first or '?'} and {saved.second or '?'}", only=True, changed=True)
        except InputError as error:
            self._note(str(error), only=True)

    def _keep(self) -> None:
        """Append the game to the file that was named for all games, if there is something new in it."""
        if self.options.save and self.session.record.moves and self._kept != self.session.saved():
            self._write(self.options.save)

    def _write(self, path: str) -> None:
        with open_games(path) as file:
            write_game(file, self.session.saved())
        self._kept = self.session.saved()

    # --- advice
    def _advice(self) -> tuple[Adviser, float]:
        if self._adviser is None:
            self.options.loading("kernel")
            self._adviser = Adviser(self.session.game, self.clock)
        return self._adviser, self.session.control.move_s or ADVICE_S

    def _hint(self) -> None:
        record, began = self.session.record, self.clock()
        thoughts: list[Thought | None] = [None]
        try:
            adviser, seconds = self._advice()
            with self._thinking(lambda: thought_line(record, thoughts[0], self.clock() - began)):
                choice = adviser.hint(record, seconds, lambda thought: thoughts.__setitem__(0, thought))
        except KeyboardInterrupt:
            self._note("no hint: stopped", only=True)
            return
        name = record.game.move_name(record.state, choice.move)
        self._note(f"try {name}: {choice_line(record, choice, self.clock() - began)}", only=True)

    def _why(self) -> None:
        record = self.session.record
        judged: list[Judged] = []
        most = self.screen.room(len(self._board()))
        try:
            adviser, seconds = self._advice()
            with self._thinking(lambda: f"{len(judged)} of {len(record.legal)} moves"):
                for so_far in adviser.why(record, seconds):
                    judged[:] = so_far
        except KeyboardInterrupt:
            self._note(*why_lines(record, judged, most - 1), "stopped before all moves were looked at", only=True)
            return
        self._note(*why_lines(record, judged, most), only=True)

    # --- showing
    def _note(self, *lines: str, only: bool = False, changed: bool = False) -> None:
        """These lines are to be read, and no others if `only`; where the board has `changed` it is shown again."""
        self.notes = [*([] if only else self.notes), *lines]
        self._is_fresh = self._is_fresh and not changed

    def _board(self) -> list[Text]:
        states = self.session.record.states
        before = states[-2] if len(states) > 1 else None
        waits = not self.session.is_over and not self.session.bot_moves
        return self.screen.board(states[-1], before, with_targets=waits)

    def _show(self) -> None:
        """The board, and the notes. Where nothing can be cleared, what was shown is not shown again."""
        clears = self.screen.ability.clears
        if clears or not self._is_fresh:
            board = self._board()
            width = self.screen.width - max(line.cell_len for line in board) - GAP
            beside = panel(self.session, self.screen.painter, max(len(board), PANEL_HEIGHT), width)
            self.screen.show(board, beside, self.notes)
            self._is_fresh = not clears
            self.notes = self.notes if clears else []
        else:
            self._say()

    def _say(self) -> None:
        """The notes alone; they are not said again."""
        self.screen.say(self.notes)
        self.notes = []
