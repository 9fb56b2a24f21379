"""Positions for the plain algorithms: small trees of every kind."""

from __future__ import annotations

import random

from hypothesis import assume
from hypothesis import strategies as st

from mpi_search.algorithms.count import Count, TooManyNodes
from mpi_search.algorithms.minimax import minimax
from mpi_search.rules.game import Game, State
from mpi_search.rules.load import load_game
from tests.tools import TANGLE

#: A position that is larger than this for minimax is passed over.
ORACLE_NODES = 1500

GAMES = ["tictactoe", "connect4:4x4", "connect4", "simplexity:4x4"]


def synthetic(branching: int, depth: int, seed: int, order: float = 0.5, values: int = 9, noise: int = 2) -> Game:
    """A uniform tree without transpositions."""
    return load_game(
        f"synthetic:branching={branching},depth={depth},order={order},values={values},noise={noise},seed={seed}"
    )


@st.composite
def uniform_trees(draw, order: float = 0.5) -> Game:
    """Uniform trees of at most about 250 leaves; few values, so that many are equal."""
    branching = draw(st.integers(1, 4))
    depth = draw(st.integers(1, {1: 6, 2: 7, 3: 5, 4: 4}[branching]))
    return synthetic(branching, depth, draw(st.integers(1, 200)), order, draw(st.sampled_from([1, 3, 30])))


@st.composite
def problems(draw) -> tuple[Game, State, int | None]:
    """(game, position, depth): uniform trees, and graphs with transpositions, with and without noisy moves."""
    if draw(st.booleans()):
        game = draw(uniform_trees())
        return game, game.start(), draw(st.sampled_from([None, None, 0, 1, 3]))
    game = load_game(f"{TANGLE}:noisy={draw(st.integers(0, 1))}")
    return game, (draw(st.integers(0, 1 << 40)), 4, 0), draw(st.sampled_from([None, None, 0, 1, 3]))


def late_position(game: Game, seed: int) -> State:
    """A position a few plies before the end of a random game."""
    rng = random.Random(seed)
    line = random_game(game, rng)
    return line[-1 - min(rng.randint(1, 5), len(line) - 1)]


def any_position(game: Game, seed: int) -> State:
    """A position anywhere in a random game, unfinished."""
    rng = random.Random(seed)
    return rng.choice(random_game(game, rng)[:-1])


def random_game(game: Game, rng: random.Random) -> list[State]:
    """The positions of a game in which nobody ends it who need not: its last positions have few moves left."""
    line = [game.start()]
    while game.outcome(line[-1]) is None:
        moves = game.moves(line[-1])
        children = [game.play(line[-1], move) for move in rng.sample(moves, len(moves))]
        line.append(next((child for child in children if game.outcome(child) is None), children[0]))
    return line


def oracle_value(game: Game, state: State, depth: int | None) -> int:
    """What minimax says; a position that takes it too long is passed over."""
    try:
        return minimax(game, state, depth, Count(max_nodes=ORACLE_NODES))
    except TooManyNodes:
        assume(False)
        raise


class Watched(Game):
    """A game that notes the leaves that a search to the end looks at, in order."""

    leaves: list[State]

    def __init__(self, game: Game) -> None:
        super().__init__(game.name, game.path, game.parameters, game.module)
        object.__setattr__(self, "leaves", [])

    def outcome(self, state: State) -> int | None:
        value = super().outcome(state)
        if value is not None:
            self.leaves.append(state)
        return value
