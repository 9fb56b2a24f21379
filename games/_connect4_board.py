"""The Connect Four board in bits: its size, its cells, and where fours are or could be made.

A column is HEIGHT = ROWS + 1 bits, the lowest its bottom cell. The bit above the top cell is never set: a wall, so
that no line runs from the top of one column into the bottom of the next. With 7 columns and 6 rows:

     6 13 20 27 34 41 48    the wall
     5 12 19 26 33 40 47    row 6
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42    row 1
"""

from mpi_search.gamekit import InputError, jit, parameter, u64

COLUMNS = parameter("columns", 7)
ROWS = parameter("rows", 6)
if not (4 <= COLUMNS <= 16 and ROWS >= 1 and COLUMNS * (ROWS + 1) <= 64):
    raise InputError(
        f"connect4: a board of {COLUMNS}x{ROWS} does not fit: 4 to 16 columns, columns x (rows + 1) at most 64"
    )

CELLS = COLUMNS * ROWS
HEIGHT = ROWS + 1
#: The most discs that one player, the first, can have.
MOST_DISCS = (CELLS + 1) // 2


def cells_of(rows):
    """All cells of these rows; row 1 is the lowest."""
    return u64(sum(1 << column * HEIGHT + row - 1 for column in range(COLUMNS) for row in rows))


BOARD = cells_of(range(1, ROWS + 1))
BOTTOM = cells_of([1])
COLUMN = u64((1 << ROWS) - 1)  # the leftmost
NOTHING, ONE, TWO, THREE = u64(0), u64(1), u64(2), u64(3)
SIDEWAYS = (u64(HEIGHT), u64(HEIGHT + 1), u64(HEIGHT - 1))  # one column to the right: level, rising, falling
DIRECTIONS = (ONE, *SIDEWAYS)


@jit(inline=True)
def playable(discs):
    """The cells where a disc would come to rest."""
    return (discs + BOTTOM) & BOARD


@jit(inline=True)
def column_of(cell):
    """All cells of the column in which this cell, a bit's index, lies."""
    return COLUMN << u64(cell // HEIGHT * HEIGHT)


@jit(inline=True)
def has_four(discs):
    for step in DIRECTIONS:
        pairs = discs & (discs >> step)
        if pairs & (pairs >> (step + step)):
            return True
    return False


@jit(inline=True)
def fourths(discs):
    """Every cell that makes a four together with three of these discs, whether the cell itself is taken or not.

    The empty ones among them are the threats. One of the discs is among them exactly if there is a four already.
    """
    cells = (discs << ONE) & (discs << TWO) & (discs << THREE)
    for step in SIDEWAYS:
        two_left = (discs << step) & (discs << (step * TWO))
        two_right = (discs >> step) & (discs >> (step * TWO))
        cells |= two_left & ((discs << (step * THREE)) | (discs >> step))
        cells |= two_right & ((discs >> (step * THREE)) | (discs << step))
    return cells & BOARD


@jit(inline=True)
def value_of_win(discs):
    """The value of a win that fills the board to this many discs: 1 for the first player's last disc, 1 more for
    every disc of the winner's that is saved."""
    return MOST_DISCS + 1 - (discs + 1) // 2
