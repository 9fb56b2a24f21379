"""A game at the board: whose turn it is, what a line of input means, what can be taken back. No clock, no files, no
search: seconds are passed in, and what else is wanted is an effect.

A side is 0, who moved first, or 1. Its player is "human" or the words that make a bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mpi_search.bots.clock import Clock, Control
from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.matches.games_file import SavedGame
from mpi_search.playing.commands import Command, called, help_lines
from mpi_search.playing.effects import Changed, Effect, Hint, Leave, Load, New, Save, Say, Why
from mpi_search.playing.endings import end_by_note, end_by_rules, side_name
from mpi_search.playing.refusals import ambiguous, refusal, some_moves
from mpi_search.playing.words import bot_name, duration_text
from mpi_search.rules.game import Game

HUMAN = "human"


@dataclass(frozen=True)
class Ending:
    """How a game ends before the rules end it."""

    loser: int
    note: str  #: "resigned", "time"


class Session:
    """One game after the other between the same two players."""

    def __init__(
        self,
        game: Game,
        position: str = "start",
        players: tuple[str, str] = (HUMAN, "kernel"),
        control: Control | None = None,
        seed: int | None = None,
    ) -> None:
        """Raises InputError."""
        self.game, self.players, self.seed = game, players, seed
        self.control = control or Control(move_s=3.0)
        self.begin(position)

    def begin(self, position: str, moves: Sequence[str] = (), seconds: Sequence[float] = ()) -> None:
        """A game from this position on; of the moves, the first may have no times. Raises InputError."""
        self.record = Record(self.game, position, moves)
        self.seconds = [*[0.0] * len(moves), *seconds][len(seconds) :]  #: that each move took
        self.undone: list[tuple[int, float]] = []  #: the next to be played again is the last
        self.ending: Ending | None = None
        self.is_paused = False  #: a person wants to say something though a bot is to move
        self.left: SavedGame | None = None  #: the game that another was begun in the midst of

    def renew(self) -> None:
        """Another game from the same position; undo leads back to one that was not over."""
        left = None if self.is_over else self.saved() if self._has_played else self.left
        self.begin(self.record.position)
        self.left = left

    @property
    def _has_played(self) -> bool:
        """Whether a person has moved; all moves are of two bots, if there is no person."""
        people = [side for side, player in enumerate(self.players) if player == HUMAN] or [0, 1]
        return any(ply % 2 in people for ply in range(len(self.record.moves)))

    # --- who is who
    @property
    def side(self) -> int:
        """Who is to move."""
        return self.record.side

    @property
    def player(self) -> str:
        """Who is to move."""
        return self.players[self.side]

    @property
    def is_over(self) -> bool:
        return self.ending is not None or self.record.is_over

    @property
    def bot_moves(self) -> bool:
        """Whether it is for a bot to go on."""
        return not self.is_over and not self.is_paused and self.player != HUMAN

    @property
    def is_stopped(self) -> bool:
        """Whether a bot is to go on as soon as it is told to."""
        return not self.is_over and self.is_paused and self.player != HUMAN

    def colour(self, side: int) -> int:
        """Which side of the game it is: 0 for the one that begins in the game's first position."""
        first = self.game.side(self.record.states[0]) or 0
        return (first + side) % 2

    def side_name(self, side: int) -> str:
        """What the game calls the side."""
        return side_name(self.record, side)

    def player_name(self, side: int) -> str:
        """Who plays it, in a word if that says enough."""
        if self.players[side] != HUMAN:
            names = [bot_name(player) for player in self.players]
            return names[side] if names[0] != names[1] else self.players[side]
        return "you" if self.players[1 - side] != HUMAN else "person"

    # --- clocks
    def clock(self, side: int) -> Clock:
        """As the moves so far have left it."""
        clock = Clock(self.control)
        for seconds in self.seconds[side::2]:
            clock.spend(seconds)
        return clock

    def allowance(self) -> float:
        """Seconds for the move of the side to move."""
        plies = self.game.plies_left(self.record.state)
        return self.clock(self.side).allowance((plies + 1) // 2)

    def clock_lines(self) -> tuple[str, ...]:
        lines = []
        for side in (0, 1):
            left, spent = self.clock(side).left_s, sum(self.seconds[side::2])
            text = f"{duration_text(spent)} used" + (f", {duration_text(left)} left" if left is not None else "")
            lines.append(f"{self.side_name(side)} ({self.player_name(side)}): {text}")
        return tuple(lines)

    # --- moves
    def play(self, move: int, seconds: float) -> None:
        """A legal move of the side to move, which has taken so long."""
        if self.undone and self.undone[-1][0] == move:
            self.undone.pop()
        else:
            self.undone.clear()
        side = self.side
        self.record.play(move)
        self.seconds.append(seconds)
        if self.clock(side).is_up and not self.record.is_over:
            self.ending = Ending(side, "time")

    def read(self, line: str, seconds: float = 0.0) -> Effect:
        """What a line means that a person has typed; a move has taken so long."""
        words = line.split()
        if not words:
            return self._enter(seconds)
        if self.is_over and words[0].lower() in ("y", "yes"):
            return New()
        if self.is_over and words[0].lower() in ("n", "no"):
            return Leave()
        if (move := self._move_called("".join(words))) is not None:
            self.play(move, seconds)
            self.is_paused = self.is_paused and HUMAN not in self.players  # it was in the place of a bot
            return Changed()
        commands = called(words[0])
        if len(commands) > 1:
            return Say((ambiguous(words[0], commands),))
        return self._do(commands[0], words[1:]) if commands else Say((refusal(self.record, line, self.is_over),))

    def _move_called(self, name: str) -> int | None:
        if self.is_over:
            return None
        try:
            return self.game.parse_move(self.record.state, name)
        except InputError:
            return None

    def _enter(self, seconds: float) -> Effect:
        """Nothing was typed: a bot that was stopped goes on, a move without a choice is played."""
        if self.is_stopped:
            return self._go()
        legal = self.record.legal
        if len(legal) == 1 and not self.is_over:
            self.play(legal[0], seconds)
            return Changed()
        return Say(("y or n?" if self.is_over else f"a move please ({some_moves(self.record)}), or ? for help",))

    # --- commands
    def _do(self, command: Command, words: list[str]) -> Effect:
        if command.argument and len(words) != 1:
            return Say((f"write {command.usage}",))
        if words and not command.argument:
            return Say((f"{command.name} stands alone: {words[0]!r} is too much",))
        effect = getattr(self, f"_{command.name}")(*words)
        assert isinstance(effect, (Say, Changed, Hint, Why, Save, Load, New, Leave))
        return effect

    def _undo(self) -> Effect:
        if self.ending is not None and self.ending.note == "resigned":
            self.ending = None
            return Changed(("the game goes on",))
        if (count := self._plies_back()) == 0:
            return self._return()
        self.ending = None
        names = self.record.names[-count:]
        for _ in range(count):
            self.undone.append((self.record.moves[-1], self.seconds.pop()))
            self.record.undo()
        self.is_paused = HUMAN not in self.players
        return Changed((f"taken back: {' '.join(names)}",))

    def _return(self) -> Effect:
        """Nothing is left to be taken back but the wish for another game."""
        if self.left is None:
            return Say(("there is nothing to take back",))
        self.resume(self.left)
        self.is_paused = HUMAN not in self.players
        return Changed(("back in the game that was left",))

    def _plies_back(self) -> int:
        """So many moves lead back to a position in which a person was to move; any move, if no person plays."""
        plies = len(self.record.moves)
        wanted = [side for side in (0, 1) if self.players[side] == HUMAN] or [0, 1]
        return next((plies - ply for ply in reversed(range(plies)) if ply % 2 in wanted), 0)

    def _redo(self) -> Effect:
        if not self.undone:
            return Say(("nothing was taken back",))
        before = len(self.record.moves)
        self.is_paused = HUMAN not in self.players
        while self.undone:
            self.play(*self.undone[-1])
            if self.player == HUMAN or self.is_paused:
                break
        return Changed((f"again: {' '.join(self.record.names[before:])}",))

    def _hint(self) -> Effect:
        return Say(("the game is over",)) if self.is_over else Hint()

    def _why(self) -> Effect:
        return Say(("the game is over",)) if self.is_over else Why()

    def _moves(self) -> Effect:
        names = [self.game.move_name(self.record.state, move) for move in self.record.legal]
        return Say((" ".join(names),) if names else ("the game is over",))

    def _board(self) -> Effect:
        return Changed()

    def _flip(self) -> Effect:
        self.players = self.players[1], self.players[0]
        (first, second), (one, other) = map(self.side_name, (0, 1)), map(self.player_name, (0, 1))
        return Changed((f"now {first} is played by {one}, {second} by {other}",))

    def _go(self) -> Effect:
        if not self.is_stopped:
            return Say(("nobody was stopped; flip gives your side to the bot",))
        self.is_paused = False
        return Changed()

    def _clock(self) -> Effect:
        return Say(self.clock_lines())

    def _save(self, path: str) -> Effect:
        return Save(path)

    def _load(self, path: str) -> Effect:
        return Load(path)

    def _resign(self) -> Effect:
        if self.is_over:
            return Say(("the game is over",))
        people = [side for side in (self.side, 1 - self.side) if self.players[side] == HUMAN]
        if not people:
            return Say(("only a person can resign",))
        self.ending = Ending(people[0], "resigned")
        return Changed()

    def _new(self) -> Effect:
        return New()

    def _rules(self) -> Effect:
        return Say((self.game.look.rules or f"{self.game.name} does not say how it is played",))

    def _help(self) -> Effect:
        return Say(help_lines())

    def _quit(self) -> Effect:
        return Leave()

    # --- the end, and files
    def result_line(self) -> str:
        """Who won, by how much, in the game's words."""
        assert self.is_over
        winner = self._winner()
        if self.ending is not None:
            told = end_by_note(self.record, self.ending.loser, self.ending.note)
        else:
            told = end_by_rules(self.record)
        if winner is None or self.players == (HUMAN, HUMAN):
            return told
        return f"{told} ({self.player_name(winner)})"

    def _winner(self) -> int | None:
        if self.ending is not None:
            return 1 - self.ending.loser
        value = self.record.result_for(0)
        return None if value == 0 else int(value < 0)

    def result(self) -> int | None:
        """The value for the side that moved first; the least win if somebody gave up; None while the game goes on."""
        if self.ending is not None:
            return -1 if self.ending.loser == 0 else 1
        return self.record.result_for(0) if self.record.is_over else None

    def saved(self) -> SavedGame:
        note = self.ending.note if self.ending is not None else ""
        moves, seconds = tuple(self.record.names), tuple(self.seconds)
        where = self.game.name, self.record.position
        return SavedGame(*where, moves, *self.players, self.result(), seconds, self.seed, note)

    def resume(self, saved: SavedGame) -> None:
        """Go on with a game that was saved. Raises InputError; then nothing has changed."""
        before = dict(vars(self))
        try:
            self.begin(saved.position, saved.moves, saved.seconds)
        except InputError:
            vars(self).update(before)
            raise
