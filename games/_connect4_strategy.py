"""What can be proved without a search: simple strategies by which the side that is NOT to move holds its own.

Call the side to move the leader, the other one the follower. The follower's basic strategy is to answer in the
column where the leader has just played. Count rows from the top, the top row being an answer row, the one below it a
lead row, and so on. On a board of 6 rows answer rows are the even ones.

**Rule 1, follow-up** (Allis's "claimeven"), when the number of empty cells is even.

    Columns with an even number of empty cells: the next cell is on a lead row. The leader takes it, the follower
    answers above it, on an answer row; the column is as even as before.
    Columns with an odd number: the next cell is on an answer row, and *contested*. There is an even number of such
    columns. When the leader takes a contested cell, an odd number of others is left: the follower takes one of them.
    Both columns are even from now on.

    So the follower always has an answer, and the leader never gets more than his discs, the cells on lead rows and the
    contested ones. No four among those: the leader does not win, and the value is at most 0. If moreover the follower's
    discs together with the cells that are surely his make a four, he wins. The leader can put that off by filling the
    other columns first, but not for ever: if every cell that the four needs has at least 2s rows above it, then at
    least 2s cells stay empty, the game ends at disc CELLS - 2s or earlier, and the value is at most -(1 + s).

**Rule 2, zugzwang**, when the number of empty cells is odd and the follower has a threat on a lead row.

    Let the threat be on row r of column c, the cell below it being empty. Nobody plays below the threat if he can help
    it; call everything but the cells of c from row r - 1 upwards the region. An odd number of cells is outside of it
    (r is a lead row), so an even number inside. The follower answers in the region as in rule 1, where in column c,
    whose part of the region ends on a lead row, lead and answer rows change places. When the region is full the leader
    is to move, must play below the threat, and loses; playing there earlier loses too. So the follower wins, at disc
    CELLS - (ROWS - r) or earlier, unless the leader has a four among his discs, the cells that he can get in the
    region, and the cell below the threat.

**In both**, once the follower owns a threat on a cell that is surely his, the game does not get above that cell: cells
higher in the column do not count for the leader.
"""

from _connect4_board import (
    BOARD,
    BOTTOM,
    CELLS,
    COLUMN,
    HEIGHT,
    NOTHING,
    ONE,
    ROWS,
    cells_of,
    column_of,
    has_four,
    value_of_win,
)

from mpi_search.gamekit import jit, lowest, u64

ANSWERS = cells_of(range(ROWS, 0, -2))
LEADS = cells_of(range(ROWS - 1, 0, -2))
#: The cells that are not in the lowest 1, 2, 4 and 8 rows.
OVER = tuple(cells_of(range(1 + low, ROWS + 1)) for low in (1, 2, 4, 8))
NO_BOUND = CELLS


@jit(inline=True)
def above(cells):
    """Every cell that is higher in the column of one of these."""
    higher = (cells << ONE) & OVER[0]
    higher |= (higher << ONE) & OVER[0]
    higher |= (higher << u64(2)) & OVER[1]
    higher |= (higher << u64(4)) & OVER[2]
    if ROWS > 8:
        higher |= (higher << u64(8)) & OVER[3]
    return higher


@jit(inline=True)
def lowest_rows(count):
    return (COLUMN >> u64(ROWS - count)) * BOTTOM


@jit(inline=True)
def follow_up(leader, follower, open_cells, threats, alpha):
    """Rule 1: an upper bound for the leader, or NO_BOUND. `threats` are the follower's.

    Only what could bring the value down to `alpha` is looked for.
    """
    empty = BOARD ^ (leader | follower)
    assured = empty & ANSWERS & ~open_cells
    in_reach = (empty ^ assured) & ~above(threats & assured)
    if has_four(leader | in_reach):
        return NO_BOUND
    rows_above = -2 * (alpha + 1)  # that must stay empty for a value of alpha
    if 0 <= rows_above < ROWS and has_four(follower | (assured & lowest_rows(ROWS - rows_above))):
        return alpha
    return 0


@jit(inline=True)
def is_zugzwang(leader, empty, open_cells, threats, threat):
    """Whether rule 2 holds for the follower's threat on the cell with this index."""
    column = column_of(threat)
    below = (ONE << u64(threat)) - ONE
    assured = empty & ~open_cells & ((ANSWERS & ~column) | (LEADS & column))
    in_reach = (empty ^ assured) & ~above(threats & assured) & (below | ~column)
    return not has_four(leader | in_reach)


@jit(inline=True)
def zugzwang(leader, follower, open_cells, threats, alpha):
    """Rule 2: an upper bound for the leader that is at most `alpha`, or NO_BOUND. `threats` are the follower's."""
    empty = BOARD ^ (leader | follower)
    useful = threats & empty & LEADS & ~open_cells
    while useful != NOTHING:
        threat = lowest(useful)
        useful &= useful - ONE
        rows_above = ROWS - 1 - threat % HEIGHT
        bound = -value_of_win(CELLS - rows_above)
        if bound <= alpha and is_zugzwang(leader, empty, open_cells, threats, threat):
            return bound
    return NO_BOUND
