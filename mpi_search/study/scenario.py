"""What a run of the swarm is made of: everything is drawn from one seed, nothing else matters.

Games are few, because each costs seconds to compile; positions, depths, clusters and tunings are many. A game file may
offer `sample(rng)`, a position that lies on no path from the start, as random games with their seed in the state do.
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass
from typing import Any

from mpi_search.cluster.tuning import Tuning
from mpi_search.compile.kernel import bind
from mpi_search.policies import POLICIES
from mpi_search.rules.game import Game, State
from mpi_search.rules.load import load_game
from mpi_search.search.limits import Limits
from mpi_search.study.oracle import CompiledRules
from mpi_search.transport.virtual.shape import Costs, Network, Shape, Stalls


@dataclass(frozen=True)
class Source:
    """Where positions of a game come from, and how large a search of them may be."""

    game: str
    first_ply: int = 0  #: random moves played at least
    last_ply: int = 0  #: and at most
    longest: int = 99  #: positions with more plies left are not searched to the end
    deepest: int = 4  #: the largest depth of a search with a limit


SOURCES = (
    Source("tictactoe", 0, 5, longest=9, deepest=6),
    Source("connect4:4x4", 1, 10, longest=14, deepest=8),
    Source("connect4", 24, 34, longest=15, deepest=6),
    Source("simplexity:4x4", 5, 11, longest=9, deepest=4),
    Source("othello", 49, 58, longest=20, deepest=4),  # plies left count passes: two for each empty square
    Source("synthetic:branching=5,depth=8,values=20,order=0.6", 0, 3, deepest=5),
    Source("synthetic:branching=3,depth=12,values=2,order=0.2", 0, 5, deepest=7),
)


@dataclass(frozen=True)
class Scenario:
    """One run: a position, what is asked about it, and the cluster that answers."""

    seed: int
    policy: str
    game: str
    state: State
    depth: int | None  #: None: to the end of the game
    open_window: bool
    shape: Shape
    validate: bool  #: recheck every rank's invariants after each of its turns
    limits: Limits  #: of time and nodes, where there are any
    interrupt_at: float | None  #: when the user wants no more, in virtual seconds


def draw(seed: int, extra_games: tuple[str, ...] = ()) -> Scenario:
    """The run that belongs to `seed`; it is another one when games are added."""
    rng = random.Random(seed)
    sources = (*SOURCES, *(Source(game, 0, 2, longest=10, deepest=4) for game in extra_games))
    policy = rng.choice(sorted(POLICIES))
    source = rng.choice(sources)
    state, depth = draw_question(rng, source)
    open_window, shape, validate = rng.random() < 0.5, draw_shape(rng), rng.random() < 0.5
    limits, interrupt_at = draw_limits(random.Random(f"limits {seed}"), shape)
    return Scenario(seed, policy, source.game, state, depth, open_window, shape, validate, limits, interrupt_at)


# --- positions -----------------------------------------------------------------------------------------------------
@functools.cache
def rules_of(name: str) -> CompiledRules:
    """The rules of a game, made once."""
    return CompiledRules(bind(load_game(name)))


def draw_question(rng: random.Random, source: Source) -> tuple[State, int | None]:
    """An unfinished position and the depth to search it; None: to the end of the game."""
    game = rules_of(source.game)
    state = draw_state(rng, source, game)
    left = game.plies_left(state)
    if left <= source.longest and rng.random() < 0.7:
        return state, None
    return state, rng.randint(1, min(source.deepest, max(1, left - 1)))


def draw_state(rng: random.Random, source: Source, game: Game) -> State:
    """Some positions are too long to be searched to the end: then others are tried, a few times."""
    state = game.start()
    for _ in range(20):
        state = _play(rng, game, _begin(rng, game), rng.randint(source.first_ply, source.last_ply))
        if game.plies_left(state) <= source.longest:
            break
    return state


def _begin(rng: random.Random, game: Game) -> State:
    sample: Any = getattr(game.module, "sample", None)
    while sample:
        state = tuple(int(word) for word in sample(rng))
        if game.outcome(state) is None:
            return state
    if game.has("known_value"):  # a synthetic tree is whatever hangs below a hash
        return rng.getrandbits(62), 0, rng.randint(-game.max_value, game.max_value)
    return game.start()


def _play(rng: random.Random, game: Game, state: State, plies: int) -> State:
    """Random moves, as long as the game is not over after them."""
    for _ in range(plies):
        after = game.play(state, rng.choice(game.moves(state)))
        if game.outcome(after) is not None:
            break
        state = after
    return state


# --- clusters ------------------------------------------------------------------------------------------------------
def draw_shape(rng: random.Random) -> Shape:
    """A virtual cluster, small more often than large, with anything from shared memory to a slow network."""
    ranks = rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 8, 12, 16, 24, 32, rng.randint(33, 64), 64))
    hosts = 1 if rng.random() < 0.4 else rng.randint(1, ranks)
    return Shape(
        ranks=ranks,
        hosts=hosts,
        table_mb=spread(rng, 0.01, 1.0),
        costs=draw_costs(rng),
        network=draw_network(rng),
        stalls=Stalls(spread(rng, 0.01, 0.5), spread(rng, 10, 20_000)) if rng.random() < 0.5 else Stalls(),
        tuning=draw_tuning(rng),
        quantum_nodes=round(spread(rng, 1, 250)),
    )


def draw_costs(rng: random.Random) -> Costs:
    return Costs(
        node_ns=spread(rng, 10, 20_000),
        look_us=spread(rng, 0.1, 20),
        slice_us=spread(rng, 0.1, 20),
        send_us=spread(rng, 0.1, 20),
        receive_us=spread(rng, 0.1, 20),
        claim_us=spread(rng, 0.005, 1),
        row_us=spread(rng, 0.05, 2),
        job_us=spread(rng, 0.1, 50),
        offer_us=spread(rng, 0.01, 2),
        collect_us=spread(rng, 0.1, 50),
    )


def draw_network(rng: random.Random) -> Network:
    near_us = spread(rng, 0.1, 500)
    return Network(
        near_us=near_us,
        far_us=max(near_us, spread(rng, 0.1, 500)),
        bandwidth_mb_s=spread(rng, 1, 10_000),
        jitter=rng.choice((0.0, rng.random(), 3 * rng.random())),
    )


def draw_tuning(rng: random.Random) -> Tuning:
    """Far finer than anyone would want it, so that small searches are shared out too."""
    first_wait_s = spread(rng, 1e-5, 1e-3)
    return Tuning(
        look_nodes=round(spread(rng, 1, 300)),
        slice_nodes=round(spread(rng, 1, 1000)),
        short_slice_nodes=round(spread(rng, 1, 300)),
        split_min_nodes=round(spread(rng, 1, 500)),
        busy_min_nodes=round(spread(rng, 1, 500)),
        team_size=rng.choice((2, 3, 4, 8, 16)),
        alone_nodes=round(spread(rng, 1, 300)),
        doubtful_chance=rng.choice((0, 100, 500)),
        sure_chance=rng.choice((100, 500)),
        hops=rng.randint(0, 5),
        draws=rng.randint(0, 5),
        descriptions=rng.randint(1, 5),
        max_tasks=rng.randint(1, 12),
        first_wait_s=first_wait_s,
        longest_wait_s=first_wait_s * spread(rng, 1, 50),
        export_min_nodes=round(spread(rng, 1, 300)),
        export_batch=rng.randint(1, 32),
    )


def draw_limits(rng: random.Random, shape: Shape) -> tuple[Limits, float | None]:
    """Often none; otherwise of time, of nodes, an interrupt, or several of them: as much as a few nodes take, or more
    than the whole search."""

    def seconds() -> float:
        return spread(rng, 1, 10_000) * shape.costs.node_ns * 1e-9

    kind = rng.choice(("none", "none", "none", "time", "nodes", "interrupt", "all"))
    limits = Limits(
        max_seconds=seconds() if kind in ("time", "all") else None,
        max_nodes=round(spread(rng, 1, 10_000)) if kind in ("nodes", "all") else None,
        rescue_nodes=round(spread(rng, 1, 10_000)),
    )
    return limits, seconds() if kind in ("interrupt", "all") else None


def spread(rng: random.Random, least: float, most: float) -> float:
    """A number between the two, of any order of magnitude."""
    return float(least * (most / least) ** rng.random())
