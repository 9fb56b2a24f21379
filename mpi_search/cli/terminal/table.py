"""The table at which people and bots sit: whose turn it is, and what is done about it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from mpi_search.cli.terminal.counsel import Counsel
from mpi_search.cli.terminal.opponents import Opponents
from mpi_search.cli.terminal.screen import PANEL_HEIGHT, Screen, panel
from mpi_search.errors import ClusterLost, InputError
from mpi_search.matches.games_file import SavedGame, last_unfinished, open_games, read_games, write_game
from mpi_search.playing.effects import Changed, Effect, Hint, Leave, Load, New, Save, Say, Why
from mpi_search.playing.session import HUMAN, Session
from mpi_search.playing.words import choice_line


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
        self._opponents = Opponents(session, screen, options.loading, self.clock)
        self._counsel = Counsel(session.game, screen, options.loading, self.clock)
        self._turn_began, self._turn_of = self.clock(), -1
        self._is_warned = False  #: the next Ctrl-C leaves
        self._is_greeted = False  #: somebody knows what can be typed
        self._is_fresh = False  #: what was shown last is still to be seen, and true
        self._kept: SavedGame | None = None  #: the game as it was last written to the file for all games

    def run(self) -> None:
        """Until somebody leaves. Raises InputError, ClusterLost."""
        try:
            self._opponents.load()
            while self._step_or_stop():
                pass
        finally:
            self._keep()
            self._opponents.close()

    def _step_or_stop(self) -> bool:
        """Go on by one move or one line; whether that was not the last."""
        try:
            return self._bot_turn() if self.session.bot_moves else self._prompt()
        except KeyboardInterrupt:
            if not self.screen.reads_terminal:
                raise
            if self.session.bot_moves:
                self.session.is_paused = True
                self._note("stopped: Enter goes on, q leaves, ? for help")
                return True
            if self._is_warned:
                return False
            self._is_warned = True
            self._note("Ctrl-C again leaves")
            return True

    # --- bots
    def _bot_turn(self) -> bool:
        session = self.session
        if self.screen.ability.clears:
            self._show()
        name, side, began = session.player_name(session.side), session.side_name(session.side), self.clock()
        try:
            choice, is_cut_short = self._opponents.choose()
        except ClusterLost:
            raise
        except Exception as error:
            return self._bot_failed(name, error)
        seconds = self.clock() - began
        move = session.game.move_name(session.record.state, choice.move)
        told = choice_line(session.record, choice, seconds)
        session.play(choice.move, seconds)
        self._note(f"{side} ({name}) plays {move}: {told}", only=True, changed=True)
        if not self.screen.ability.clears:
            self._say()
        if HUMAN not in session.players:
            session.is_paused = is_cut_short and not session.is_over
            self._watch()
        return True

    def _bot_failed(self, name: str, error: Exception) -> bool:
        """A person may move in its place, if there is one."""
        reason = str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
        text = f"bot {name}: {' '.join(reason.split())}"
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

    # --- people
    def _prompt(self) -> bool:
        session = self.session
        if session.is_over:
            if session.result_line() not in self.notes and not self._is_fresh:
                self._note(session.result_line())
            self._keep()
        self._greet()
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

    def _greet(self) -> None:
        """Once, to a person who is to move at a terminal: a bare prompt does not say that there is help."""
        if not self._is_greeted and self.screen.reads_terminal and not self.session.is_over:
            self._is_greeted = True
            self._note(f"rules tells how {self.session.game.name} is played, ? what else can be typed")

    def _question(self) -> str:
        session = self.session
        if session.is_over:
            return "again? (y/n) "
        name, legal = session.side_name(session.side), session.record.legal
        if session.is_stopped:
            return f"{name} (stopped, Enter goes on): "
        if len(legal) == 1:
            return f"{name} (Enter plays {session.game.move_name(session.record.state, legal[0])}): "
        return f"{name}: "

    def _begin_turn(self) -> None:
        """The clock of a person runs from the moment when the board is seen first."""
        ply = len(self.session.record.moves)
        if ply != self._turn_of:
            self._turn_began, self._turn_of = self.clock(), ply

    def _perform(self, effect: Effect) -> None:
        """Do what a line has asked for."""
        session = self.session
        if isinstance(effect, (Say, Changed)):
            self._note(*effect.lines, only=True, changed=isinstance(effect, Changed))
        elif isinstance(effect, New):
            self._new()
        elif isinstance(effect, Hint):
            self._note(*self._counsel.hint(session.record, session.control), only=True)
        elif isinstance(effect, Why):
            most = self.screen.room(len(self._board()))
            self._note(*self._counsel.why(session.record, session.control, most), only=True)
        elif isinstance(effect, (Save, Load)):
            try:
                self._save(effect) if isinstance(effect, Save) else self._load(effect)
            except InputError as error:
                self._note(str(error), only=True)

    def _new(self) -> None:
        self._keep()
        self._opponents.forget()
        self.session.renew()
        self._turn_of = -1
        self._opponents.load()
        left = ("the last game was not over: undo leads back to it",) if self.session.left else ()
        self._note(*left, only=True, changed=True)

    # --- files
    def _save(self, effect: Save) -> None:
        path = Path(effect.path).expanduser()
        write(path, self.session.saved())
        self._note(f"saved in {path}", only=True)

    def _load(self, effect: Load) -> None:
        path, game = Path(effect.path).expanduser(), self.session.game.name
        saved = last_unfinished(read_games(path), game)
        if saved is None:
            raise InputError(f"{path} has no unfinished game of {game}")
        self._keep()
        self.session.resume(saved)
        self._turn_of = -1
        self._note(f"a game of {saved.first or '?'} and {saved.second or '?'}", only=True, changed=True)

    def _keep(self) -> None:
        """Append the game to the file that was named for all games, if there is something new in it."""
        saved = self.session.saved()
        if self.options.save and saved.moves and saved != self._kept:
            write(self.options.save, saved)
            self._kept = saved

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
            height, width = max(len(board), PANEL_HEIGHT), self.screen.beside(board)
            beside = panel(self.session, self.screen.painter, height, width)
            self.screen.show(board, beside, self.notes)
            self._is_fresh = not clears
            self.notes = self.notes if clears else []
        else:
            self._say()

    def _say(self) -> None:
        """The notes alone; they are not said again."""
        self.screen.say(self.notes)
        self.notes = []


def write(path: str | Path, saved: SavedGame) -> None:
    """Append a game to a file. Raises InputError."""
    with open_games(path) as file:
        write_game(file, saved)
