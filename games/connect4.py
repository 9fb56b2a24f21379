"""Connect Four: drop discs into columns; four in a line wins. Any board of columns x (rows + 1) <= 64 bits.

The value of a position says who wins and how soon: 1 for a win with the last disc the first player can have, 1 more
for every disc that the winner saves (7 x 6: 22 less the winner's discs), negative for a loss, 0 for a draw.

A search to the end of the game uses this knowledge, from the cheap to the expensive:

    1. A move that makes four ends the game now.
    2. Two threats at once, or a threat and another right above it, cannot both be met: lost at the next move.
    3. Whoever plays right below an opponent's threat loses: such moves are left out. If one move is left, it is
       played at once.
    4. A win takes two more moves at least: bounds on the value from the number of discs.
    5. Follow-up and zugzwang strategies of the side that is not to move: see _connect4_strategy.py.
    6. What is left is searched; the moves that make the most threats first, then those nearest to the centre.

The threats (J. D. Allen, The Complete Book of Connect 4) and the strategies (V. Allis, A Knowledge-based Approach of
Connect-Four, 1988) are as old as the game's solution; P. Pons' tutorial "Solving Connect 4" has rules 1 to 4 and 6 in
bits.

A search of limited depth knows rules 1 and 2 at its horizon; what they do not decide is estimated by threats and open
lines: see _connect4_evaluation.py.
"""

from _connect4_board import (
    BOARD,
    BOTTOM,
    CELLS,
    COLUMN,
    COLUMNS,
    HEIGHT,
    MOST_DISCS,
    NOTHING,
    ONE,
    fourths,
    has_four,
    playable,
    value_of_win,
)
from _connect4_evaluation import estimate
from _connect4_notation import (
    COLOURS,
    PIECES,
    SYNTAX,
    cells,
    describe,
    draw,
    format,
    move_name,
    parse,
    side,
    variant,
    why_not,
)
from _connect4_strategy import follow_up, zugzwang

from mpi_search.gamekit import UNDECIDED, i64, jit, lowest, mix, popcount, u64

WORDS = 2  # the discs of the side to move, all discs
MAX_MOVES = COLUMNS  # a move is a column, 0 the leftmost
MAX_PLIES = CELLS
MAX_VALUE = max(1, MOST_DISCS + 1 - 4)
EXAMPLE = "4453"
RULES = """
Drop a disc into a column, where it falls as deep as it can. Four of your own in a line win, across, up or aslant.
A move is the name of a column. The value of a move is above 0 if its side wins, and the larger the sooner; 0 is a draw.
"""
VARIANTS = "columns x rows: connect4:6x5"
FAR_VALUES_FIRST = True  # a quick win is found by a shallow search
NODE_NS = 300  # a search to the end on the full board

