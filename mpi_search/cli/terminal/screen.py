"""What is shown of a game, and how a line is asked for: on a terminal the screen is drawn anew, elsewhere lines follow
each other."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from mpi_search.cli.terminal.ability import ability_of
from mpi_search.cli.terminal.board import Painter
from mpi_search.cli.terminal.thinking import Thinking
from mpi_search.playing.session import HUMAN, Session
from mpi_search.playing.words import clock_text
from mpi_search.rules.game import Game, State

#: Between the board and what stands beside it, which needs so many columns.
GAP, PANEL_WIDTH = 3, 30
#: It may be so high, though the board is smaller.
PANEL_HEIGHT = 9
#: Where no terminal says how wide it is.
PIPE_WIDTH = 120
#: Lines are written over those of before, not on a cleared screen: that would flicker, and many terminals keep what
#: is cleared, so that a game would bury what was there before it.
_HOME, _ERASE_LINE, _ERASE_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"


class Screen:
    """For one game."""

    def __init__(self, game: Game) -> None:
        with contextlib.suppress(AttributeError, ValueError):  # what is no file has no encoding
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        self.console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)
        self.ability = ability_of(self.console)
        self.painter = Painter(game, self.ability)
        self.reads_terminal = sys.stdin.isatty()
        self._widest = 0  #: board so far: what stands beside it stays where it is
        if self.reads_terminal and self.ability.clears:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - lines can be edited

    # --- showing
    @property
    def width(self) -> int:
        return self.console.width

    def room(self, board: int) -> int:
        """Lines that are free below a board of so many, with a line for the prompt."""
        return max(self.console.height - board - 2, 3) if self.ability.clears else 1000

    def beside(self, board: list[Text]) -> int:
        """Columns that are free beside a board."""
        self._widest = max(self._widest, *(line.cell_len for line in board))
        return self.width - self._widest - GAP

    def board(self, state: State, before: State | None, *, with_targets: bool) -> list[Text]:
        return self.painter.lines(state, before, with_targets=with_targets)

    def show(self, board: list[Text], beside: list[Text], notes: Sequence[str]) -> None:
        """All of it; the notes below, the last ones if there is no room for all."""
        fits = self.beside(board) >= PANEL_WIDTH
        lines = next_to(board, self._widest, beside) if fits else [*board, *beside[:2]]
        if self.ability.clears:
            left = self.console.height - 1 - sum(-(-max(len(note), 1) // self.width) for note in notes)
            lines = [*lines, Text()] if len(lines) < left else lines if len(lines) == left else board
        if not self.ability.clears:
            self._print(lines)
            self.say(notes)
            return
        with self.console.capture() as written:
            self._print(lines)
            self.say(notes)
        text = written.get().replace("\n", f"\n{_ERASE_LINE}")  # before it is written: its last column may be used
        sys.stdout.write(f"{_HOME}{_ERASE_LINE}{text}{_ERASE_BELOW}")
        sys.stdout.flush()

    def _print(self, lines: Sequence[Text]) -> None:
        for line in lines:
            if not self.ability.colour:
                line.rstrip()
            self.console.print(line, no_wrap=True, overflow="crop", soft_wrap=not self.ability.clears)

    def say(self, notes: Sequence[str]) -> None:
        for note in notes:
            self.console.print(Text(note))
        sys.stdout.flush()

    def thinking(self, text: Callable[[], str]) -> Thinking:
        """A line below all that changes while this is open."""
        return Thinking(text, self.width, is_shown=self.ability.clears)

    # --- asking
    def ask(self, prompt: str) -> str | None:
        """A line; None at the end of the input. Raises KeyboardInterrupt."""
        if not self.reads_terminal:
            return sys.stdin.readline() or None
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
        except KeyboardInterrupt:
            print()
            raise


def next_to(board: list[Text], width: int, beside: list[Text]) -> list[Text]:
    """Two columns of lines as one."""
    lines = []
    for number in range(max(len(board), len(beside))):
        line = board[number].copy() if number < len(board) else Text()
        if number < len(beside) and beside[number]:
            line.append(" " * (width + GAP - line.cell_len))
            line.append_text(beside[number])
        lines.append(line)
    return lines


def panel(session: Session, painter: Painter, height: int, width: int) -> list[Text]:
    """Who plays, how much time is left, what was played: so many lines at most."""
    lines = [_player(session, painter, side) for side in (0, 1)]
    heading = (
        session.game.name if session.record.position == "start" else f"{session.game.name}  {session.record.position}"
    )
    moves = move_lines(session.record.names, width, height - 4)
    return [*lines, Text(), Text(heading[:width], "dim" if painter.ability.colour else ""), *map(Text, moves)]


def _player(session: Session, painter: Painter, side: int) -> Text:
    arrow = ">" if session.side == side and not session.is_over else " "
    name = session.player_name(side) if session.players[side] == HUMAN else session.players[side]
    line = Text(f"{arrow} ") + painter.side(session.colour(side)) + Text(f"  {name}")
    left = session.clock(side).left_s
    return line if left is None else line + Text(f"  {clock_text(left)}")


def move_lines(names: Sequence[str], width: int, height: int) -> list[str]:
    """The moves, numbered in pairs, as a block of text; the last ones if there is no room for all."""
    lines = [""]
    for number in range(0, len(names), 2):
        pair = f"{number // 2 + 1}. {' '.join(names[number : number + 2])}"
        if lines[-1] and len(lines[-1]) + 2 + len(pair) > width:
            lines.append("")
        lines[-1] += ("  " if lines[-1] else "") + pair
    return lines[-height:] if height > 0 else []
