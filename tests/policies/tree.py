r"""A game whose whole tree is drawn by hand: a state is the number of a node, a move the number of the child.

    ply 0, max                              0
                        ____________________|____________________
                       |              |             |            |
    ply 1, min         1 "A"          2 "B"         3 "C"        4 "D"
                 ______|______       _|___        __|__        __|___
                |      |      |     |     |      |     |      |      |
    ply 2, max  5      6      7     8     9     10    11     12     13
               / \    / \    / \   / \   / \    / \   / \    / \    / \
    leaf     14  15 16  17 18 19 20  21 22 23 24 25 26  27 28  29 30  31
    value     3   1  2   5  4  6  1   5  2  1  6  4  7   1  5   4  8   9

    value of   5: 3   6: 5   7: 6   8: 5   9: 2   10: 6   11: 7   12: 5   13: 9
               A: 3   B: 2   C: 6   D: 5   the root: 6, by C

Values are drawn as the side to move at the root sees them. Children are tried from left to right.
"""

from mpi_search.gamekit import UNDECIDED, jit

WORDS = 1  # the number of the node
MAX_MOVES = 4
MAX_PLIES = 3
MAX_VALUE = 9
KILLER_SCORE = 0  # left to right, whatever has cut off before
HISTORY_CEILING = 0

FIRST_CHILD = (1, 5, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
CHILDREN = (4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)
FIRST_LEAF = 14
VALUES = (3, 1, 2, 5, 4, 6, 1, 5, 2, 1, 6, 4, 7, 1, 5, 4, 8, 9)


def start():
    return (0,)


@jit
def moves(state, out):
    for index in range(CHILDREN[state[0]]):
        out[index] = FIRST_CHILD[state[0]] + index
    return CHILDREN[state[0]]


@jit
def play(state, move):
    return (move,)


@jit
def outcome(state):
    return -VALUES[state[0] - FIRST_LEAF] if state[0] >= FIRST_LEAF else UNDECIDED


@jit
def order(state, move, child):
    return 32 - move


@jit
def worth_probing(state):
    return False  # every leaf is a node of its own
