"""Which Othello moves to try first near the end of the game: what edges and corners are worth, mobility, stable discs.

The weights were fitted by least squares to the exact values of 1.5 million positions with 10 to 15 empty squares,
reached by half-random play (scripts/fit_othello.py): the values have a standard deviation of 26 discs, what the fit
leaves over one of 7.8. They count in sixteenths of a disc. With more empty squares, and for the value of a position
that is not solved, there is a better judgement: _othello_midgame.py. Stable discs, which can never be turned again,
also give true bounds.
"""

from pathlib import Path

import numpy as np

from games._othello_endgame import final_value
from games._othello_flips import flips, mobility
from games._othello_patterns import corner_patterns, edge_patterns
from mpi_search.gamekit import bit, jit, lowest, popcount, u64

ONE = u64(1)
RANK_1, RANK_8 = u64(0xFF), u64(0xFF << 56)
FILE_A, FILE_H = u64(0x0101010101010101), u64(0x8080808080808080)
NORTH_WEST, SOUTH_EAST = RANK_1 | FILE_A, RANK_8 | FILE_H
NORTH_EAST, SOUTH_WEST = RANK_1 | FILE_H, RANK_8 | FILE_A
STEP_EAST, STEP_SOUTH, STEP_SOUTH_EAST, STEP_SOUTH_WEST = u64(1), u64(8), u64(9), u64(7)

FINENESS = 16
LIMIT = FINENESS * 1000  # beyond any estimate

with np.load(Path(__file__).with_name("_othello_weights.npz")) as weights:
    EDGE, CORNER, COUNTED = weights["edge"], weights["corner"], weights["counted"]


# --- stable discs ----------------------------------------------------------------------------------------------------


@jit(inline=True)
def filled_lines(occupied, step, first, last):
    """The squares on lines in one direction without an empty square; lines begin on `first` and end on `last`.

    In three doublings each square learns about the 1, 3, 7 squares behind it and before it on its line.
    """
    behind = before = occupied
    for _ in range(3):
        behind &= first | (behind << step)
        before &= last | (before >> step)
        first |= first << step
        last |= last >> step
        step += step
    return behind & before


@jit(inline=True)
def guarded(stable, filled, step, first, last):
    """The squares where a disc cannot be turned along one direction: the line is filled or ends here, or a stable
    disc of the same colour is next to it."""
    return filled | first | last | (stable << step) | (stable >> step)


@jit(inline=True)
def all_filled_lines(occupied):
    """The filled lines of the four directions."""
    return (
        filled_lines(occupied, STEP_EAST, FILE_A, FILE_H),
        filled_lines(occupied, STEP_SOUTH, RANK_1, RANK_8),
        filled_lines(occupied, STEP_SOUTH_EAST, NORTH_WEST, SOUTH_EAST),
        filled_lines(occupied, STEP_SOUTH_WEST, NORTH_EAST, SOUTH_WEST),
    )


@jit(inline=True)
def stable_discs(discs, filled):
    """Discs of one side that can surely never be turned: they grow from corners and from filled lines."""
    rows, columns, diagonals, antidiagonals = filled
    stable = discs ^ discs
    while True:
        grown = (
            discs
            & guarded(stable, rows, STEP_EAST, FILE_A, FILE_H)
            & guarded(stable, columns, STEP_SOUTH, RANK_1, RANK_8)
            & guarded(stable, diagonals, STEP_SOUTH_EAST, NORTH_WEST, SOUTH_EAST)
            & guarded(stable, antidiagonals, STEP_SOUTH_WEST, NORTH_EAST, SOUTH_WEST)
        )
        if grown == stable:
            return stable
        stable = grown


@jit
def stable_count(discs, occupied):
    """How many of `discs` can never be turned again."""
    return popcount(stable_discs(discs, all_filled_lines(occupied)))


# --- evaluation ------------------------------------------------------------------------------------------------------


@jit(inline=True)
def surroundings(squares):
    """The squares and all that touch them."""
    wide = squares | ((squares & ~FILE_H) << STEP_EAST) | ((squares & ~FILE_A) >> STEP_EAST)
    return wide | (wide << STEP_SOUTH) | (wide >> STEP_SOUTH)


@jit(inline=True)
def counts(own, other):
    """What is counted on the whole board: having the move; each side's moves; where more moves may come from (empty
    squares next to the other side's discs, discs next to empty squares); each side's stable discs; whether the number
    of empty squares is odd."""
    empty = ~(own | other)
    near_empty = surroundings(empty)
    filled = all_filled_lines(own | other)
    return (
        1,
        popcount(mobility(own, other)),
        popcount(mobility(other, own)),
        popcount(surroundings(other) & empty) - popcount(surroundings(own) & empty),
        popcount(own & near_empty) - popcount(other & near_empty),
        popcount(stable_discs(own, filled)),
        popcount(stable_discs(other, filled)),
        popcount(empty) & 1,
    )


@jit
def estimate(own, other):
    """The value for the side to move in sixteenths of a disc."""
    a, b, c, d = edge_patterns(own, other)
    score = int(EDGE[a]) + int(EDGE[b]) + int(EDGE[c]) + int(EDGE[d])
    a, b, c, d = corner_patterns(own, other)
    score += int(CORNER[a]) + int(CORNER[b]) + int(CORNER[c]) + int(CORNER[d])
    counted = counts(own, other)
    for index in range(len(counted)):
        score += counted[index] * int(COUNTED[index])
    return score


# --- looking ahead: one function a ply, because numba cannot keep a recursive one in its disk cache (numba #6061) ---


@jit
def look_0(own, other, alpha, beta):
    """The estimate, or the value if the game is over."""
    if mobility(own, other) or mobility(other, own):
        return estimate(own, other)
    return FINENESS * final_value(own, other)


def one_ply_more(below):
    """A search that looks one ply deeper than `below`. A pass is no ply."""

    @jit
    def look(own, other, alpha, beta):
        left, sign = mobility(own, other), 1
        if not left:
            own, other, alpha, beta, sign = other, own, -beta, -alpha, -1
            left = mobility(own, other)
            if not left:
                return FINENESS * -final_value(own, other)
        best = -LIMIT
        while left and best < beta:
            square = lowest(left)
            left &= left - ONE
            turned = flips(own, other, square)
            best = max(best, -below(other ^ turned, own ^ turned ^ bit(square), -beta, -max(alpha, best)))
        return sign * best

    return look


look_1 = one_ply_more(look_0)
look_2 = one_ply_more(look_1)
