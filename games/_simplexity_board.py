"""The board of Simplexity as bits: its geometry, and lines of four on it.

A column is ROWS + 1 bits, the lowest its bottom; the bit on top of it stays empty, so that no line runs from one
column into the next. A set of cells is an unsigned word.
"""

from mpi_search.gamekit import InputError, jit, parameter, popcount, u64

COLUMNS = parameter("columns", 7)
ROWS = parameter("rows", 6)
if COLUMNS < 1 or ROWS < 1 or COLUMNS * (ROWS + 1) > 64:
    raise InputError(f"simplexity: a board of {COLUMNS}x{ROWS} does not fit: columns x (rows + 1) must be 2 to 64")
if COLUMNS * ROWS % 2:
    raise InputError(f"simplexity: a board of {COLUMNS}x{ROWS} has an odd number of cells; both players need as many")

CELLS = COLUMNS * ROWS
HEIGHT = ROWS + 1
NONE = u64(0)
UP = u64(1)
BOTTOM = u64(sum(1 << column * HEIGHT for column in range(COLUMNS)))
COLUMN = u64((1 << ROWS) - 1)
BOARD = u64(sum(((1 << ROWS) - 1) << column * HEIGHT for column in range(COLUMNS)))
# Sideways and both diagonals. Fewer than four columns have upright lines only; testing those again does no harm.
SLANTS = (u64(HEIGHT), u64(HEIGHT + 1), u64(HEIGHT - 1)) if COLUMNS >= 4 else (UP,)
DIRECTIONS = (UP, *SLANTS)
TWO = u64(2)
THREE = u64(3)


@jit(inline=True)
def landing(discs):
    """The cells where a piece would come to rest."""
    return (discs + BOTTOM) & BOARD


@jit(inline=True)
def has_four(cells):
    """Whether four of the cells are in line."""
    found = NONE
    for step in DIRECTIONS:
        pairs = cells & (cells >> step)
        found |= pairs & (pairs >> (step + step))
    return found != NONE


@jit(inline=True)
def count_fours(cells):
    """How many lines of four the cells hold."""
    count = 0
    for step in DIRECTIONS:
        pairs = cells & (cells >> step)
        count += popcount(pairs & (pairs >> (step + step)))
    return count


@jit(inline=True)
def completing(cells):
    """All cells that make four in line with three of `cells`, whether occupied or not."""
    found = (cells << UP) & (cells << TWO) & (cells << THREE)
    for step in SLANTS:
        two = step + step
        three = two + step
        before = (cells << step) & (cells << two)
        after = (cells >> step) & (cells >> two)
        found |= before & ((cells << three) | (cells >> step))
        found |= after & ((cells >> three) | (cells << step))
    return found & BOARD


@jit(inline=True)
def in_fours(cells):
    """Those of the cells that belong to a line of four of them."""
    found = NONE
    for step in DIRECTIONS:
        two = step + step
        pairs = cells & (cells >> step)
        fours = pairs & (pairs >> two)
        ends = fours | (fours << two)
        found |= ends | (ends << step)
    return found


@jit(inline=True)
def mirrored(cells):
    """The cells seen in a mirror: the leftmost column becomes the rightmost."""
    found = NONE
    for column in range(COLUMNS):
        found |= ((cells >> u64(column * HEIGHT)) & COLUMN) << u64((COLUMNS - 1 - column) * HEIGHT)
    return found
