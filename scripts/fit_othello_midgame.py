#!/usr/bin/env python3
"""Fit the weights of the Othello evaluation: games/_othello_midgame.npz.

    .venv/bin/python -m scripts.fit_othello_midgame --games 150000 --plies 4

1. Games of the program with itself. The first 8 to 41 plies are random, the others the best of a short search with the
   weights as they are, or a move that is up to a disc worse: so the games are different, and yet played well.
2. With 8 to 14 empty squares left the solver takes over. What it finds is the value of all positions since the last
   random move.
3. For every stage ridge regression on its patterns, by conjugate gradients, with the positions of up to two empty
   squares more or fewer. Patterns that are mirror images share a weight. A thirtieth of the positions is kept back to
   measure what is left over.

Play with the new weights gives better values for the next ones. Those in the repository come from two rounds: 50,000
games with the evaluation that orders moves in the endgame, then 150,000 with what was fitted to these.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np

from games._othello_endgame import final_value
from games._othello_evaluation import FINENESS, LIMIT, one_ply_more
from games._othello_flips import flips, mobility
from games._othello_midgame import FEWEST_EMPTIES, KINDS, NUMBERS, PATTERNS, STAGE_EMPTIES, STAGES, all_patterns, judge
from games._othello_midgame import FIRST as KIND_FIRST
from games._othello_patterns import CORNER_MIRROR, EDGE_MIRROR, mirrored
from mpi_search.compile.kernel import bind
from mpi_search.gamekit import bit, i64, lowest, popcount, u64
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import DONE, NEVER
from mpi_search.search.search import Search
from mpi_search.search.table import Table

#: The plies of a game that are random, the fewest and the most; and the empty squares that the solver begins with.
RANDOM, SOLVED = (8, 42), (8, 15)
#: A move that is so much worse may be played, in sixteenths of a disc.
TOLERANCE = 16
#: Games of one job; all squares of the board.
BATCH, MOST_EMPTIES = 200, 64
#: Positions of so many empty squares more or fewer help a stage.
OVERLAP = 2
#: For every pattern on the board, where the numbers of its kind begin.
FIRST = np.repeat(KIND_FIRST, [count for _, count in KINDS.values()])
SIZE = PATTERNS + MOST_EMPTIES + 1  # a weight for every pattern, and one for every number of empty squares
ONE = u64(1)
Arrays = tuple[Any, Any]


# --- games and their values ------------------------------------------------------------------------------------------


@numba.njit
def look_0(own: Any, other: Any, alpha: Any, beta: Any) -> Any:
    """What the position looks like, or the value if the game is over."""
    if mobility(own, other) or mobility(other, own):
        return judge(own, other)
    return FINENESS * final_value(own, other)


def looking(plies: int) -> Any:
    """The search that looks so many plies ahead."""
    look = look_0
    for _ in range(plies):
        look = one_ply_more(look)
    return look


def player(look: Any) -> Any:
    """What plays a game; `look` judges the positions behind its moves."""

    @numba.njit
    def best_move(own: Any, other: Any, left: Any) -> Any:
        """By the value behind it and some luck. The most promising moves come first, so that others are cut off."""
        squares, scores, count = np.zeros(64, np.int64), np.zeros(64, np.int64), 0
        while left:
            square = lowest(left)
            left &= left - ONE
            turned = flips(own, other, square)
            score = -look_0(other ^ turned, own ^ turned ^ bit(square), -LIMIT, LIMIT)
            place = count
            while place > 0 and scores[place - 1] < score:
                scores[place], squares[place] = scores[place - 1], squares[place - 1]
                place -= 1
            scores[place], squares[place], count = score, square, count + 1
        best, chosen = -LIMIT, squares[0]
        for square in squares[:count]:
            turned, luck = flips(own, other, square), np.random.randint(TOLERANCE)
            value = luck - look(other ^ turned, own ^ turned ^ bit(square), -LIMIT, luck - best)
            if value > best:
                best, chosen = value, square
        return chosen

    @numba.njit
    def play(random_plies: Any, empties: Any, boards: Any) -> Any:
        """Play until so many squares are empty; answer how many positions after the random moves were written into
        `boards`, each with the side to move. None if the game is over before."""
        own, other = u64((1 << 28) | (1 << 35)), u64((1 << 27) | (1 << 36))
        side, ply, count = 0, 0, 0
        while True:
            left = mobility(own, other)
            if not left:
                own, other, side = other, own, 1 - side
                left = mobility(own, other)
                if not left:
                    return 0
            if ply >= random_plies:
                boards[count, 0], boards[count, 1], boards[count, 2] = own, other, side
                count += 1
            if 64 - popcount(own | other) <= empties:
                return count
            if ply < random_plies:
                for _ in range(np.random.randint(popcount(left))):
                    left &= left - ONE
                chosen = lowest(left)
            else:
                chosen = best_move(own, other, left)
            turned = flips(own, other, chosen)
            own, other, side, ply = other ^ turned, own ^ turned ^ bit(chosen), 1 - side, ply + 1

    return play


@numba.njit
def begin(seed: Any) -> None:
    np.random.seed(seed)


class Games:
    """Plays a batch of games; one in every process."""

    def __init__(self, plies: int) -> None:
        self._play = player(looking(plies - 1))
        kernel = bind(load_game("othello"))
        self._search, self._worst = Search(kernel, Table(8)), kernel.game.max_value

    def batch(self, seed: int) -> Arrays:
        """Positions and their values."""
        rng, boards, values = np.random.default_rng(seed), [], []
        begin(rng.integers(1 << 32))
        while len(boards) < BATCH:
            fewest, most = RANDOM
            random_plies, empties = fewest + int((most - fewest) * rng.random() ** 2), int(rng.integers(*SOLVED))
            game = np.zeros((64, 3), np.uint64)
            count = self._play(random_plies, empties, game)
            if count:
                own, other, side = game[count - 1]
                value = self._solve(own, other)
                boards.append(game[:count, :2])
                values.append(np.where(game[:count, 2] == side, value, -value))
        return np.concatenate(boards), np.concatenate(values)

    def _solve(self, own: Any, other: Any) -> int:
        self._search.begin((i64(own), i64(other), 0), -self._worst, self._worst)
        assert self._search.run(NEVER) == DONE
        return self._search.lower


_games: dict[int, Games] = {}


def batch(job: tuple[int, int]) -> Arrays:
    plies, seed = job
    if plies not in _games:
        _games[plies] = Games(plies)
    return _games[plies].batch(seed)


def played(games: int, plies: int, processes: int, seed: int) -> Arrays:
    """Positions and values of so many games."""
    found = []
    with multiprocessing.Pool(processes) as pool:
        seeds = np.random.SeedSequence(seed).generate_state(-(-games // BATCH))
        jobs = [(plies, int(each)) for each in seeds]
        for done, some in enumerate(pool.imap(batch, jobs), 1):
            found.append(some)
            print(f"\r{done * BATCH:,} games played", end="", file=sys.stderr)
    print(file=sys.stderr)
    boards, values = zip(*found, strict=True)
    return np.concatenate(boards), np.concatenate(values).astype(np.int8)


# --- regression ------------------------------------------------------------------------------------------------------


@numba.njit
def describe(boards: Any, twins: Any, rows: Any) -> None:
    """The numbers of the weights that each position has."""
    for row in range(len(boards)):
        own, other = boards[row]
        for column, number in enumerate(all_patterns(own, other)):
            rows[row, column] = twins[FIRST[column] + number]
        rows[row, len(FIRST)] = PATTERNS + 64 - popcount(own | other)


@numba.njit
def count_empties(boards: Any) -> Any:
    empties = np.zeros(len(boards), np.int64)
    for row in range(len(boards)):
        empties[row] = 64 - popcount(boards[row, 0] | boards[row, 1])
    return empties


@numba.njit
def predict(rows: Any, weights: Any) -> Any:
    values = np.zeros(len(rows))
    for row in range(len(rows)):
        for number in rows[row]:
            values[row] += weights[number]
    return values


@numba.njit
def gather(rows: Any, values: Any) -> Any:
    """The sums of values over the positions that have each weight: the transpose of `predict`."""
    sums = np.zeros(SIZE)
    for row in range(len(rows)):
        for number in rows[row]:
            sums[number] += values[row]
    return sums


def smaller_twins() -> Any:
    """For every pattern the smaller of itself and its mirror image."""
    orders = {"edge": EDGE_MIRROR, "corner": CORNER_MIRROR, "block": range(10)}
    twins: list[int] = []
    for kind, (squares, _) in KINDS.items():
        order, first = tuple(orders.get(kind, range(squares)[::-1])), len(twins)
        twins += [first + min(number, mirrored(number, order)) for number in range(3**squares)]
    return np.array(twins)


def least_squares(rows: Any, values: Any, penalty: float, steps: int) -> Any:
    """The weights, by conjugate gradients on the normal equations, with a penalty on large ones. They are scaled by how
    often they are seen, which makes the gradients converge."""
    scale = 1 / np.sqrt(np.bincount(rows.ravel(), minlength=SIZE) + penalty)
    scaled = np.zeros(SIZE)
    residual = gather(rows, values) * scale
    direction, size = residual.copy(), residual @ residual
    for _ in range(steps):
        change = (gather(rows, predict(rows, direction * scale)) + penalty * direction * scale) * scale
        step = size / (direction @ change)
        scaled += step * direction
        residual -= step * change
        size, before = residual @ residual, size
        direction = residual + size / before * direction
    return scaled * scale


def fit_stage(stage: int, boards: Any, values: Any, is_kept: Any, options: argparse.Namespace) -> Any:
    """The weights of one stage. `is_kept`: positions to measure what is left over."""
    empties, twins = count_empties(boards), smaller_twins()
    least = 0 if stage == 0 else FEWEST_EMPTIES + STAGE_EMPTIES * stage
    most = MOST_EMPTIES if stage == STAGES - 1 else FEWEST_EMPTIES + STAGE_EMPTIES * (stage + 1) - 1

    def rows_of(chosen: Any) -> Any:
        rows = np.zeros((chosen.sum(), len(FIRST) + 1), np.int32)
        describe(boards[chosen], twins, rows)
        return rows

    near = (empties >= least - OVERLAP) & (empties <= most + OVERLAP) & ~is_kept
    weights = least_squares(rows_of(near), values[near].astype(float), options.penalty, options.steps)
    seen = (empties >= least) & (empties <= most) & is_kept
    left = values[seen] - predict(rows_of(seen), weights)
    print(
        f"{least:2} to {most:2} empty: {near.sum():,} positions, {values[seen].std():.2f} discs apart, "
        f"{np.sqrt(np.mean(left**2)):.2f} left over",
        flush=True,
    )
    return np.concatenate([weights[twins], weights[PATTERNS:]])


def save(weights: Any, out: Path) -> None:
    """One table for every kind of pattern, a row a stage."""
    whole = np.round(FINENESS * weights).clip(-(1 << 15), (1 << 15) - 1).astype(np.int16)
    tables = dict(zip(KINDS, np.split(whole, np.cumsum(NUMBERS), axis=1), strict=False))
    stages = [min(max(empties - FEWEST_EMPTIES, 0) // STAGE_EMPTIES, STAGES - 1) for empties in range(MOST_EMPTIES + 1)]
    tempo = whole[stages, PATTERNS + np.arange(MOST_EMPTIES + 1)]
    np.savez_compressed(out, tempo=tempo, **tables)


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of the Othello evaluation.")
    parser.add_argument("--games", type=int, default=20_000, help="default: %(default)s")
    parser.add_argument("--plies", type=int, default=4, help="that a move is looked ahead; default: %(default)s")
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count(), help="default: all cores")
    parser.add_argument("--penalty", type=float, default=5.0, help="of large weights; default: %(default)s")
    parser.add_argument("--steps", type=int, default=30, help="of conjugate gradients; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="another for every round")
    parser.add_argument("--keep", type=Path, metavar="FILE.npz", help="keep the positions in this file")
    parser.add_argument("--more", type=Path, metavar="FILE.npz", nargs="*", default=[], help="positions kept before")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "games" / "_othello_midgame.npz")
    options = parser.parse_args()
    if not options.games and (options.keep or not options.more):
        parser.error("with no games there is nothing to keep, and --more must say what to fit to")
    parts = [played(options.games, options.plies, options.processes, options.seed)] if options.games else []
    if options.keep:
        np.savez_compressed(options.keep, boards=parts[0][0], values=parts[0][1])
    for file in options.more:
        with np.load(file) as kept:
            parts.append((kept["boards"], kept["values"]))
    boards, values = (np.concatenate(each) for each in zip(*parts, strict=True))
    is_kept = np.arange(len(boards)) // 1000 % 30 == 0
    save(np.array([fit_stage(stage, boards, values, is_kept, options) for stage in range(STAGES)]), options.out)


if __name__ == "__main__":
    main()
