"""The published heuristic of Simplexity as an evaluation for searches, to be compared with the game's own.

See _simplexity_published.py for what it counts. It is the same sum, seen by the side to move, in quarters, and never as
much as a win that is certain.
"""

from games._simplexity_board import BOARD
from games._simplexity_published import LINES
from mpi_search.gamekit import jit, popcount, u64

FOURS = tuple(u64(line) for line in LINES)


@jit
def worth(pieces, of_their_shape, of_their_colour):
    most = max(of_their_shape, of_their_colour)
    own = pieces - min(of_their_shape, of_their_colour)
    if pieces == 4:
        return -1_000_000 if of_their_shape == 4 else 100_000 if own == 4 or most == 3 else 0 if most == 2 else 4
    if pieces == 3:
        return -1_000_000 if most == 3 else 10 if own == 3 else 4 if of_their_shape == 1 else -4
    if pieces == 2:
        return -4 if of_their_shape == 2 else 4
    return -1 if of_their_shape else 0


@jit
def evaluate(state):
    theirs, discs, their_shape = u64(state[0]), u64(state[1]), u64(state[2])
    total = 0
    for line in FOURS:
        pieces = popcount(discs & line)
        if pieces:
            total += worth(pieces, popcount(their_shape & line), popcount(theirs & line))
    most = max(popcount(BOARD ^ discs) - 2, 0)
    return min(max(-total // 4, -most), most)
