"""Every sequential algorithm on the same question: what each finds, and what it costs.

The truth is what the compiled search finds, since it is fast enough for every question; minimax is one of the
algorithms, so that a difference between the two would show. A move is right if the position behind it is worth what the
algorithm says.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mpi_search.algorithms import Algorithm, Count, TooManyNodes
from mpi_search.algorithms.minimax import quiet
from mpi_search.algorithms.tree import below
from mpi_search.compile.kernel import Kernel
from mpi_search.errors import InputError
from mpi_search.rules.game import State
from mpi_search.search.perft import perft
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table

#: The table of the compiled search that knows the truth.
TRUTH_TABLE_MB = 16


@dataclass(frozen=True)
class Question:
    """What is asked of all algorithms."""

    position: str  #: as the user wrote it
    state: State
    depth: int | None  #: plies, or None for the end of the game


@dataclass(frozen=True)
class Trial:
    """One algorithm on one question. Without a value it did not run, or came to no end; `note` says why."""

    algorithm: str
    exact: bool  #: by construction
    value: int | None
    move: int | None
    nodes: int
    leaves: int
    peak_stored: int
    seconds: float
    is_right: bool | None = None  #: value and move agree with the truth; None without a value
    note: str = ""


class Truth:
    """What is true of positions, by the compiled search."""

    def __init__(self, kernel: Kernel) -> None:
        self.game = kernel.game
        self._solver = Solver(kernel, Table(TRUTH_TABLE_MB))

    def value(self, state: State, depth: int | None) -> int:
        """The value of a position, `depth` plies deep."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome
        if depth == 0:
            return quiet(self.game, state)
        return self._solver.solve(state, depth=depth, want_pv=False).value

    def is_right(self, question: Question, value: int, move: int | None) -> bool:
        """Whether value and move are those of a full search."""
        if value != self.value(question.state, question.depth):
            return False
        if move is None:
            return True
        return -self.value(self.game.play(question.state, move), below(question.depth)) == value


def deepest_within(kernel: Kernel, state: State, max_nodes: int) -> int | None:
    """The depth that minimax can search within `max_nodes`: None if that is the end of the game."""
    total, depth = 1, 0
    for plies in range(1, kernel.game.plies_left(state) + 1):
        leaves = perft(kernel, state, plies)
        total += leaves
        if leaves == 0:
            return None
        if total > max_nodes:
            return max(depth, 1)
        depth = plies
    return None


def run(algorithm: Algorithm, question: Question, truth: Truth, *, max_nodes: int, seed: int = 1) -> Trial:
    """Let one algorithm answer, within a limit."""
    game, count = truth.game, Count(max_nodes=max_nodes)
    reason = algorithm.applies(game, question.state, question.depth)
    if reason:
        return Trial(algorithm.name, algorithm.exact, None, None, 0, 0, 0, 0.0, note=f"does not apply: {reason}")
    began = time.perf_counter()
    try:
        answer = algorithm.run(game, question.state, question.depth, count, random.Random(seed))
    except TooManyNodes:
        answer = None
    figures = (count.nodes, count.leaves, count.peak_stored, time.perf_counter() - began)
    if answer is None:
        return Trial(algorithm.name, algorithm.exact, None, None, *figures, note=f"stopped at {max_nodes:,} nodes")
    is_right = truth.is_right(question, answer.value, answer.move)
    note = "" if is_right else "WRONG" if algorithm.exact else "errs"
    return Trial(algorithm.name, algorithm.exact, answer.value, answer.move, *figures, is_right, note)


def compare(
    algorithms: Sequence[Algorithm],
    questions: Iterable[Question],
    truth: Truth,
    *,
    max_nodes: int,
    seed: int = 1,
    on_trial: Callable[[Question, Trial], None] = lambda question, trial: None,
) -> list[tuple[Question, list[Trial]]]:
    """Every algorithm on every question."""
    answers = []
    for question in questions:
        trials = []
        for algorithm in algorithms:
            trials.append(run(algorithm, question, truth, max_nodes=max_nodes, seed=seed))
            on_trial(question, trials[-1])
        answers.append((question, trials))
    return answers


def chosen(names: str, algorithms: dict[str, Algorithm]) -> list[Algorithm]:
    """The algorithms of a list with commas, or all of them. Raises InputError."""
    if names == "all":
        return list(algorithms.values())
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in algorithms:
            raise InputError(f"no algorithm is called {name!r}; there are {', '.join(algorithms)}")
    return [algorithms[name] for name in dict.fromkeys(wanted)]
