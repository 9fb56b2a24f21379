"""Simplexity: Connect Four with pieces that have a colour and a shape, either of which makes a line of four.

Red owns the shape O and moves first, blue owns X. A move drops a piece of one's own colour and of either shape into
a column. Of the n = cells / 2 pieces of a player n - n // 2 have the own shape and n // 2 the other's. A line of four
of one SHAPE, of whatever colours, wins for the owner of that shape, whoever dropped the last piece; only otherwise a
line of four of one COLOUR wins for that colour. So completing four of the opponent's shape loses, even if it makes
four of one's own colour at once. Value: the number of cells + 1 - the pieces on the board at the end.

Seen from the side to move the game is the same for both players. So a state does not say who is red: it holds the
colour and the shape *of the side to move*, and a move is column * 2 + (0 for the own shape, 1 for the other's).

The board is in _simplexity_board.py, the rules in _simplexity_rules.py, reading and writing positions in
_simplexity_notation.py, the published heuristic in _simplexity_published.py. Here is what a search knows of the game.
In terms of the side to move ("I", "my"):

- I win at once by the own shape where it completes four of that shape or of my colour, or by the other shape where
  it completes four of my colour and not of that shape.
- While the opponent has a piece of his own shape left, every landing cell that completes four of his shape or colour
  is a threat. Against two I am lost; one I must occupy; and I must never play just below such a cell.
- Whoever has a piece of the own shape left need not lose by his own move, so that wins come on the winner's moves.
- Colour and shape of a piece matter only while it belongs to a line that can still become four. The table's key
  leaves out the rest, which makes many more positions equal.
"""

