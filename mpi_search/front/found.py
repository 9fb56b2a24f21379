"""What is told to the user: how far a search is, and what it has found. Plain data, with moves as people write them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from mpi_search.cluster.figures import ClusterProgress, RankReport

if TYPE_CHECKING:
    from mpi_search.front.request import Request
    from mpi_search.rules.game import Game, State
    from mpi_search.search import solve


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    depth: int | None  #: plies; None: to the end of the game
    lower: int  #: the value of this iteration is at least this
    upper: int  #: and at most this
    best_move: str | None
    nodes: int
    seconds: float
    busy: list[float] = field(default_factory=list)  #: the share of its time that each rank has searched
    table_fill: float | None = None  #: of the first host, where there are several ranks
    messages: int = 0  #: sent by all ranks


@dataclass(frozen=True)
class MoveFound:
    """What is known of one move."""

    move: str
    value: int  #: for the side that makes it
    exact: bool  #: the value is the game-theoretic one
    pv: list[str]  #: best play, the move itself first


@dataclass(frozen=True)
class Found:
    """What is known of a position."""

    game: str
    position: str  #: as it was asked for
    value: int  #: for the side to move
    exact: bool  #: the value is the game-theoretic one
    best_move: str
    pv: list[str]  #: best play
    depth: int  #: plies that were completed
    lower: int  #: what is proved of the game-theoretic value
    upper: int
    moves: list[MoveFound]  #: those that were asked for (multi_pv), best first
    nodes: int
    seconds: float  #: of the search
    compile_seconds: float
    ranks: int
    hosts: int
    policy: str
    algorithm: str
    lost_ranks: list[int]
    per_rank: list[RankReport]
    board: str  #: drawn, for people
    meaning: str  #: the value as a sentence
    best_move_number: int  #: as the game itself numbers moves
    pv_numbers: list[int]

    def to_dict(self) -> dict[str, Any]:
        """What `solve --json` prints."""
        own = {name: field for name, field in vars(self).items() if name not in _FOR_PEOPLE}
        own["moves"] = [asdict(each) for each in self.moves]
        own["per_rank"] = [asdict(each) for each in self.per_rank]
        return own


_FOR_PEOPLE = ("board", "meaning", "best_move_number", "pv_numbers")


def progress_in_words(game: Game, state: State, at: solve.Progress | ClusterProgress) -> Progress:
    """The same with the names of moves."""
    search = at.search if isinstance(at, ClusterProgress) else at
    move = None if search.best_move is None else game.move_name(state, search.best_move)
    own = search.depth, search.lower, search.upper, move, search.nodes, search.seconds
    return Progress(*own, at.busy, at.table_fill, at.messages) if isinstance(at, ClusterProgress) else Progress(*own)


def found_in_words(
    game: Game,
    state: State,
    request: Request,
    result: solve.Result,
    *,
    compile_seconds: float,
    policy: str,
    per_rank: list[RankReport],
) -> Found:
    """What is told of a result."""
    return Found(
        game=game.name,
        position=" ".join((request.position, *request.moves)),
        value=result.value,
        exact=result.exact,
        best_move=game.move_name(state, result.best_move),
        pv=move_names(game, state, result.pv),
        depth=result.depth,
        lower=result.lower,
        upper=result.upper,
        moves=[
            MoveFound(game.move_name(state, each.move), each.value, each.exact, move_names(game, state, each.pv))
            for each in result.moves
        ],
        nodes=result.nodes,
        seconds=result.seconds,
        compile_seconds=compile_seconds,
        ranks=len(per_rank),
        hosts=len({report.host for report in per_rank}),
        policy=policy,
        algorithm=request.algorithm,
        lost_ranks=[],
        per_rank=per_rank,
        board=game.draw(state),
        meaning=in_words(game, state, result),
        best_move_number=result.best_move,
        pv_numbers=list(result.pv),
    )


def move_names(game: Game, state: State, moves: list[int]) -> list[str]:
    """The names of moves that are played one after the other."""
    names = []
    for move in moves:
        names.append(game.move_name(state, move))
        state = game.play(state, move)
    return names


def in_words(game: Game, state: State, result: solve.Result) -> str:
    """The value as a sentence."""
    if result.exact:
        return f"{result.value:+d}: {game.describe(state, result.value)}"
    guess = f"{result.value:+d} at depth {result.depth}, not proved"
    if (result.lower, result.upper) == (-game.max_value, game.max_value):
        return guess
    return f"{guess}; the exact value lies from {result.lower} to {result.upper}"
