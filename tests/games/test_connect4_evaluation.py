"""The evaluation of Connect Four: as a slow reading of the board says, the same in the mirror, bounded, and of use."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from mpi_search.compile.kernel import bind
from mpi_search.rules.game import Game, State
from mpi_search.rules.load import load_game
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from tests.algorithms.positions import random_game

Cell = tuple[int, int]  # column and row, from 0

BOARDS = ["connect4", "connect4:6x5", "connect4:5x5"]


def positions(game: Game, games: int = 15) -> list[State]:
    """All unfinished positions of some games in which nobody ends it who need not."""
    return [state for seed in range(games) for state in random_game(game, random.Random(seed))[:-1]]


class Board:
    """A position as two sets of cells, read from what is drawn."""

    def __init__(self, game: Game, state: State) -> None:
        module = game.module
        self.columns, self.rows = module.COLUMNS, module.HEIGHT - 1
        height, (mine, discs) = module.HEIGHT, state
        self.cells = set(itertools.product(range(self.columns), range(self.rows)))
        self.mine = {(c, r) for c, r in self.cells if mine >> c * height + r & 1}
        self.theirs = {(c, r) for c, r in self.cells if (discs ^ mine) >> c * height + r & 1}
        self.empty = self.cells - self.mine - self.theirs
        self.open = {(c, r) for c, r in self.empty if r == 0 or (c, r - 1) not in self.empty}

    def lines(self) -> list[list[Cell]]:
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        fours = [[(c + k * x, r + k * y) for k in range(4)] for c, r in self.cells for x, y in steps]
        return [four for four in fours if self.cells.issuperset(four)]

    def threats(self, side: set[Cell]) -> set[Cell]:
        gaps = [set(line) - side for line in self.lines()]
        return {cell for gap in gaps if len(gap) == 1 for cell in gap} & self.empty

    def pairs(self, side: set[Cell], other: set[Cell]) -> int:
        return sum(len(side & set(line)) >= 2 and not other & set(line) for line in self.lines())

    def is_answer(self, cell: Cell) -> bool:
        return (self.rows - 1 - cell[1]) % 2 == 0

    def threat_points(self, side: set[Cell], other: set[Cell], *, answers: bool) -> int:
        """Ten on own rows, five elsewhere, nothing above a threat that the opponent has on the opponent's rows."""
        theirs = {cell for cell in self.threats(other) if self.is_answer(cell) != answers}
        counted = [(c, r) for c, r in self.threats(side) if not any(c == d and r > below for d, below in theirs)]
        return sum(10 if self.is_answer(cell) == answers else 5 for cell in counted)

    def win(self, discs: int) -> int:
        most = (len(self.cells) + 1) // 2
        return most + 1 - (discs + 1) // 2 if discs <= len(self.cells) else 0


def slow_evaluation(game: Game, state: State) -> int:
    board = Board(game, state)
    left, discs = len(board.empty), len(board.mine | board.theirs)
    if board.threats(board.mine) & board.open:
        return board.win(discs + 1)
    threats = board.threats(board.theirs)
    urgent = threats & board.open
    sound = {(c, r) for c, r in board.open if urgent <= {(c, r)} and (c, r + 1) not in threats}
    if not sound:
        return -board.win(discs + 2)
    answers = left % 2 == 1  # I am the follower
    points = 12 + 5 * (board.pairs(board.mine, board.theirs) - board.pairs(board.theirs, board.mine))
    points += board.threat_points(board.mine, board.theirs, answers=answers)
    points -= board.threat_points(board.theirs, board.mine, answers=not answers)
    return min(max(left * points // 128, -board.win(discs + 4)), board.win(discs + 3))


@pytest.mark.parametrize("name", BOARDS)
def test_it_is_what_a_slow_reading_of_the_board_says(name):
    game = load_game(name)
    values = {state: game.evaluate(state) for state in positions(game)}
    assert len(set(values.values())) > 8
    for state, value in values.items():
        assert value == slow_evaluation(game, state), game.format(state)


@pytest.mark.parametrize("name", BOARDS)
def test_it_is_the_same_in_the_mirror_and_no_more_than_can_be(name):
    game = load_game(name)
    mirrored = game.module.mirrored
    for state in positions(game):
        value = game.evaluate(state)
        assert game.evaluate(tuple(mirrored(word) for word in state)) == value
        lower, upper = game.hook("bounds")(state, game.max_value, game.max_value + 1)
        assert lower <= value <= max(upper, lower), game.format(state)


def test_what_speaks_for_one_side_speaks_against_the_other():
    """With the discs exchanged points change their sign, but for having the move; without threats, whose rows do not
    change hands with the discs."""
    game, compared = load_game("connect4"), 0
    for state in positions(game):
        board = Board(game, state)
        if board.threats(board.mine) or board.threats(board.theirs):
            continue
        mine, theirs = state[0], state[0] ^ state[1]
        both = game.module.estimate(mine, theirs) + game.module.estimate(theirs, mine)
        assert 0 <= 2 * 12 * len(board.empty) / 128 - both < 2  # each is rounded down
        compared += 1
    assert compared > 80


@pytest.mark.slow
def test_it_foretells_the_value():
    """On positions that the next two moves do not decide."""
    game = load_game("connect4")
    solver, rng, pairs = Solver(bind(game), Table(16)), random.Random(3), []
    while len(pairs) < 150:
        state = rng.choice(random_game(game, rng)[14:-1] or [game.start()])
        if state[1].bit_count() < 14 or len(set(game.hook("bounds")(state, 99, 100))) == 1:
            continue
        pairs.append((game.evaluate(state), solver.solve(state, want_pv=False).value))
    guesses, values = np.array(pairs, float).T
    assert np.corrcoef(guesses, values)[0, 1] > 0.5
    decided = values != 0
    assert np.mean(np.sign(guesses[decided]) == np.sign(values[decided])) > 0.6