from games._simplexity_board import (
    BOARD,
    CELLS,
    COLUMNS,
    HEIGHT,
    NONE,
    UP,
    completing,
    count_fours,
    has_four,
    in_fours,
    landing,
    mirrored,
)
from games._simplexity_notation import (
    COLOURS,
    PIECES,
    SIDES,
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
from games._simplexity_published import heuristic
from games._simplexity_rules import count_moves, list_moves, moves, other_left, outcome, own_left, play, start
from mpi_search.gamekit import UNDECIDED, i64, jit, lowest, mix, popcount, u64

__all__ = [
    "COLOURS",
    "PIECES",
    "SIDES",
    "cells",
    "count_moves",
    "describe",
    "draw",
    "format",
    "heuristic",
    "move_name",
    "moves",
    "outcome",
    "parse",
    "play",
    "side",
    "start",
    "variant",
    "why_not",
]

WORDS = 3  # the pieces of my colour, all pieces, the pieces of my shape
MAX_MOVES = 2 * COLUMNS
MAX_PLIES = CELLS
MAX_VALUE = CELLS
# Good moves are those of one position, not of the game as a whole: history misleads, a killer is worth one threat.
HISTORY_CEILING = 0
KILLER_SCORE = 16 << 8
NODE_NS = 550  # a search to the end; one of limited depth takes less than half of it
EXAMPLE = "3O2X0O"
RULES = """
The shape O is red's, the shape X is blue's. In turn they drop a piece of their own colour, but of either shape, into a
column. Four of one shape in a line, of whatever colours, win for the owner of the shape, whoever has played the last of
them: mind what you complete. Where no shape has such a line, four of one colour win for that colour. The pieces of each
kind are counted below the board; red's are drawn O and X, blue's o and x. A move is a column and a shape, as 3O. The
value of a move is above 0 if its side wins, and the larger the sooner; 0 is a draw.
"""
VARIANTS = "columns x rows with an even number of cells: simplexity:4x4"
SYNTAX = "column (0 the leftmost) and shape of each move; or rows from the top between slashes: OX red, ox blue, . none"

CENTRAL = tuple(2 * min(column, COLUMNS - 1 - column) for column in range(COLUMNS))
MIRRORED_PIECES = 8  # with more pieces than this a board is not compared with its mirror image
SALT_MINE = u64(0xA0761D6478BD642F)
SALT_THEIRS = u64(0xE7037ED1A0B428DB)
SALT_SHAPE = u64(0x8EBC6AF09C88C6E3)


def plies_left(state):
    return CELLS - popcount(state[1])


@jit(inline=True)
def sound_cells(mine, discs, shape):
    """(own, other): where a piece of the own or the other shape is not seen to lose, if I cannot win at once."""
    theirs, their_shape = discs ^ mine, discs ^ shape
    cells = landing(discs)
    suicides = completing(their_shape)
    if own_left(theirs, their_shape) > 0:
        threats = (suicides | completing(theirs)) & ~discs
        urgent = cells & threats
        cells &= ~(threats >> UP)
        if urgent:
            cells &= urgent if urgent & (urgent - UP) == NONE else NONE
    own = cells if own_left(mine, shape) > 0 else NONE
    other = cells & ~suicides if other_left(mine, shape) > 0 else NONE
    return own, other


@jit
def evaluate(state):
    """Cells that complete a line and lines still open, mine less his. Never as good as a win that is certain.

    Only what `key` keeps may count, since the table takes positions with the same key for equal.
    """
    mine, discs, shape = u64(state[0]), u64(state[1]), u64(state[2])
    empty = BOARD ^ discs
    lines = count_fours(mine | empty) + count_fours(shape | empty)
    lines -= count_fours((discs ^ mine) | empty) + count_fours((discs ^ shape) | empty)
    most = max(popcount(empty) - 2, 0)
    return min(max(2 * threat_balance(mine, discs, shape) + (lines >> 2), -most), most)


@jit(inline=True)
def threat_balance(mine, discs, shape):
    """Empty cells that complete a line for me, less those that do for the opponent."""
    for_me = popcount((completing(mine) | completing(shape)) & ~discs)
    return for_me - popcount((completing(discs ^ mine) | completing(discs ^ shape)) & ~discs)


@jit
def order(state, move, child):
    """Moves that leave few replies come first: forcing play settles most positions. Then threats, then the centre."""
    mine, discs, shape = u64(child[0]), u64(child[1]), u64(child[2])
    own, other = sound_cells(mine, discs, shape)
    replies = popcount(own) + popcount(other)
    return CENTRAL[move >> 1] - 16 * threat_balance(mine, discs, shape) - 32 * replies


@jit
def canonical(state):
    """The smaller of the board and its mirror image; later on, a game that began unevenly does not meet the latter."""
    if popcount(state[1]) > MIRRORED_PIECES:
        return state, 0
    image = i64(mirrored(u64(state[0]))), i64(mirrored(u64(state[1]))), i64(mirrored(u64(state[2])))
    return (image, 1) if image < state else (state, 0)


@jit(inline=True)
def canonical_move(move, turn):
    return 2 * (COLUMNS - 1 - (move >> 1)) + (move & 1) if turn else move


@jit
def key(state):
    """A hash of what still matters. Two positions with the same key have the same moves and the same value."""
    mine, discs, shape = u64(state[0]), u64(state[1]), u64(state[2])
    theirs, their_shape, empty = discs ^ mine, discs ^ shape, BOARD ^ discs
    my_colour, their_colour = mine & in_fours(mine | empty), theirs & in_fours(theirs | empty)
    my_shape, other_shape = shape & in_fours(shape | empty), their_shape & in_fours(their_shape | empty)
    dead = discs ^ my_colour ^ their_colour
    quotas = u64(own_left(mine, shape) * 64 + own_left(theirs, their_shape))
    colours = mix((my_colour | dead) ^ SALT_MINE) ^ mix((their_colour | dead) ^ SALT_THEIRS)
    return mix(colours ^ my_shape) ^ mix(mix(other_shape ^ SALT_SHAPE) ^ quotas)


# --- searches to the end of the game ---------------------------------------------------------------------------------


@jit(inline=True)
def wins_at_once(mine, discs, shape):
    cells = landing(discs)
    by_colour = cells & completing(mine)
    if own_left(mine, shape) > 0:
        return (by_colour | (cells & completing(shape))) != NONE
    return (by_colour & ~completing(discs ^ shape)) != NONE


@jit
def bounds(state, alpha, beta):
    value = outcome(state)
    if value != UNDECIDED:
        return value, value
    mine, discs, shape = u64(state[0]), u64(state[1]), u64(state[2])
    left = CELLS - popcount(discs)
    if wins_at_once(mine, discs, shape):
        return left, left
    own, other = sound_cells(mine, discs, shape)
    if own | other == NONE:
        return lost(mine, discs, shape, left)
    lower, upper = slowest_and_fastest(mine, discs, shape, left, own)
    empty = BOARD ^ discs
    if 0 <= alpha < upper and not has_four(mine | empty) and not has_four(shape | empty):
        upper = 0
    if 0 >= beta > lower and not has_four(~mine & BOARD) and not has_four(~shape & BOARD):
        lower = 0
    return lower, upper


@jit(inline=True)
def lost(mine, discs, shape, left):
    """The exact value where no cell is sound: the opponent wins by his next move, or already by mine."""
    every_move_is_suicide = own_left(mine, shape) == 0 and landing(discs) & ~completing(discs ^ shape) == NONE
    value = -left if every_move_is_suicide else 1 - left
    return value, value


@jit(inline=True)
def slowest_and_fastest(mine, discs, shape, left, own):
    """(lower, upper) by the number of moves that a win still takes, if I cannot win at once and have a sound cell."""
    if own_left(discs ^ mine, discs ^ shape) == 0:  # the opponent may have to complete my shape by his next move
        return 1 - left, left - 1
    lower = 1 - left
    if own != NONE:  # the opponent cannot win by his next move, nor by mine after it if I keep a piece of my shape
        lower = min(3 - left if own_left(mine, shape) > 1 else 2 - left, 0)
    return lower, max(left - 2, 0)


@jit
def candidates(state, out):
    own, other = sound_cells(u64(state[0]), u64(state[1]), u64(state[2]))
    return list_moves(own, other, out)


@jit
def forced(state):
    own, other = sound_cells(u64(state[0]), u64(state[1]), u64(state[2]))
    if popcount(own) + popcount(other) != 1:
        return -1
    return lowest(own | other) // HEIGHT * 2 + popcount(other)
