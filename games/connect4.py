"""Connect Four on any board of columns x (rows + 1) <= 64 bits. Value: how early the win is, in the winner's discs."""

from mpi_search.gamekit import UNDECIDED, InputError, i64, jit, lowest, parameter, popcount, u64

COLUMNS = parameter("columns", 7)
ROWS = parameter("rows", 6)
if not (1 <= COLUMNS <= 16 and 1 <= ROWS and COLUMNS * (ROWS + 1) <= 64):
    raise InputError(f"connect4: a board of {COLUMNS}x{ROWS} does not fit: columns x (rows + 1) must be at most 64")

CELLS = COLUMNS * ROWS
WORDS = 2  # the discs of the side to move, all discs; a column is ROWS + 1 bits, the lowest its bottom
MAX_MOVES = COLUMNS
MAX_PLIES = CELLS
MAX_VALUE = (CELLS + 1) // 2 + 1
EXAMPLE = "4453"
SYNTAX = "the columns played, 1 the leftmost; or rows from the top with X, O and . between slashes"

HEIGHT = ROWS + 1
U1 = u64(1)
BOTTOM = u64(sum(1 << column * HEIGHT for column in range(COLUMNS)))
COLUMN = u64((1 << ROWS) - 1)
BOARD = u64(sum(((1 << ROWS) - 1) << column * HEIGHT for column in range(COLUMNS)))
DIRECTIONS = (u64(1), u64(HEIGHT), u64(HEIGHT + 1), u64(HEIGHT - 1))


def start():
    return 0, 0


@jit(inline=True)
def possible(discs):
    """The cells where a disc would come to rest."""
    return (discs + BOTTOM) & BOARD


@jit(inline=True)
def has_four(discs):
    for step in DIRECTIONS:
        pairs = discs & (discs >> step)
        if pairs & (pairs >> (step + step)):
            return True
    return False


@jit(inline=True)
def value_of_win(discs_on_board):
    """The value for the side that has just won with this many discs on the board."""
    return CELLS // 2 + 1 - (discs_on_board + 1) // 2


@jit
def moves(state, out):
    open_cells = possible(u64(state[1]))
    count = 0
    for column in range(COLUMNS):
        if open_cells & (COLUMN << u64(column * HEIGHT)):
            out[count] = column
            count += 1
    return count


@jit(inline=True)
def play(state, move):
    discs = u64(state[1])
    other = u64(state[0]) ^ discs
    return i64(other), i64(discs | (discs + (U1 << u64(move * HEIGHT))))


@jit(inline=True)
def outcome(state):
    discs = u64(state[1])
    if has_four(u64(state[0]) ^ discs):
        return -value_of_win(popcount(discs))
    return 0 if discs == BOARD else UNDECIDED


def plies_left(state):
    return CELLS - state[1].bit_count()


# --- notation ----------------------------------------------------------------------------------------------------


def variant(text):
    columns, _, rows = text.partition("x")
    if not (columns.isdigit() and rows.isdigit()):
        raise InputError(f"connect4: {text!r} is not a board size; expected columns x rows, as in connect4:6x5")
    return {"columns": int(columns), "rows": int(rows)}


def parse(text):
    state = start()
    for number, name in enumerate(text, 1):
        column = int(name) - 1 if name.isdigit() else -1
        if not 0 <= column < COLUMNS:
            raise InputError(f"connect4: {name!r} (move {number} of {text!r}) is not a column from 1 to {COLUMNS}")
        if outcome(state) != UNDECIDED:
            raise InputError(f"connect4: the game is over before move {number} of {text!r}")
        if not int(possible(u64(state[1]))) >> column * HEIGHT & int(COLUMN):
            raise InputError(f"connect4: column {name} is full at move {number} of {text!r}")
        state = play(state, column)
    return state


def move_name(state, move):
    return str(move + 1)
