"""How good a Connect Four position looks where nothing is certain yet: threats, and lines that may become threats.

Two things speak for a side:

    threats     empty cells that would make a four. One on the side's own rows counts double: if the game goes on to
                its end, the follower gets the answer rows and the leader the lead rows (_connect4_strategy.py says who
                that is). One that lies above a threat of the opponent's, on the opponent's own rows, does not count:
                the game will not get there.
    open pairs  lines of four cells with two discs or more of the side's and none of the opponent's.

Values shrink while the board fills up, because a later win is worth less: so the points count in proportion to the
empty cells. The weights were fitted by least squares to the exact values of 3,746 positions with 12 to 34 discs,
reached by half-random play, that the next two moves do not decide: the values have a standard deviation of 5.6, what
the fit leaves over one of 4.3.
"""

from _connect4_board import BOARD, DIRECTIONS, fourths
from _connect4_strategy import ANSWERS, LEADS, above

from mpi_search.gamekit import jit, popcount

#: A threat on the side's own rows, another threat, an open pair, having the move: points.
W_OWN_ROW, W_OTHER_ROW, W_PAIR, W_TURN = 10, 5, 5, 12
#: Points for each empty cell that make one of the value.
POINTS = 128


@jit(inline=True)
def open_pairs(discs, empty):
    """The lines of four cells with at least two of these discs, all other cells being empty."""
    count, free = 0, discs | empty
    for step in DIRECTIONS:
        both = free & (free >> step)
        left, right = discs | (discs >> step), discs & (discs >> step)
        far = step + step
        count += popcount(both & (both >> far) & ((left & (left >> far)) | right | (right >> far)))
    return count


@jit(inline=True)
def threat_points(threats, own_rows, blocked):
    """What the threats of one side are worth; those on `blocked` cells are worth nothing."""
    threats &= ~blocked
    return W_OTHER_ROW * popcount(threats) + (W_OWN_ROW - W_OTHER_ROW) * popcount(threats & own_rows)


@jit(inline=True)
def estimate(mine, theirs):
    """The value for the side to move, were it not for the next two moves."""
    empty = BOARD ^ (mine | theirs)
    left = popcount(empty)
    my_rows, their_rows = (LEADS, ANSWERS) if left % 2 == 0 else (ANSWERS, LEADS)
    my_threats, their_threats = fourths(mine) & empty, fourths(theirs) & empty
    points = W_TURN + W_PAIR * (open_pairs(mine, empty) - open_pairs(theirs, empty))
    points += threat_points(my_threats, my_rows, above(their_threats & their_rows))
    points -= threat_points(their_threats, their_rows, above(my_threats & my_rows))
    return left * points // POINTS
