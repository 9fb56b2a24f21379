"""How good an Othello position looks while many squares are empty: the patterns on all its lines, edges and corners.

Patterns of eleven kinds: edges with the X squares beside them, corners of 2 x 5 and 3 x 3 squares, the other ranks
and files, diagonals. Each is a number to the base 3 (empty, own, other) that selects a weight. Patterns that mirror
each other share their weights, and every six empty squares there are new ones. Their sum is the value for the side to
move, in sixteenths of a disc.

The weights were fitted to the results of games of the program with itself (scripts/fit_othello_midgame.py).

Reference: M. Buro, Improving heuristic mini-max search by supervised learning (2002).
"""

from pathlib import Path

import numpy as np

from games._othello_patterns import (
    EIGHT_ONES,
    FILE_A,
    SHIFT,
    TERNARY,
    base_3,
    corner_patterns,
    edge_patterns,
    number,
)
from mpi_search.gamekit import jit, popcount, u64
from mpi_search.machine.native import large_table

#: Of each kind, how many squares a pattern has, and how often it is on the board; the longest diagonals count twice.
KINDS = {
    "edge": (10, 4),
    "block": (10, 8),
    "corner": (9, 4),
    "line_2": (8, 4),
    "line_3": (8, 4),
    "line_4": (8, 4),
    "slant_8": (8, 4),
    "slant_7": (7, 4),
    "slant_6": (6, 4),
    "slant_5": (5, 4),
    "slant_4": (4, 4),
}
#: How many patterns there are of each kind, and of all; where the numbers of each begin when they follow each other.
NUMBERS = [3**squares for squares, _ in KINDS.values()]
PATTERNS = sum(NUMBERS)
FIRST = [sum(NUMBERS[:kind]) for kind in range(len(KINDS))]
EDGE, BLOCK, CORNER, LINE_2, LINE_3, LINE_4, SLANT_8, SLANT_7, SLANT_6, SLANT_5, SLANT_4 = FIRST
#: There are other weights for every six empty squares, the first up to thirteen.
STAGES, STAGE_EMPTIES, FEWEST_EMPTIES = 8, 6, 8

FIVE_ONES, TO_TOP = u64(31), u64(0x0102040810204080)


