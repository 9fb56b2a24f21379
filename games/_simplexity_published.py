"""The published heuristic of Simplexity: every line of four cells is looked at by itself, and the sum counts.

It belongs to one side ("own") against the other ("theirs"):

    four pieces     all of their shape              lost
                    all of the own shape or colour  100,000
                    three of their shape or colour  100,000 (a block)
                    two                             0
                    else                            4
    three, one gap  all of their shape or colour    lost
                    all of the own shape or colour  10
                    two of the own shape            4
                    two of theirs                   -4
    two pieces      both of their shape             -4, else 4
    one piece       of their shape                  -1, else 0

The publication gives the figures in words. Where these leave a choice: four of the own colour count like four of the
own shape (a heuristic that cannot see its own win would be none); in lines with a gap, where the numbers of shape and
colour differ, the shape counts; and "lost" is a finite number, so that of two lost positions the less lost one is
better.
"""

from games._simplexity_board import BOARD, CELLS, COLUMNS, HEIGHT, ROWS
from mpi_search.gamekit import u64

LOST = -1_000_000_000.0
WON = 100_000.0


def lines():
    """All groups of four cells in a row, as words."""
    found = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + step * right, row + step * up) for step in range(4)]
                if all(0 <= x < COLUMNS and 0 <= y < ROWS for x, y in cells):
                    found.append(sum(1 << x * HEIGHT + y for x, y in cells))
    return tuple(found)


LINES = lines()
assert CELLS == int(BOARD).bit_count()


def heuristic(state, to_move):
    """Of a position, for the side to move or for the one that has just moved."""
    mine, discs, my_shape = (int(u64(word)) for word in state)
    theirs, their_shape = (discs ^ mine, discs ^ my_shape) if to_move else (mine, my_shape)
    total = 0.0
    for line in LINES:
        pieces = (discs & line).bit_count()
        if pieces:
            total += worth(pieces, (their_shape & line).bit_count(), (theirs & line).bit_count())
    return total


def worth(pieces, of_their_shape, of_their_colour):
    """Of one line with so many pieces in it."""
    most = max(of_their_shape, of_their_colour)
    own = pieces - min(of_their_shape, of_their_colour)
    if pieces == 4:
        if of_their_shape == 4:
            return LOST
        return WON if own == 4 or most == 3 else 0.0 if most == 2 else 4.0
    if pieces == 3:
        return LOST if most == 3 else 10.0 if own == 3 else 4.0 if of_their_shape == 1 else -4.0
    if pieces == 2:
        return -4.0 if of_their_shape == 2 else 4.0
    return -1.0 if of_their_shape else 0.0