# A column that was good elsewhere says little about this position: killers make the search up to twice as long, and
# history makes it many times as long.
KILLER_SCORE = 0
HISTORY_CEILING = 0
#: With fewer empty cells, a glance at all children costs more than it saves.
GLANCE_CELLS = 6
#: The column that is its own mirror image, if there is one.
MIDDLE = COLUMN << u64(COLUMNS // 2 * HEIGHT) if COLUMNS % 2 else NOTHING

__all__ = [  # the game's, made elsewhere
    "COLOURS",
    "PIECES",
    "SYNTAX",
    "cells",
    "describe",
    "draw",
    "format",
    "move_name",
    "parse",
    "side",
    "variant",
    "why_not",
]


# --- rules -------------------------------------------------------------------------------------------------------


def start():
    return 0, 0


@jit
def moves(state, out):
    open_cells = playable(u64(state[1]))
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
    return i64(other), i64(discs | (discs + (ONE << u64(move * HEIGHT))))


@jit(inline=True)
def outcome(state):
    discs = u64(state[1])
    if has_four(u64(state[0]) ^ discs):
        return -value_of_win(popcount(discs))
    return 0 if discs == BOARD else UNDECIDED


def plies_left(state):
    return CELLS - state[1].bit_count()


# --- order and table ---------------------------------------------------------------------------------------------


@jit(inline=True)
def order(state, move, child):
    """Threats first, then the centre."""
    discs = u64(child[1])
    threats = fourths(u64(child[0]) ^ discs) & ~discs
    return 16 * popcount(threats) + COLUMNS - abs(2 * move - (COLUMNS - 1))


@jit(inline=True)
def key(state):
    """One-to-one: adding BOTTOM to all discs leaves one bit above each column's top disc; below it are my discs."""
    return mix(u64(state[0]) + u64(state[1]) + BOTTOM)


@jit(inline=True)
def mirrored(cells):
    image = cells & MIDDLE
    for column in range(COLUMNS // 2):
        left, distance = COLUMN << u64(column * HEIGHT), u64((COLUMNS - 1 - 2 * column) * HEIGHT)
        image |= ((cells & left) << distance) | ((cells >> distance) & left)
    return image


@jit(inline=True)
def canonical(state):
    """Of a position and its mirror image the one with the smaller words."""
    mine, discs = i64(mirrored(u64(state[0]))), i64(mirrored(u64(state[1])))
    if discs < state[1] or (discs == state[1] and mine < state[0]):
        return (mine, discs), 1
    return (state[0], state[1]), 0


@jit(inline=True)
def canonical_move(move, turn):
    return COLUMNS - 1 - move if turn else move


@jit(inline=True)
def worth_probing(state):
    return popcount(state[1]) < CELLS - GLANCE_CELLS


# --- what is certain -----------------------------------------------------------------------------------------------


@jit(inline=True)
def safe_cells(open_cells, threats):
    """Where to play so as not to lose at the opponent's next move; `threats` are the opponent's."""
    urgent = open_cells & threats
    if urgent != NOTHING:
        if urgent & (urgent - ONE):
            return NOTHING
        open_cells = urgent
    return open_cells & ~(threats >> ONE)


@jit(inline=True)
def soonest(count):
    """(lower, upper) after `count` discs if the next two moves end nothing: the soonest win is at my second move, the
    soonest loss at theirs."""
    lower = -value_of_win(count + 4) if count + 4 <= CELLS else 0
    upper = value_of_win(count + 3) if count + 3 <= CELLS else 0
    return lower, upper


# --- at the horizon of a search of limited depth -----------------------------------------------------------------


@jit
def evaluate(state):
    """The value if the next two moves decide the game; else an estimate, no better or worse than can still be."""
    mine, discs = u64(state[0]), u64(state[1])
    theirs, open_cells, count = mine ^ discs, playable(discs), popcount(discs)
    if fourths(mine) & open_cells:
        return value_of_win(count + 1)
    if safe_cells(open_cells, fourths(theirs)) == NOTHING:
        return -value_of_win(count + 2)
    lower, upper = soonest(count)
    return min(max(estimate(mine, theirs), lower), upper)


# --- for searches to the end of the game -------------------------------------------------------------------------


@jit(inline=True)
def safe_cells_of(state):
    mine, discs = u64(state[0]), u64(state[1])
    return safe_cells(playable(discs), fourths(mine ^ discs))


@jit(inline=True)
def bounds(state, alpha, beta):
    # Step 1. The game is over, or will be after the next two moves at most.
    mine, discs = u64(state[0]), u64(state[1])
    theirs, open_cells, count = mine ^ discs, playable(discs), popcount(discs)
    threats = fourths(theirs)
    if threats & theirs:
        return -value_of_win(count), -value_of_win(count)
    if open_cells == NOTHING:
        return 0, 0
    if fourths(mine) & open_cells:
        return value_of_win(count + 1), value_of_win(count + 1)
    if safe_cells(open_cells, threats) == NOTHING:
        return -value_of_win(count + 2), -value_of_win(count + 2)
    # Step 2. It will not.
    lower, upper = soonest(count)
    # Step 3. What the opponent can be sure of, if that would matter.
    if upper > alpha and lower < beta:
        if (CELLS - count) % 2 == 0:
            upper = min(upper, follow_up(mine, theirs, open_cells, threats, alpha))
        else:
            upper = min(upper, zugzwang(mine, theirs, open_cells, threats, alpha))
    return lower, upper


@jit(inline=True)
def forced(state):
    safe = safe_cells_of(state)
    return -1 if safe & (safe - ONE) else lowest(safe) // HEIGHT


@jit(inline=True)
def candidates(state, out):
    safe = safe_cells_of(state)
    count = 0
    while safe != NOTHING:
        out[count] = lowest(safe) // HEIGHT
        count += 1
        safe &= safe - ONE
    return count
