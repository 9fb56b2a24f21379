"""How good an Othello position looks: stable discs, mobility, corners and the squares beside them.

The weights were fitted by least squares to the exact values of 2,753 positions with 11 to 18 empty squares, reached by
half-random play: the values have a standard deviation of 31 discs, what the fit leaves over one of 11. They count in
sixteenths of a disc. Stable discs, which can never be turned again, are the best predictor; they also give true bounds.
"""

from games._othello_endgame import final_value
from games._othello_flips import flips, mobility
from mpi_search.gamekit import bit, jit, lowest, popcount, u64

ONE = u64(1)
RANK_1, RANK_8 = u64(0xFF), u64(0xFF << 56)
FILE_A, FILE_H = u64(0x0101010101010101), u64(0x8080808080808080)
NORTH_WEST, SOUTH_EAST = RANK_1 | FILE_A, RANK_8 | FILE_H
NORTH_EAST, SOUTH_WEST = RANK_1 | FILE_H, RANK_8 | FILE_A
STEP_EAST, STEP_SOUTH, STEP_SOUTH_EAST, STEP_SOUTH_WEST = u64(1), u64(8), u64(9), u64(7)
CORNERS = u64(0x8100000000000081)
X_SQUARES = u64(0x0042000000004200)  # diagonally beside a corner
C_SQUARES = u64(0x4281000000008142)  # beside a corner on the edge
A_SQUARES = u64(0x2400810000810024)  # next to those

FINENESS = 16
LIMIT = FINENESS * 1000  # beyond any estimate
W_TURN = 17  # having the move
W_MOVES = 30
W_CORNER_MOVES = 61  # in addition
W_REACH = -18  # empty squares next to opponent's discs
W_FRONTIER = -18  # own discs next to empty squares: moves that the opponent has or will have
W_CORNERS = 64
W_X = -20  # while the corner is empty
W_C = -38
W_A = -14
W_STABLE = 21


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
def side_score(own, other, empty, filled):
    """What speaks for one side."""
    moves = mobility(own, other)
    near_corner = surroundings(empty & CORNERS)
    near_empty = surroundings(empty)
    return (
        W_MOVES * popcount(moves)
        + W_CORNER_MOVES * popcount(moves & CORNERS)
        + W_REACH * popcount(surroundings(other) & empty)
        + W_FRONTIER * popcount(own & near_empty)
        + W_CORNERS * popcount(own & CORNERS)
        + W_X * popcount(own & X_SQUARES & near_corner)
        + W_C * popcount(own & C_SQUARES & near_corner)
        + W_A * popcount(own & A_SQUARES)
        + W_STABLE * popcount(stable_discs(own, filled))
    )


@jit
def estimate(own, other):
    """The value for the side to move in sixteenths of a disc."""
    occupied = own | other
    filled = all_filled_lines(occupied)
    return W_TURN + side_score(own, other, ~occupied, filled) - side_score(other, own, ~occupied, filled)


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
