"""A game as it was played so far: where it began, its moves, and the positions they led to."""

from __future__ import annotations

from collections.abc import Sequence

from mpi_search.errors import InputError
from mpi_search.rules.game import Game, State


class Record:
    """What people and bots look at to find the next move."""

    def __init__(self, game: Game, position: str = "start", moves: Sequence[str] = ()) -> None:
        """`moves`: names, played from `position` on. Raises InputError."""
        self.game, self.position = game, position
        self.moves: list[int] = []
        self._states: list[State] = [game.parse(position)]
        for name in moves:
            self.play_named(name)

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self._states[-1]

    @property
    def states(self) -> list[State]:
        """All positions, the first one included."""
        return list(self._states)

    @property
    def outcome(self) -> int | None:
        """The value for the side to move if the game is over."""
        return self.game.outcome(self.state)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def side(self) -> int:
        """Who is to move: 0 for the side that was to move in the first position, 1 for the other."""
        return len(self.moves) % 2

    @property
    def legal(self) -> list[int]:
        """The moves that can be played; none when the game is over."""
        return [] if self.is_over else self.game.moves(self.state)

    def play(self, move: int) -> None:
        """Play a legal move."""
        assert move in self.legal, (move, self.state)
        self._states.append(self.game.play(self.state, move))
        self.moves.append(move)

    def play_named(self, name: str) -> int:
        """Play a move by its name. Raises InputError."""
        if self.is_over:
            raise InputError(f"{self.game.name}: the game is over, {name!r} cannot be played")
        move = self.game.parse_move(self.state, name)
        self.play(move)
        return move

    def undo(self) -> None:
        """Take the last move back."""
        assert self.moves, "nothing was played"
        self.moves.pop()
        self._states.pop()

    @property
    def names(self) -> list[str]:
        """The moves as people write them."""
        return [self.game.move_name(state, move) for state, move in zip(self._states[:-1], self.moves, strict=True)]

    def result_for(self, side: int) -> int:
        """The value of a finished game for one of the sides."""
        outcome = self.outcome
        assert outcome is not None, "the game goes on"
        return outcome if side == self.side else -outcome
