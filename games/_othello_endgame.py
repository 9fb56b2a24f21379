"""The last empty squares of an Othello game, by hand: alpha-beta without table or move lists.

Each number of empty squares has its own function, which calls the one for a square less: `last_6` calls `last_5`,
which calls `last_4`, and so on. (A recursive function would be shorter, but numba cannot keep one in its disk cache:
numba #6061.)

Bound contract of each, which returns (value, nodes): a value at or below alpha is an upper bound, one at or above
beta a lower bound, one between is exact.

`odd` marks the quadrants with an odd number of empty squares. Whoever moves there first can hope to make the last
move there as well, so their squares are tried first (parity). From six squares up, moves that leave the opponent few
replies come before that: they refute more often, and are cheaper to search (fastest first).
"""

import numpy as np

from games._othello_flips import flips, mobility
from mpi_search.gamekit import bit, jit, lowest, popcount, u64

NO_MOVE = -128
NONE, ONE = u64(0), u64(1)
CORNERS = u64(0x8100000000000081)
QUADRANTS = (0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, 0xF0F0F0F0 << 32)
FIRST_SQUARES, WHOLE_QUADRANT = u64(0x0000001100000011), u64(QUADRANTS[0])
FOLDS = (u64(1), u64(2), u64(8), u64(16))
#: The quadrant of each square.
QUADRANT = np.array([next(q for q in QUADRANTS if q >> square & 1) for square in range(64)], np.uint64)


def around(square):
    """The squares that touch a square."""
    near = [s for s in range(64) if max(abs(s // 8 - square // 8), abs(s % 8 - square % 8)) == 1]
    return sum(1 << s for s in near)


#: A move must have an opponent's disc around it.
NEIGHBOURS = np.array([around(square) for square in range(64)], np.uint64)


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


@jit(inline=True)
def next_square(left, odd):
    """The square of `left` to try next."""
    preferred = left & odd
    return lowest(preferred if preferred else left)


# --- one and two empty squares ---------------------------------------------------------------------------------------


@jit(inline=True)
def last_1(own, square):
    """The value with one empty square, when all others are `own` or the opponent's."""
    mine = 2 * popcount(own)
    turned = popcount(flips(own, ~own, square))
    if turned:
        return mine - 62 + 2 * turned
    turned = popcount(flips(~own ^ bit(square), own, square))
    if turned:
        return mine - 64 - 2 * turned
    return mine - 62 if mine > 63 else mine - 64


@jit
def last_2(own, other, alpha, beta, odd):
    """Two empty squares."""
    empty = ~(own | other)
    first, second = lowest(empty), lowest(empty & (empty - ONE))
    sign, nodes = 1, 1
    for _ in range(2):  # the second time after a pass
        best = NO_MOVE
        if NEIGHBOURS[first] & other:
            turned = flips(own, other, first)
            if turned:
                best, nodes = -last_1(other ^ turned, second), nodes + 1
        if best < beta and NEIGHBOURS[second] & other:
            turned = flips(own, other, second)
            if turned:
                best, nodes = max(best, -last_1(other ^ turned, first)), nodes + 1
        if best != NO_MOVE:
            return sign * best, nodes
        own, other, beta, sign = other, own, -alpha, -1
    return final_value(own, other), nodes  # two passes: the sides are back in their places


# --- one square more -------------------------------------------------------------------------------------------------


def by_parity(below):
    """The solver for one empty square more than `below` solves. Every empty square is tried."""

    @jit
    def solve(own, other, alpha, beta, odd):
        sign, nodes = 1, 1
        for _ in range(2):  # the second time after a pass
            best, left = NO_MOVE, ~(own | other)
            while left and best < beta:
                square = next_square(left, odd)
                left ^= bit(square)
                if NEIGHBOURS[square] & other:
                    turned = flips(own, other, square)
                    if turned:
                        mine, theirs = own ^ turned ^ bit(square), other ^ turned
                        value, more = below(theirs, mine, -beta, -max(alpha, best), odd ^ QUADRANT[square])
                        best, nodes = max(best, -value), nodes + more
            if best != NO_MOVE:
                return sign * best, nodes
            own, other, alpha, beta, sign = other, own, -beta, -alpha, -1
        return final_value(own, other), nodes  # two passes: the sides are back in their places

    return solve


@jit(inline=True)
def replies_after(own, other, square):
    """How many replies a move leaves to the opponent; those in corners count twice."""
    turned = flips(own, other, square)
    replies = mobility(other ^ turned, own ^ turned ^ bit(square))
    return popcount(replies) + popcount(replies & CORNERS)


@jit(inline=True)
def with_few_replies(own, other, moves):
    """The moves that leave at most one reply, and those that leave at most three: sets instead of a sorted list."""
    one, three = NONE, NONE
    left = moves
    while left:
        square = lowest(left)
        left &= left - ONE
        replies = replies_after(own, other, square)
        if replies <= 1:
            one |= bit(square)
        if replies <= 3:
            three |= bit(square)
    return one, three


@jit(inline=True)
def first_group(left, one, three):
    """The most promising group that has moves left."""
    if left & one:
        return left & one
    return left & three if left & three else left


def by_mobility(below):
    """The solver for one empty square more than `below` solves. Fastest first, then parity."""

    @jit
    def solve(own, other, alpha, beta, odd):
        left, sign = mobility(own, other), 1
        if not left:
            own, other, alpha, beta, sign = other, own, -beta, -alpha, -1
            left = mobility(own, other)
            if not left:
                return -final_value(own, other), 1
        one, three = with_few_replies(own, other, left)
        best, nodes = NO_MOVE, 1
        while left and best < beta:
            square = next_square(first_group(left, one, three), odd)
            left ^= bit(square)
            turned = flips(own, other, square)
            mine, theirs = own ^ turned ^ bit(square), other ^ turned
            value, more = below(theirs, mine, -beta, -max(alpha, best), odd ^ QUADRANT[square])
            best, nodes = max(best, -value), nodes + more
        return sign * best, nodes

    return solve


last_3 = by_parity(last_2)
last_4 = by_parity(last_3)
last_5 = by_parity(last_4)
last_6 = by_mobility(last_5)
last_7 = by_mobility(last_6)

MOST_EMPTIES = 7


@jit
def solve_endgame(own, other, alpha, beta):
    """(value, nodes) of a position with at most MOST_EMPTIES empty squares."""
    empty = ~(own | other)
    empties, odd = popcount(empty), odd_quadrants(empty)
    if empties == 7:
        return last_7(own, other, alpha, beta, odd)
    if empties == 6:
        return last_6(own, other, alpha, beta, odd)
    if empties == 5:
        return last_5(own, other, alpha, beta, odd)
    if empties == 4:
        return last_4(own, other, alpha, beta, odd)
    if empties == 3:
        return last_3(own, other, alpha, beta, odd)
    if empties == 2:
        return last_2(own, other, alpha, beta, odd)
    if empties == 1:
        return last_1(own, lowest(empty)), 1
    return final_value(own, other), 1
