"""What a bot is: it chooses a move of the game so far, within a time."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.rules.game import Game, State

#: A move takes so long unless something else is said.
MOVE_S = 3.0
#: What a bot leaves of its time, so that the answer is there when it is up.
SPARE_S = 0.005


def never() -> bool:
    """There is no hurry."""
    return False


@dataclass(frozen=True)
class Choice:
    """A move, and what the bot thought of it."""

    move: int
    value: int | None = None  #: that the side to move expects
    depth: int | None = None  #: plies that were looked ahead
    exact: bool = False  #: the value is the game-theoretic one
    line: tuple[int, ...] = ()  #: the play that it expects
    nodes: int = 0  #: positions that it has looked at


@dataclass(frozen=True)
class Thought:
    """How far a bot that searches has come."""

    depth: int | None  #: plies that it looks ahead; None: to the end of the game
    lower: int  #: the value for the side to move is at least this, so far
    upper: int  #: and at most this
    move: int | None  #: the best so far


@dataclass(frozen=True)
class Setup:
    """What every bot is given."""

    game: Game
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    clock: Callable[[], float] = time.perf_counter
    seconds: float | None = None  #: for every move of this bot, whatever others have


class Bot(ABC):
    """A player of one game. The options of a subclass are the keyword-only parameters of its `__init__`, which have
    defaults: numbers or texts."""

    name: ClassVar[str] = ""
    #: Is told meanwhile what a bot that searches has found. Whoever wants to know puts a function here.
    tell: Callable[[Thought], None] | None = None

    def __init__(self, setup: Setup) -> None:
        self.game, self.rng, self.clock, self.seconds = setup.game, setup.rng, setup.clock, setup.seconds
        #: Looked at while it thinks: whether its move is wanted at once. Whoever asks for moves may set it.
        self.should_stop: Callable[[], bool] = never
        #: Plies that it looks ahead at most, if it is one that does.
        self.depth: int | None = None

    @abstractmethod
    def choose(self, record: Record, seconds: float) -> Choice:
        """A legal move of a game that is not over, within the time."""

    def rank(self, record: Record, seconds: float, count: int = 0) -> list[Choice]:
        """The best moves, so many of them or all (0), each with its value, best first; none from a bot that does not
        put values on several moves."""
        return []

    def forget(self) -> None:  # noqa: B027 - most have nothing to forget
        """A new game begins."""

    def close(self) -> None:  # noqa: B027
        """It is not needed any more."""

    # --- what bots have in common
    def deadline(self, seconds: float) -> float:
        """When an answer must be there."""
        return self.clock() + max(seconds - SPARE_S, 0.0)

    def is_late(self, deadline: float) -> bool:
        """Whether an answer must be there."""
        return self.should_stop() or self.clock() >= deadline

    def heuristic(self, state: State, *, to_move: bool = False) -> float:
        """How good a position is at a glance, for the side that has just moved or for the one to move: as the game
        file says, or else the result if the game is over, and the evaluation if it is not."""
        if self.game.has("heuristic"):
            return self.game.heuristic(state, to_move=to_move)
        outcome = self.game.outcome(state)
        value = self.game.evaluate(state) if outcome is None else outcome * (self.game.max_value + 1)
        return value if to_move else -value

    def successors(self, state: State) -> list[tuple[int, State]]:
        """Every move, with the position that it leads to."""
        return [(move, self.game.play(state, move)) for move in self.game.moves(state)]


def refuse(name: str, reason: str) -> InputError:
    """What is wrong with a bot's options."""
    return InputError(f"bot {name}: {reason}")
