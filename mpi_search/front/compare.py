"""Every sequential algorithm on the same questions: what each finds, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpi_search.algorithms import ALGORITHMS, Algorithm, probcut_algorithms
from mpi_search.algorithms.fit_files import load_fits, own_file
from mpi_search.compile.kernel import Kernel, bind
from mpi_search.front.request import at_least
from mpi_search.rules.load import AnyGame, rules_of
from mpi_search.study.compare import Question, Trial, Truth, chosen, deepest_within
from mpi_search.study.compare import compare as answer_all

if TYPE_CHECKING:
    from mpi_search.rules.game import Game

#: For each algorithm: plain Python takes about ten seconds for them.
MAX_NODES = 1_000_000


@dataclass(frozen=True)
class Row:
    """One algorithm on one position. Without a value it did not run, or came to no end; `note` says why."""

    position: str
    depth: int | None  #: plies; None: to the end of the game
    algorithm: str
    value: int | None
    best_move: str | None
    nodes: int
    leaves: int
    peak_stored_nodes: int
    seconds: float
    exact: bool  #: by construction it finds minimax's value and a best move
    agrees: bool | None  #: value and move are those of a full search
    note: str


@dataclass(frozen=True)
class Comparison:
    """What was found."""

    game: Game
    rows: list[Row]
    fits: str | None  #: where the fits of ProbCut come from: a file, or guesses; None if it did not run

    @property
    def has_fault(self) -> bool:
        """Whether an exact algorithm was wrong."""
        return any(row.exact and row.agrees is False for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """What `compare --json` prints."""
        return {"game": self.game.name, "fits": self.fits, "rows": [asdict(row) for row in self.rows]}


def compare(
    game: AnyGame,
    positions: str | Iterable[str] = "start",
    *,
    algorithms: str | Iterable[str] = "all",
    depth: int | None = None,
    max_nodes: int = MAX_NODES,
    fits: str | Path | None = None,
    seed: int = 1,
    on_progress: Callable[[Row], None] = lambda row: None,
) -> Comparison:
    """Let algorithms answer the same questions, in plain Python. `depth`: None for as deep as minimax can within a part
    of `max_nodes`, which each of them may search; `fits`: a file for ProbCut, None for the game's own. `on_progress`
    hears of every row. Raises InputError."""
    at_least(1, "depth", depth)
    at_least(1, "max_nodes", max_nodes)
    rules = rules_of(game)
    kernel, fits_file = bind(rules), None if fits is None else Path(fits)
    names = algorithms if isinstance(algorithms, str) else ",".join(algorithms)
    wanted = chosen(names, known_algorithms(rules, fits_file))
    questions = questions_of(kernel, [positions] if isinstance(positions, str) else list(positions), depth, max_nodes)
    rows: list[Row] = []

    def note(question: Question, trial: Trial) -> None:
        rows.append(row_of(rules, question, trial))
        on_progress(rows[-1])

    answer_all(wanted, questions, Truth(kernel), max_nodes=max_nodes, seed=seed, on_trial=note)
    return Comparison(rules, rows, fits_used(rules, rows, fits_file))


def known_algorithms(game: Game, fits_file: Path | None) -> dict[str, Algorithm]:
    """All algorithms; ProbCut with the fits of a file if there is one."""
    if fits_file is None:
        return ALGORITHMS
    fitted = {algorithm.name: algorithm for algorithm in probcut_algorithms(load_fits(fits_file, game))}
    return {**ALGORITHMS, **fitted}


def fits_used(game: Game, rows: list[Row], fits_file: Path | None) -> str | None:
    """Where the fits of ProbCut come from: a file, or guesses; None if it did not run."""
    names = {algorithm.name for algorithm in probcut_algorithms()}
    if not any(row.algorithm in names and row.nodes for row in rows):
        return None
    return str(fits_file or own_file(game) or "guesses")


def questions_of(kernel: Kernel, positions: list[str], depth: int | None, max_nodes: int) -> list[Question]:
    """One question a position: to a depth that the slowest algorithm can reach, if none is given."""
    questions = []
    for position in positions:
        state = kernel.game.unfinished(position)
        plies = deepest_within(kernel, state, max_nodes // 20) if depth is None else depth
        if plies is not None and plies >= kernel.game.plies_left(state):
            plies = None
        questions.append(Question(position, state, plies))
    return questions


def row_of(game: Game, question: Question, trial: Trial) -> Row:
    """What is told of a trial."""
    move = None if trial.move is None else game.move_name(question.state, trial.move)
    return Row(
        position=question.position,
        depth=question.depth,
        algorithm=trial.algorithm,
        value=trial.value,
        best_move=move,
        nodes=trial.nodes,
        leaves=trial.leaves,
        peak_stored_nodes=trial.peak_stored,
        seconds=trial.seconds,
        exact=trial.exact,
        agrees=trial.is_right,
        note=trial.note,
    )
