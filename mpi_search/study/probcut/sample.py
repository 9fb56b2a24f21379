"""Positions to learn from: reasonable, spread over the phases of the game, and far enough from its end.

They come from games in which a player makes the move that looks best at first sight, or any move, as a coin falls: good
moves alone would show few kinds of positions, random ones alone none that are worth playing. Nobody ends the game who
need not, so that games are long and their late positions as good a sample as the early ones. Left out are

    1. the last plies of every game, as many as the deepest search looks ahead: near the end a deep search sees the
       outcome, which an evaluation does not foretell in the same way;
    2. positions in which a move ends the game: a search of one ply knows their value;
    3. all but one position of a game in each phase, since its neighbours say almost the same, and any position that
       was met before.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from mpi_search.algorithms.fit import Phase
from mpi_search.errors import InputError
from mpi_search.rules.game import Game, State

#: How often a player makes the move that looks best.
BEST_SHARE = 0.5
#: Games from which the phases are made.
SCOUTING_GAMES = 20
#: Games that may be played for each position that is wanted in a phase.
PATIENCE_GAMES = 10


@dataclass
class Sampler:
    """Draws positions, never one twice, also not for another set: one may be fitted to, the other held out."""

    game: Game
    rng: random.Random
    horizon: int  #: plies of the deepest search
    tell: Callable[[str], None] = lambda text: None  #: how far it is
    seen: set[State] = field(default_factory=set)

    def phases(self, count: int) -> list[Phase]:
        """So many intervals of equal width, or fewer where the game is too short: the earliest first. Raises
        InputError."""
        games = [states for states in (self.play() for _ in range(SCOUTING_GAMES)) if states]
        if not games:
            raise InputError(
                f"{self.game.name}: no game lasts more than {self.horizon} plies, the deepest search asked for"
            )
        lefts = [[self.game.plies_left(state) for state in states] for states in games]
        lowest = sorted(left[-1] for left in lefts)[len(lefts) // 4]  # some go on for longer: too few to fit to
        highest = max(left[0] for left in lefts)
        count = min(count, highest - lowest + 1)
        edges = [lowest + (highest + 1 - lowest) * number // count for number in range(count + 1)]
        return [Phase(low, high - 1) for low, high in pairwise(edges)][::-1]

    def draw(self, phases: list[Phase], each: int) -> dict[Phase, list[State]]:
        """`each` positions of every phase; fewer where the game has no more of them."""
        drawn: dict[Phase, list[State]] = {phase: [] for phase in phases}
        for _ in range(PATIENCE_GAMES * each):
            if all(len(states) == each for states in drawn.values()):
                break
            self.tell(f"drawing positions: {sum(map(len, drawn.values()))} of {each * len(phases)}")
            game = self.play()
            for phase, states in drawn.items():
                fresh = [s for s in game if phase.holds(self.game.plies_left(s)) and s not in self.seen]
                if fresh and len(states) < each:
                    states.append(self.rng.choice(fresh))
                    self.seen.add(states[-1])
        return drawn

    def play(self) -> list[State]:
        """The positions of one game that are of use."""
        game, state = self.game, self.game.start()
        line: list[tuple[State, bool]] = []  # with whether it is of use
        while True:
            children = [game.play(state, move) for move in game.moves(state)]
            going_on = [child for child in children if game.outcome(child) is None]
            line.append((state, len(going_on) == len(children)))
            if not going_on:
                return [state for state, is_useful in line[: max(len(line) - self.horizon, 0)] if is_useful]
            state = self._choice(going_on)

    def _choice(self, children: list[State]) -> State:
        if self.rng.random() >= BEST_SHARE:
            return self.rng.choice(children)
        return min(self.rng.sample(children, len(children)), key=self.game.evaluate)  # equals by lot