def block_backwards(bits):
    """Ten bits, each five of them in reverse order."""
    return sum((bits >> place & 1) << (5 * (place // 5) + 4 - place % 5) for place in range(10))


TERNARY_BLOCK_BACKWARDS = np.array([base_3(block_backwards(bits)) for bits in range(1 << 10)])


# --- bits of a pattern -----------------------------------------------------------------------------------------------


@jit(inline=True)
def rank(discs, index):
    """Eight bits, that of file A lowest."""
    return (discs >> SHIFT[8 * index]) & EIGHT_ONES


@jit(inline=True)
def file(discs, index):
    """Eight bits, that of rank 1 lowest."""
    return u64(int((discs >> SHIFT[index]) & FILE_A) * int(TO_TOP)) >> SHIFT[56]


@jit(inline=True)
def slant(discs, squares, first):
    """A diagonal whose lowest file is `first`, that file lowest."""
    return u64(int(discs & squares) * int(FILE_A)) >> SHIFT[56 + first]


@jit(inline=True)
def pair(outer, inner, first):
    """Five squares of two lines, from the place `first` on."""
    return ((outer >> SHIFT[first]) & FIVE_ONES) | (((inner >> SHIFT[first]) & FIVE_ONES) << SHIFT[5])


# --- patterns of one kind --------------------------------------------------------------------------------------------


@jit(inline=True)
def blocks_of(own_outer, own_inner, other_outer, other_inner):
    """The blocks at both ends of an edge."""
    return (
        number(TERNARY, pair(own_outer, own_inner, 0), pair(other_outer, other_inner, 0)),
        number(TERNARY_BLOCK_BACKWARDS, pair(own_outer, own_inner, 3), pair(other_outer, other_inner, 3)),
    )


@jit(inline=True)
def block_patterns(own, other):
    """The numbers of two squares by five in each corner, along either side."""
    a, b = blocks_of(rank(own, 0), rank(own, 1), rank(other, 0), rank(other, 1))
    c, d = blocks_of(rank(own, 7), rank(own, 6), rank(other, 7), rank(other, 6))
    e, f = blocks_of(file(own, 0), file(own, 1), file(other, 0), file(other, 1))
    g, h = blocks_of(file(own, 7), file(own, 6), file(other, 7), file(other, 6))
    return a, b, c, d, e, f, g, h


@jit(inline=True)
def line_patterns(own, other, index):
    """The numbers of the ranks and files at this distance from the edge."""
    return (
        number(TERNARY, rank(own, index), rank(other, index)),
        number(TERNARY, rank(own, 7 - index), rank(other, 7 - index)),
        number(TERNARY, file(own, index), file(other, index)),
        number(TERNARY, file(own, 7 - index), file(other, 7 - index)),
    )


def slanting(file, rank, step):
    """The squares of a diagonal, one rank further with every step to the side."""
    squares = 0
    while 0 <= file < 8 and rank < 8:
        squares |= 1 << (8 * rank + file)
        file, rank = file + step, rank + 1
    return u64(squares)


#: The diagonals of eight squares to four, by their distance from the longest: two that fall, two that rise.
FALLING = tuple((slanting(off, 0, 1), slanting(0, off, 1)) for off in range(5))
RISING = tuple((slanting(7 - off, 0, -1), slanting(7, off, -1)) for off in range(5))


@jit(inline=True)
def slant_patterns(own, other, off):
    """The numbers of the diagonals at this distance from the longest ones; those come twice."""
    (a, b), (c, d) = FALLING[off], RISING[off]
    return (
        number(TERNARY, slant(own, a, off), slant(other, a, off)),
        number(TERNARY, slant(own, b, 0), slant(other, b, 0)),
        number(TERNARY, slant(own, c, 0), slant(other, c, 0)),
        number(TERNARY, slant(own, d, off), slant(other, d, off)),
    )


@jit
def all_patterns(own, other):
    """The numbers of all patterns, kind after kind."""
    return (
        edge_patterns(own, other)
        + block_patterns(own, other)
        + corner_patterns(own, other)
        + line_patterns(own, other, 1)
        + line_patterns(own, other, 2)
        + line_patterns(own, other, 3)
        + slant_patterns(own, other, 0)
        + slant_patterns(own, other, 1)
        + slant_patterns(own, other, 2)
        + slant_patterns(own, other, 3)
        + slant_patterns(own, other, 4)
    )


# --- evaluation ------------------------------------------------------------------------------------------------------

with np.load(Path(__file__).with_name("_othello_midgame.npz")) as weights:
    #: The weights of all kinds, one after the other, and those of a stage after those of the one before.
    weight = large_table(np.concatenate([weights[kind] for kind in KINDS], axis=1).ravel())
    #: One weight for every number of empty squares: to be on move.
    TEMPO = weights["tempo"]


@jit(inline=True)
def sum_of(numbers, first):
    """The weights of patterns of one kind, the first of which has this place."""
    total = 0
    for index in range(len(numbers)):
        total += weight(first + int(numbers[index]))
    return total


@jit
def judge(own, other):
    """The value for the side to move in sixteenths of a disc."""
    empties = popcount(~(own | other))
    stage = min(max(empties - FEWEST_EMPTIES, 0) // STAGE_EMPTIES, STAGES - 1)
    first = PATTERNS * stage
    return (
        int(TEMPO[empties])
        + sum_of(edge_patterns(own, other), first + EDGE)
        + sum_of(block_patterns(own, other), first + BLOCK)
        + sum_of(corner_patterns(own, other), first + CORNER)
        + sum_of(line_patterns(own, other, 1), first + LINE_2)
        + sum_of(line_patterns(own, other, 2), first + LINE_3)
        + sum_of(line_patterns(own, other, 3), first + LINE_4)
        + sum_of(slant_patterns(own, other, 0), first + SLANT_8)
        + sum_of(slant_patterns(own, other, 1), first + SLANT_7)
        + sum_of(slant_patterns(own, other, 2), first + SLANT_6)
        + sum_of(slant_patterns(own, other, 3), first + SLANT_5)
        + sum_of(slant_patterns(own, other, 4), first + SLANT_4)
    )
