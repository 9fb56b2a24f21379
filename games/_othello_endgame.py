"""The last empty squares of an Othello game, by hand: alpha-beta without table or stack.

Bound contract of every function here, which returns (value, nodes): a value at or below alpha is an upper bound, one
at or above beta a lower bound, one between is exact. `odd` marks the quadrants with an odd number of empty squares:
whoever moves there first can hope to make the last move there as well, so their squares come first (parity).
A try_* function returns NO_MOVE when the side to move must pass.
"""

import numpy as np

from games._othello_flips import flips, mobility
from mpi_search.gamekit import bit, jit, lowest, popcount, u64

NO_MOVE = -128
ONE = u64(1)
NONE = u64(0)
QUADRANTS = (0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, 0xF0F0F0F0 << 32)
FIRST_SQUARES, WHOLE_QUADRANT = u64(0x0000001100000011), u64(QUADRANTS[0])
FOLDS = (u64(1), u64(2), u64(8), u64(16))
#: The quadrant of each square.
QUADRANT = np.array([next(q for q in QUADRANTS if q >> square & 1) for square in range(64)], np.uint64)
#: The squares around each square: a move must have an opponent's disc there.
NEIGHBOURS = np.array(
    [
        sum(
            1 << 8 * rank + file
            for rank in range(8)
            for file in range(8)
            if max(abs(rank - square // 8), abs(file - square % 8)) == 1
        )
        for square in range(64)
    ],
    np.uint64,
)


@jit(inline=True)
def final_value(own, other):
    """The value when nobody can move any more: the disc difference, the empty squares being the winner's."""
    mine, theirs = popcount(own), popcount(other)
    if mine == theirs:
        return 0
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64


@jit(inline=True)
def odd_quadrants(empty):
    """The quadrants with an odd number of empty squares."""
    for fold in FOLDS:  # the parity of four files, then of four ranks, gathers in each quadrant's first square
        empty ^= empty >> fold
    return (empty & FIRST_SQUARES) * WHOLE_QUADRANT


# --- one empty square ------------------------------------------------------------------------------------------------


@jit(inline=True)
def last_1(own, square):
    """The value with one empty square left; all others are `own` or the opponent's."""
    mine = 2 * popcount(own)
    turned = popcount(flips(own, ~own, square))
    if turned:
        return mine - 62 + 2 * turned
    turned = popcount(flips(~own ^ bit(square), own, square))
    if turned:
        return mine - 64 - 2 * turned
    return mine - 62 if mine > 63 else mine - 64


# --- two -------------------------------------------------------------------------------------------------------------


@jit(inline=True)
def try_2(own, other, beta, first, second):
    """The better of two moves, each of which leaves one square."""
    best, nodes = NO_MOVE, 0
    if NEIGHBOURS[first] & other:
        turned = flips(own, other, first)
        if turned:
            best, nodes = -last_1(other ^ turned, second), 1
            if best >= beta:
                return best, nodes
    if NEIGHBOURS[second] & other:
        turned = flips(own, other, second)
        if turned:
            best, nodes = max(best, -last_1(other ^ turned, first)), nodes + 1
    return best, nodes


@jit
def last_2(own, other, alpha, beta, first, second):
    """Two empty squares."""
    value, nodes = try_2(own, other, beta, first, second)
    if value == NO_MOVE:
        value, nodes = try_2(other, own, -alpha, first, second)
        value = final_value(own, other) if value == NO_MOVE else -value
    return value, nodes + 1


# --- three and four --------------------------------------------------------------------------------------------------


@jit(inline=True)
def try_3(own, other, alpha, beta, squares):
    """The best of three moves, each of which leaves two squares. `squares` in the order to be tried."""
    first, second, third = squares
    best, nodes = NO_MOVE, 0
    for _ in range(3):
        if NEIGHBOURS[first] & other:
            turned = flips(own, other, first)
            if turned:
                value, below = last_2(
                    other ^ turned, own ^ turned ^ bit(first), -beta, -max(alpha, best), second, third
                )
                best, nodes = max(best, -value), nodes + below
                if best >= beta:
                    break
        first, second, third = second, first, third
        second, third = third, second
    return best, nodes


@jit(inline=True)
def next_square(left, odd):
    """The next empty square to try: from odd quadrants first."""
    preferred = left & odd
    return lowest(preferred if preferred else left)


@jit
def last_3(own, other, alpha, beta, odd):
    """Three empty squares."""
    left = ~(own | other)
    first = next_square(left, odd)
    left ^= bit(first)
    second = next_square(left, odd)
    squares = first, second, lowest(left ^ bit(second))
    value, nodes = try_3(own, other, alpha, beta, squares)
    if value == NO_MOVE:
        value, nodes = try_3(other, own, -beta, -alpha, squares)
        value = final_value(own, other) if value == NO_MOVE else -value
    return value, nodes + 1


@jit(inline=True)
def try_4(own, other, alpha, beta, odd):
    """The best of four moves, each of which leaves three squares."""
    best, nodes = NO_MOVE, 0
    left = ~(own | other)
    while left:
        square = next_square(left, odd)
        left ^= bit(square)
        if NEIGHBOURS[square] & other:
            turned = flips(own, other, square)
            if turned:
                value, below = last_3(
                    other ^ turned, own ^ turned ^ bit(square), -beta, -max(alpha, best), odd ^ QUADRANT[square]
                )
                best, nodes = max(best, -value), nodes + below
                if best >= beta:
                    break
    return best, nodes


@jit
def last_4(own, other, alpha, beta, odd):
    """Four empty squares."""
    value, nodes = try_4(own, other, alpha, beta, odd)
    if value == NO_MOVE:
        value, nodes = try_4(other, own, -beta, -alpha, odd)
        value = final_value(own, other) if value == NO_MOVE else -value
    return value, nodes + 1


# --- more ------------------------------------------------------------------------------------------------------------


@jit
def few(own, other, alpha, beta, odd, empties):
    """Five empty squares or more."""
    if empties <= 4:
        return last_4(own, other, alpha, beta, odd)
    left = mobility(own, other)
    if left == NONE:
        if mobility(other, own) == NONE:
            return final_value(own, other), 1
        value, nodes = few(other, own, -beta, -alpha, odd, empties)
        return -value, nodes
    best, nodes = NO_MOVE, 1
    while left:
        square = next_square(left, odd)
        left ^= bit(square)
        turned = flips(own, other, square)
        value, below = few(
            other ^ turned, own ^ turned ^ bit(square), -beta, -max(alpha, best), odd ^ QUADRANT[square], empties - 1
        )
        best, nodes = max(best, -value), nodes + below
        if best >= beta:
            break
    return best, nodes


@jit
def solve_endgame(own, other, alpha, beta):
    """Any small number of empty squares."""
    empty = ~(own | other)
    empties, odd = popcount(empty), odd_quadrants(empty)
    if empties >= 4:
        return few(own, other, alpha, beta, odd, empties)
    if empties == 3:
        return last_3(own, other, alpha, beta, odd)
    if empties == 2:
        return last_2(own, other, alpha, beta, lowest(empty), lowest(empty & (empty - ONE)))
    if empties == 1:
        return last_1(own, lowest(empty)), 1
    return final_value(own, other), 1
