"""TITLE: what the game is, in a line. Two sides in turn take one to three counters; whoever takes the last one wins.

    mpi-search check ./NAME.py         after every edit: is it right?
    mpi-search solve ./NAME.py         what is the first position worth?
    mpi-search solve ./NAME.py:counters=20 "1 3" --depth 8

Replace the rules below by yours, one function after the other. docs/write-a-game.md says more.
"""

from mpi_search.gamekit import UNDECIDED, jit, parameter

COUNTERS = parameter("counters", 12)  # a constant that the command line can set; leave it out if you need none
WORDS = 1  # how many whole numbers a position has: here the counters that are left
MAX_MOVES = 3  # most legal moves in one position
MAX_PLIES = COUNTERS  # most moves in one game: every game must end
MAX_VALUE = 1  # no value is larger: a win is 1, a draw 0, a loss -1


def start():
    """The first position: a tuple of WORDS numbers, everything that matters for the future."""
    return (COUNTERS,)


@jit  # before everything that the search calls: it is compiled
def moves(state, out):
    """Write the legal moves into `out`, numbers from 0 to 65534, and return how many there are."""
    count = 0
    for taken in range(1, min(3, state[0]) + 1):
        out[count] = taken
        count += 1
    return count


@jit
def play(state, move):
    """The position after the move, with the other side to move. Do not change `state`: make a new one."""
    return (state[0] - move,)


@jit
def outcome(state):
    """The value for the side to move if the game is over, else UNDECIDED."""
    return -1 if state[0] == 0 else UNDECIDED


# --- for people, all optional ------------------------------------------------------------------------------------


def move_name(state, move):
    """What people call the move. Positions are written as names of moves from the start, with spaces between."""
    return str(move)


def draw(state):
    """The board for a terminal."""
    return "o" * state[0]
