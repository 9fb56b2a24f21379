"""A game of OpenSpiel as a game of ours: `openspiel:tic_tac_toe`, at Python speed.

Two players, perfect information, no chance, whole numbers for results that add up to nothing. A state here is the
number of moves and the moves themselves. Sides alternate: where OpenSpiel lets a side move again, the other passes.

OpenSpiel is an extra: pip install mpi-search[openspiel].
"""

from __future__ import annotations

import functools
from pathlib import Path
from types import ModuleType
from typing import Any

from mpi_search.errors import InputError
from mpi_search.rules.game import Game, State
from mpi_search.rules.hooks import UNDECIDED

PREFIX = "openspiel:"
#: States of OpenSpiel that are kept, so that they need not be played from the beginning.
KEPT = 50_000


@functools.cache
def load_openspiel(name: str) -> Game:
    """The game that OpenSpiel calls by the words behind `openspiel:`. Raises InputError."""
    try:
        import pyspiel
    except ImportError as error:
        raise InputError(f"{name}: OpenSpiel is not installed (pip install mpi-search[openspiel])") from error
    words = name.removeprefix(PREFIX)
    try:
        spiel = pyspiel.load_game(words)
    except Exception as error:  # its own kind, which says which games there are on many lines
        raise InputError(f"{name}: OpenSpiel knows no game {words!r}") from error
    _refuse_others(name, spiel, pyspiel)
    return Game(name, Path(f"<{name}>"), {}, _Rules(spiel).module(name))


def _refuse_others(name: str, spiel: Any, pyspiel: Any) -> None:
    kind = spiel.get_type()
    wanted = {
        "two players": spiel.num_players() == 2,
        "perfect information": kind.information == kind.Information.PERFECT_INFORMATION,
        "no chance": kind.chance_mode == kind.ChanceMode.DETERMINISTIC,
        "moves in turn": kind.dynamics == kind.Dynamics.SEQUENTIAL,
        "results that add up to nothing": kind.utility == kind.Utility.ZERO_SUM,
        "whole numbers for results": spiel.max_utility() == int(spiel.max_utility()) > 0,
    }
    for what, holds in wanted.items():
        if not holds:
            raise InputError(f"{name}: only games with {what} can be searched")


class _Rules:
    """The functions of a game file."""

    def __init__(self, spiel: Any) -> None:
        self._spiel, self._pass = spiel, spiel.num_distinct_actions()
        self._plies = 2 * spiel.max_game_length()
        self._at = functools.lru_cache(KEPT)(self._play_to)

    def module(self, name: str) -> ModuleType:
        module = ModuleType(name)
        module.__dict__.update(
            WORDS=self._plies + 1,
            MAX_MOVES=self._pass + 1,
            MAX_PLIES=self._plies,
            MAX_VALUE=int(self._spiel.max_utility()),
            RUNS_PLAIN=True,
            __helpers__=[],
            __asked__={},
            start=self.start,
            moves=self.moves,
            play=self.play,
            outcome=self.outcome,
            move_name=self.move_name,
            parse=self.parse,
            plies_left=lambda state: self._plies - state[0],
            draw=lambda state: str(self._at(self._moves_of(state))),
        )
        return module

    def _moves_of(self, state: State) -> tuple[int, ...]:
        return state[1 : state[0] + 1]

    def _play_to(self, moves: tuple[int, ...]) -> Any:
        """OpenSpiel's own state after these moves."""
        if not moves:
            return self._spiel.new_initial_state()
        after = self._at(moves[:-1]).clone()
        if moves[-1] != self._pass:
            after.apply_action(moves[-1])
        return after

    def start(self) -> State:
        return (0, *[0] * self._plies)

    def moves(self, state: State, out: Any) -> int:
        own = self._at(self._moves_of(state))
        legal = own.legal_actions() if own.current_player() == state[0] % 2 else [self._pass]
        out[: len(legal)] = legal
        return len(legal)

    def play(self, state: State, move: int) -> State:
        count = state[0]
        return (count + 1, *state[1 : count + 1], move, *state[count + 2 :])

    def outcome(self, state: State) -> int:
        own = self._at(self._moves_of(state))
        return int(own.returns()[state[0] % 2]) if own.is_terminal() else UNDECIDED

    def move_name(self, state: State, move: int) -> str:
        if move == self._pass:
            return "pass"
        return str(self._at(self._moves_of(state)).action_to_string(state[0] % 2, move)).replace(" ", "_")

    def parse(self, text: str) -> State:
        """Moves by their names or numbers, with spaces between them. Raises InputError."""
        state = self.start()
        for number, word in enumerate(text.split(), 1):
            out = [0] * (self._pass + 1)
            legal = [] if self.outcome(state) != UNDECIDED else out[: self.moves(state, out)]
            names = {self.move_name(state, move): move for move in legal} | {str(move): move for move in legal}
            if word not in names:
                raise InputError(f"move {number}: {word!r} is none of {', '.join(names) or 'the moves: it is over'}")
            state = self.play(state, names[word])
        return state
