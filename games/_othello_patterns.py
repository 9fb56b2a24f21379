"""What edges and corners of an Othello board look like, as numbers that select a weight.

The ten squares of an edge (with the two X squares beside its corners) and the nine of a corner are digits to the base
3: empty, own, other. Edges are read from either end and corners along either side; the weights are the same both ways.

Reference: M. Buro, From simple features to sophisticated evaluation functions (1998).
"""

import numpy as np

from mpi_search.gamekit import jit, u64

EDGE_SQUARES, CORNER_SQUARES = 10, 9


def base_3(bits):
    """The number to the base 3 that has the bits of another as its digits."""
    return sum(3**place for place in range(bits.bit_length()) if bits >> place & 1)


def backwards(bits):
    """Nine bits, every three of them in reverse order."""
    return sum((bits >> place & 1) << (3 * (place // 3) + 2 - place % 3) for place in range(CORNER_SQUARES))


TERNARY = np.array([base_3(bits) for bits in range(1 << EDGE_SQUARES)])
TERNARY_BACKWARDS = np.array([base_3(backwards(bits)) for bits in range(1 << CORNER_SQUARES)])

ONE, THREE_ONES, EIGHT_ONES = u64(1), u64(7), u64(255)
FILE_A = u64(0x0101010101010101)
SHIFT = tuple(u64(bits) for bits in range(64))


@jit(inline=True)
def square(discs, number, place):
    """The disc on a square, moved to another place."""
    return ((discs >> SHIFT[number]) & ONE) << SHIFT[place]


@jit(inline=True)
def rank_edge(discs, first, left_x, right_x):
    """The rank that begins on square `first`, and two squares beside it."""
    return ((discs >> SHIFT[first]) & EIGHT_ONES) | square(discs, left_x, 8) | square(discs, right_x, 9)


@jit(inline=True)
def file_edge(discs, first, upper_x, lower_x):
    """The file that begins on square `first`, and two squares beside it."""
    squares = (discs >> SHIFT[first]) & FILE_A
    for shift in (7, 14, 28):  # the lowest byte collects them
        squares |= squares >> SHIFT[shift]
    return (squares & EIGHT_ONES) | square(discs, upper_x, 8) | square(discs, lower_x, 9)


@jit(inline=True)
def corner(discs, first, second, third):
    """Three times three squares, the leftmost of each row given."""
    return (
        ((discs >> SHIFT[first]) & THREE_ONES)
        | (((discs >> SHIFT[second]) & THREE_ONES) << SHIFT[3])
        | (((discs >> SHIFT[third]) & THREE_ONES) << SHIFT[6])
    )


@jit(inline=True)
def number(table, own, other):
    """The number to the base 3 of a pattern whose own and other discs are given as bits."""
    return table[own] + 2 * table[other]


@jit(inline=True)
def edge_patterns(own, other):
    """The numbers of the four edges."""
    return (
        number(TERNARY, rank_edge(own, 0, 9, 14), rank_edge(other, 0, 9, 14)),
        number(TERNARY, rank_edge(own, 56, 49, 54), rank_edge(other, 56, 49, 54)),
        number(TERNARY, file_edge(own, 0, 9, 49), file_edge(other, 0, 9, 49)),
        number(TERNARY, file_edge(own, 7, 14, 54), file_edge(other, 7, 14, 54)),
    )


@jit(inline=True)
def corner_patterns(own, other):
    """The numbers of the four corners, each read from its corner square on."""
    return (
        number(TERNARY, corner(own, 0, 8, 16), corner(other, 0, 8, 16)),
        number(TERNARY, corner(own, 56, 48, 40), corner(other, 56, 48, 40)),
        number(TERNARY_BACKWARDS, corner(own, 5, 13, 21), corner(other, 5, 13, 21)),
        number(TERNARY_BACKWARDS, corner(own, 61, 53, 45), corner(other, 61, 53, 45)),
    )


# --- patterns that mean the same -------------------------------------------------------------------------------------


def digits(number, count):
    """The digits to the base 3, lowest first."""
    return [number // 3**place % 3 for place in range(count)]


def mirrored(number, order):
    """The number whose digit at each place is the one at `order[place]`."""
    old = digits(number, len(order))
    return sum(old[place] * 3**new for new, place in enumerate(order))


#: An edge from the other end; a corner along the other side.
EDGE_MIRROR = (7, 6, 5, 4, 3, 2, 1, 0, 9, 8)
CORNER_MIRROR = (0, 3, 6, 1, 4, 7, 2, 5, 8)
