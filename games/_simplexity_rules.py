"""The rules of Simplexity: states, moves, the end of the game. See simplexity.py for the rules in words."""

from games._simplexity_board import BOARD, CELLS, COLUMN, COLUMNS, HEIGHT, NONE, has_four, landing
from mpi_search.gamekit import UNDECIDED, bit, i64, jit, popcount, u64

PIECES = CELLS // 2  # of one player
OTHER_SHAPE = PIECES // 2  # how many of them have the opponent's shape
OWN_SHAPE = PIECES - OTHER_SHAPE


def start():
    return 0, 0, 0


@jit(inline=True)
def own_left(mine, shape):
    """How many pieces of the own shape the owner of `mine` and `shape` has left."""
    return OWN_SHAPE - popcount(mine & shape)


@jit(inline=True)
def other_left(mine, shape):
    """How many pieces of the opponent's shape the owner of `mine` and `shape` has left."""
    return OTHER_SHAPE - popcount(mine & ~shape)


@jit(inline=True)
def list_moves(own_cells, other_cells, out):
    """Write the moves that put the own shape on one set of cells and the other shape on another."""
    count = 0
    for column in range(COLUMNS):
        cells = COLUMN << u64(column * HEIGHT)
        if own_cells & cells:
            out[count] = 2 * column
            count += 1
        if other_cells & cells:
            out[count] = 2 * column + 1
            count += 1
    return count


@jit
def moves(state, out):
    mine, discs, shape = u64(state[0]), u64(state[1]), u64(state[2])
    cells = landing(discs)
    own = cells if own_left(mine, shape) > 0 else NONE
    other = cells if other_left(mine, shape) > 0 else NONE
    return list_moves(own, other, out)


@jit(inline=True)
def count_moves(state, out):
    mine, discs, shape = u64(state[0]), u64(state[1]), u64(state[2])
    shapes = (own_left(mine, shape) > 0) + (other_left(mine, shape) > 0)
    return popcount(landing(discs)) * shapes


@jit(inline=True)
def play(state, move):
    mine, discs, shape = u64(state[0]), u64(state[1]), u64(state[2])
    after = discs | (discs + bit((move >> 1) * HEIGHT))
    dropped = after ^ discs if move & 1 else NONE
    return i64(mine ^ discs), i64(after), i64((shape ^ discs) | dropped)


@jit(inline=True)
def outcome(state):
    mine, discs, shape = u64(state[0]), u64(state[1]), u64(state[2])
    value = CELLS + 1 - popcount(discs)
    if has_four(shape):
        return value
    if has_four(discs ^ shape) or has_four(discs ^ mine):
        return -value
    return 0 if discs == BOARD else UNDECIDED
