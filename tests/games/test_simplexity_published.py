"""The published heuristic, line by line, and as an evaluation."""

from __future__ import annotations

import random

import pytest

from mpi_search.rules.load import load_game

GAME = load_game("simplexity")
LOST = -1_000_000_000


def by_hand(position, to_move):
    """The same from the rows of a board, for one of the sides: OX red, ox blue."""
    state = GAME.parse(position)
    rows = GAME.format(state).split("/")
    red_moves = sum(cell.isalpha() for row in rows for cell in row) % 2 == 0
    red_is_other = red_moves != to_move
    their_shape, their_colour = ("O", str.isupper) if red_is_other else ("X", str.islower)
    total = 0
    for row in range(6):
        for column in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + step * down, column + step * right) for step in range(4)]
                if not all(0 <= y < 6 and 0 <= x < 7 for y, x in cells):
                    continue
                pieces = [rows[y][x] for y, x in cells if rows[y][x] != "."]
                shape = sum(piece.upper() == their_shape for piece in pieces)
                colour = sum(their_colour(piece) for piece in pieces)
                total += figure(len(pieces), shape, colour)
    return total


def figure(pieces, shape, colour):
    """What one line counts."""
    if pieces == 4:
        if shape == 4:
            return LOST
        if shape == 0 or colour == 0:
            return 100_000
        return {3: 100_000, 2: 0}.get(max(shape, colour), 4)
    if pieces == 3:
        if 3 in (shape, colour):
            return LOST
        if 0 in (shape, colour):
            return 10
        return 4 if shape == 1 else -4
    if pieces == 2:
        return -4 if shape == 2 else 4
    return -shape


@pytest.mark.parametrize("seed", range(30))
def test_every_line_counts(seed):
    rng, state = random.Random(seed), GAME.start()
    for _ in range(rng.randrange(4, 30)):
        if GAME.outcome(state) is not None:
            break
        state = GAME.play(state, rng.choice(GAME.moves(state)))
    for to_move in (False, True):
        assert GAME.heuristic(state, to_move=to_move) == by_hand(GAME.format(state), to_move)


def test_the_evaluation_is_the_same_sum_in_quarters():
    published = load_game("simplexity", "published")
    for text in ("3O", "3O2X0O", "3O3X3O3X0O"):
        state = GAME.parse(text)
        assert published.evaluate(state) == -GAME.heuristic(state, to_move=False) // 4
    won = GAME.parse("3O2X3O2X3O0X")
    assert published.evaluate(won) == 42 - 6 - 2, "never as much as a win that is certain"
