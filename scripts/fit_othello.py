#!/usr/bin/env python3
"""Fit the weights of the Othello evaluation: games/_othello_weights.npz.

    .venv/bin/python -m scripts.fit_othello --positions 1000000

1. Positions with 10 to 15 empty squares, reached by play that is random to a different degree in every game, and
   otherwise follows the evaluation as it is.
2. Their exact values, by the solver.
3. Ridge regression on edge and corner patterns and on what is counted on the whole board, by conjugate gradients.
   Patterns that are mirror images share a weight. A tenth of the positions is kept back to measure what is left over.

The weights in the repository come from this regression on 1,520,000 positions, most with 10 to 12 empty squares, of
games that were played with the evaluation before this one. Positions of your own give others, a little better or worse.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np

from games._othello_evaluation import FINENESS, LIMIT, counts, look_0
from games._othello_flips import flips, mobility
from games._othello_patterns import (
    CORNER_MIRROR,
    CORNER_SQUARES,
    EDGE_MIRROR,
    EDGE_SQUARES,
    corner_patterns,
    edge_patterns,
    mirrored,
)
from mpi_search.compile.kernel import bind
from mpi_search.gamekit import bit, i64, lowest, popcount, u64
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import DONE, NEVER
from mpi_search.search.search import Search
from mpi_search.search.table import Table

#: Positions with few empty squares are cheap to solve and as good to learn from.
EMPTIES = (10, 10, 11, 11, 12, 12, 12, 13, 13, 14, 15)
BATCH = 2000
EDGES, CORNERS = 3**EDGE_SQUARES, 3**CORNER_SQUARES
ONE = u64(1)


# --- positions and their values --------------------------------------------------------------------------------------


@numba.njit
def play_game(empties: Any, randomness: Any, out: Any) -> Any:
    """Play until so many squares are empty; answer whether the game lasts so long. Ten moves are random, the others
    with this chance; else the one that the evaluation likes best."""
    own, other = u64((1 << 28) | (1 << 35)), u64((1 << 27) | (1 << 36))
    while True:
        left = mobility(own, other)
        if not left:
            own, other = other, own
            left = mobility(own, other)
            if not left:
                return False
        empty = 64 - popcount(own | other)
        if empty <= empties:
            out[0], out[1] = own, other
            return True
        is_random = empty > 50 or np.random.random() < randomness
        least, chosen = float(LIMIT), 0
        while left:
            square = lowest(left)
            left &= left - ONE
            turned = flips(own, other, square)
            behind = np.random.random()  # decides among equals
            if not is_random:
                behind += look_0(other ^ turned, own ^ turned ^ bit(square), -LIMIT, LIMIT)
            if behind < least:
                least, chosen = behind, square
        turned = flips(own, other, chosen)
        own, other = other ^ turned, own ^ turned ^ bit(chosen)


@numba.njit
def play_games(seed: Any, empties: Any, boards: Any) -> None:
    """Fill `boards` with positions."""
    np.random.seed(seed)
    found = 0
    while found < len(boards):
        if play_game(empties[np.random.randint(len(empties))], np.random.random() ** 2, boards[found]):
            found += 1


def solved_batch(seed: int) -> tuple[Any, Any]:
    """Positions and their values."""
    boards = np.zeros((BATCH, 2), np.uint64)
    play_games(seed, np.array(EMPTIES), boards)
    kernel = bind(load_game("othello"))
    search, worst = Search(kernel, Table(8)), kernel.game.max_value
    values = []
    for own, other in boards:
        search.begin((i64(own), i64(other), 0), -worst, worst)
        assert search.run(NEVER) == DONE
        values.append(search.lower)
    return boards, values


def solved_positions(positions: int, processes: int, seed: int) -> tuple[Any, Any]:
    boards, values = [], []
    with multiprocessing.Pool(processes) as pool:
        seeds = range(seed, seed + -(-positions // BATCH))
        for done, (some, theirs) in enumerate(pool.imap(solved_batch, seeds), 1):
            boards.append(some)
            values.extend(theirs)
            print(f"\r{done * BATCH:,} positions solved", end="", file=sys.stderr)
    print(file=sys.stderr)
    return np.concatenate(boards), np.array(values, float)


# --- regression ------------------------------------------------------------------------------------------------------


@numba.njit
def describe(boards: Any, patterns: Any, counted: Any) -> None:
    """The numbers of all patterns, and what is counted, row by row."""
    for row in range(len(boards)):
        own, other = boards[row]
        for column, number in enumerate(edge_patterns(own, other)):
            patterns[row, column] = number
        for column, number in enumerate(corner_patterns(own, other)):
            patterns[row, 4 + column] = EDGES + number
        for column, number in enumerate(counts(own, other)):
            counted[row, column] = number


def smaller_twins() -> Any:
    """For every pattern the smaller of itself and its mirror image."""
    edges = [min(number, mirrored(number, EDGE_MIRROR)) for number in range(EDGES)]
    corners = [EDGES + min(number, mirrored(number, CORNER_MIRROR)) for number in range(CORNERS)]
    return np.array(edges + corners)


class Regression:
    """Least squares for one weight a pattern and one a count, with a penalty on patterns seen rarely."""

    def __init__(self, patterns: Any, counted: Any, penalty: float) -> None:
        self.patterns, self.counted, self.penalty = patterns, counted, penalty
        seen = np.bincount(patterns.ravel(), minlength=EDGES + CORNERS)
        # Weights are scaled by how often they are seen, which makes the conjugate gradients converge.
        self.scale = np.concatenate([1 / np.sqrt(seen + penalty), 1 / np.sqrt((counted**2).sum(0))])

    def predict(self, weights: Any) -> Any:
        return self.counted @ weights[EDGES + CORNERS :] + weights[self.patterns].sum(1)

    def _transposed(self, errors: Any) -> Any:
        sums = sum(np.bincount(column, errors, EDGES + CORNERS) for column in self.patterns.T)
        return np.concatenate([sums, errors @ self.counted])

    def _normal(self, scaled: Any) -> Any:
        weights = scaled * self.scale
        answer = self._transposed(self.predict(weights))
        answer[: EDGES + CORNERS] += self.penalty * weights[: EDGES + CORNERS]
        return answer * self.scale

    def fit(self, values: Any, steps: int) -> Any:
        """The weights, by conjugate gradients on the normal equations."""
        scaled = np.zeros(len(self.scale))
        residual = self._transposed(values) * self.scale
        direction, size = residual.copy(), residual @ residual
        for _ in range(steps):
            change = self._normal(direction)
            step = size / (direction @ change)
            scaled += step * direction
            residual -= step * change
            size, before = residual @ residual, size
            direction = residual + size / before * direction
        return scaled * self.scale


def fit(boards: Any, values: Any, twins: Any, penalty: float, steps: int) -> tuple[Any, float]:
    """The weights, and the standard deviation of what they leave over on the last tenth, which is not fitted to."""
    patterns, counted = np.zeros((len(boards), 8), np.int64), np.zeros((len(boards), 8))
    describe(boards, patterns, counted)
    patterns = twins[patterns]
    means = counted.mean(0)
    means[0] = 0  # the first is the constant; the others vary about nought, or the gradients would not converge
    kept = len(boards) * 9 // 10
    weights = Regression(patterns[:kept], counted[:kept] - means, penalty).fit(values[:kept], steps)
    weights[EDGES + CORNERS] -= means @ weights[EDGES + CORNERS :]
    unseen = Regression(patterns[kept:], counted[kept:], penalty)
    return weights, (values[kept:] - unseen.predict(weights)).std()


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of the Othello evaluation.")
    parser.add_argument("--positions", type=int, default=100_000, help="default: %(default)s")
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count(), help="default: all cores")
    parser.add_argument("--penalty", type=float, default=5.0, help="of large weights; default: %(default)s")
    parser.add_argument("--steps", type=int, default=80, help="of conjugate gradients; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "games" / "_othello_weights.npz")
    options = parser.parse_args()
    boards, values = solved_positions(options.positions, options.processes, options.seed)
    twins = smaller_twins()
    weights, left = fit(boards, values, twins, options.penalty, options.steps)
    print(f"{len(boards):,} positions, values {values.std():.1f} discs apart, {left:.2f} left over")
    whole = np.round(FINENESS * weights)
    print("counted:", *whole[EDGES + CORNERS :].astype(int))
    pattern_weights = whole[twins].astype(np.int16)
    np.savez_compressed(
        options.out,
        edge=pattern_weights[:EDGES],
        corner=pattern_weights[EDGES:],
        counted=whole[EDGES + CORNERS :].astype(np.int16),
    )


if __name__ == "__main__":
    main()
