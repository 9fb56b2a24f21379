"""Othello: enclose the opponent's discs between two of your own to turn them; the fuller colour wins.

Value: the disc difference at the end for the side to move, empty squares counted for the winner. A side that cannot
move passes; when neither can, the game is over.

The ideas of the endgame search, and where they are:
    vectors        all eight directions of a move at once                            _othello_flips.py
    last squares   the last seven empty squares, without table or move lists         _othello_endgame.py
    fastest first  try the moves that leave the opponent the fewest replies          `order`
    parity         move into quadrants with an odd number of empty squares           `order`
    patterns       what lines, edges and corners are worth, fitted to games          _othello_midgame.py
    looking ahead  with many empty squares, order moves by a small search            _othello_evaluation.py
    stability      discs that can never be turned again bound the value              `bounds`
"""

import re

from games._othello_endgame import MOST_EMPTIES, final_value, odd_quadrants, solve_endgame
from games._othello_evaluation import FINENESS, LIMIT, look_0, look_1, look_2, stable_count
from games._othello_flips import flips, mobility
from games._othello_midgame import judge
from mpi_search.gamekit import UNDECIDED, InputError, bit, i64, jit, lowest, mix, popcount, u64

WORDS = 3  # the discs of the side to move, those of the other side (A1 is bit 0, H8 bit 63), the colour: 0 X, 1 O
MAX_MOVES = 64
MAX_PLIES = 124  # at most 62 empty squares, and no two passes in a row
MAX_VALUE = 64
PASS = 64
EXAMPLE = "ffo-40"
COLOURS = ("black", "bright_white", "green4")
PIECES = {"X": "●", "O": "●", ".": "·"}
RULES = """
Put a disc so that it encloses discs of the other side in a straight line, between itself and a disc of yours: they turn
and are yours. Every move must turn some; who cannot move passes. When neither side can move the game is over, and who
has more discs has won. A move is a square, as d3; the value of a move is the number of discs that its side wins by.
"""
SYNTAX = "ffo-40 to ffo-51; or 64 of X, O and - from A1 to H8, a space, the side to move; or moves: f5d6c3"

#: In discs: the scale of a logistic fit to frames of more than 20,000 nodes in FFO 40 to 47.
EVALUATION_ERROR = 4
KILLER_SCORE = 0  # a killer says less than the opponent's mobility
HISTORY_CEILING = 255  # history decides between moves that `order` finds equal

#: Plies of iterative deepening before the search to the end: they give a first guess of the value.
WARMUP_DEPTH = 7
#: Of an endgame with twenty empty squares.
NODE_NS = 43
#: The number of empty squares from which looking at all children's table entries pays.
PROBING_EMPTIES = 9
#: The numbers of empty squares from which moves are ordered by looking 0, 1 or 2 plies beyond them.
LOOK_0_EMPTIES, LOOK_1_EMPTIES, LOOK_2_EMPTIES = 10, 15, 19
#: Each reply left to the opponent, a move in an odd quadrant, a corner: in sixteenths of a disc, as in `estimate`.
REPLY_POINTS, PARITY_POINTS, CORNER_POINTS = 56, 40, 80
#: Stable discs are counted when alpha is at least twice the empty squares less this.
STABILITY_MARGIN = 4

ONE = u64(1)
CORNERS = u64(0x8100000000000081)


# --- rules -----------------------------------------------------------------------------------------------------------


def start():
    return (1 << 28) | (1 << 35), (1 << 27) | (1 << 36), 0


@jit
def moves(state, out):
    left = mobility(u64(state[0]), u64(state[1]))
    if not left:
        out[0] = PASS
        return 1
    count = 0
    while left:
        out[count] = lowest(left)
        left &= left - ONE
        count += 1
    return count


@jit(inline=True)
def count_moves(state, out):
    return max(popcount(mobility(u64(state[0]), u64(state[1]))), 1)


@jit(inline=True)
def play(state, move):
    if move == PASS:
        return state[1], state[0], 1 - state[2]
    own, other = u64(state[0]), u64(state[1])
    turned = flips(own, other, move)
    return i64(other ^ turned), i64(own ^ turned ^ bit(move)), 1 - state[2]


@jit(inline=True)
def outcome(state):
    own, other = u64(state[0]), u64(state[1])
    if mobility(own, other) or mobility(other, own):
        return UNDECIDED
    return final_value(own, other)


# --- what the search should know -------------------------------------------------------------------------------------


@jit(inline=True)
def empty_squares(state):
    return ~(u64(state[0]) | u64(state[1]))


def plies_left(state):
    """Every other ply may be a pass."""
    return 2 * popcount(empty_squares(state))


@jit(inline=True)
def key(state):
    """Whatever the colours are called, the position is the same."""
    return mix(mix(u64(state[0])) ^ u64(state[1]))


@jit(inline=True)
def forced(state):
    """The pass, if there is no other move."""
    return -1 if mobility(u64(state[0]), u64(state[1])) else PASS


@jit(inline=True)
def is_leaf(state):
    return popcount(empty_squares(state)) <= MOST_EMPTIES


@jit
def solve_leaf(state, alpha, beta):
    return solve_endgame(u64(state[0]), u64(state[1]), alpha, beta)


@jit(inline=True)
def worth_probing(state):
    return popcount(empty_squares(state)) >= PROBING_EMPTIES


@jit
def order(state, move, child):
    """Fastest first, then odd quadrants; with many empty squares also what a look at the position behind says."""
    if move == PASS:
        return 0
    own, other, empty = u64(child[0]), u64(child[1]), empty_squares(state)
    replies = mobility(own, other)
    points = -REPLY_POINTS * (popcount(replies) + popcount(replies & CORNERS))
    if bit(move) & odd_quadrants(empty):
        points += PARITY_POINTS
    empties = popcount(empty)
    if empties >= LOOK_2_EMPTIES:
        return points - look_2(own, other, -LIMIT, LIMIT)
    if empties >= LOOK_1_EMPTIES:
        return points - look_1(own, other, -LIMIT, LIMIT)
    if empties >= LOOK_0_EMPTIES:
        return points - look_0(own, other, -LIMIT, LIMIT)
    return points + CORNER_POINTS if bit(move) & CORNERS else points


@jit
def quick_order(state, move, child):
    """By the look of the position behind the move."""
    return -judge(u64(child[0]), u64(child[1]))


@jit
def evaluate(state):
    discs = judge(u64(state[0]), u64(state[1])) // FINENESS
    return max(-MAX_VALUE + 1, min(MAX_VALUE - 1, discs))


@jit(inline=True)
def bounds(state, alpha, beta):
    """The value when the game is over; else what the opponent's stable discs leave, if alpha is so high that they
    may decide: with many empty squares there are not enough of them."""
    own, other = u64(state[0]), u64(state[1])
    if not mobility(own, other) and not mobility(other, own):
        value = final_value(own, other)
        return value, value
    if alpha >= 2 * popcount(empty_squares(state)) - STABILITY_MARGIN:
        return -MAX_VALUE, MAX_VALUE - 2 * stable_count(other, own | other)
    return -MAX_VALUE, MAX_VALUE


# --- notation --------------------------------------------------------------------------------------------------------

#: Positions of the FFO endgame test suite, values 38, 0, 6, -12, -14, 6, -8, 4, 28, 16, 10, 6.
NAMED = {
    "ffo-40": "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    "ffo-41": "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    "ffo-42": "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
    "ffo-43": "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    "ffo-44": "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
    "ffo-45": "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X",
    "ffo-46": "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X",
    "ffo-47": "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",
    "ffo-48": "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O",
    "ffo-49": "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X",
    "ffo-50": "----X-----XXX----OOOXOOO-OOOXOOO-OXOXOXO-OOXXOOO--OOXO----O--O-- X",
    "ffo-51": "----O-X------X-----XXXO-OXXXXXOO-XXOOXOOXXOXXXOO--OOOO-O----OO-- O",
}
MOVE_LIST = re.compile(r"([a-h][1-8]|pa)", re.IGNORECASE)


def parse(text):
    text = text.strip()
    if MOVE_LIST.match(text):
        return parse_moves(text)
    if text.lower().startswith("ffo") and text.lower() not in NAMED:
        raise InputError(f"othello: there is no position {text!r}; the named ones are {', '.join(NAMED)}")
    return parse_board(NAMED.get(text.lower(), text))


def parse_board(text):
    board, _, side = text.upper().replace(".", "-").partition(" ")
    side = side.strip()
    for square, mark in enumerate(board):
        if mark not in "XO-":
            raise InputError(f"othello: {mark!r} at place {square + 1} of the board is not X, O or -")
    if len(board) != 64:
        raise InputError(f"othello: the board has {len(board)} squares instead of 64")
    if side not in ("X", "O"):
        found = f"not {side!r}" if side else "which is missing"
        raise InputError(f"othello: after the board comes a space and the side to move, X or O, {found}")
    if board.count("-") == 64:
        raise InputError("othello: the board is empty")
    x, o = (i64(sum(1 << s for s in range(64) if board[s] == mark)) for mark in "XO")
    return (x, o, 0) if side == "X" else (o, x, 1)


def parse_moves(text):
    """The position after the moves from the start. Passes may be written (pa, pass) or left out."""
    state, names = start(), text.replace(" ", "").lower().replace("pass", "pa")
    for number, at in enumerate(range(0, len(names), 2), 1):
        name = names[at : at + 2]
        if outcome(state) != UNDECIDED:
            raise InputError(f"othello: the game is over before move {number} ({name})")
        legal = legal_names(state)
        if legal == {"pass": PASS} and name != "pa":
            state = play(state, PASS)
            legal = legal_names(state)
        move = legal.get("pass" if name == "pa" else name)
        if move is None:
            raise InputError(f"othello: move {number} ({name}) is not legal; the moves are {', '.join(legal)}")
        state = play(state, move)
    return state


def legal_names(state):
    """Name -> move."""
    out = [0] * MAX_MOVES
    return {move_name(state, move): move for move in out[: moves(state, out)]}


def marks(state, empty):
    """The 64 squares; `empty` says how to show an empty one, given its number."""
    own, other, (mine, theirs) = u64(state[0]), u64(state[1]), "XO" if state[2] == 0 else "OX"
    return [mine if own & bit(s) else theirs if other & bit(s) else empty(s) for s in range(64)]


def format(state):
    return "".join(marks(state, lambda square: "-")) + " " + "XO"[state[2]]


def move_name(state, move):
    return "pass" if move == PASS else "abcdefgh"[move % 8] + "12345678"[move // 8]


def why_not(state, text):
    """Of a text that is no legal move."""
    me, opponent = "XO" if state[2] == 0 else "OX"
    if text in ("pass", "pa"):
        return f"{me} can move, so it must not pass"
    if not re.fullmatch(r"[a-z]\d+", text):
        return ""
    if not re.fullmatch(r"[a-h][1-8]", text):
        return f"there is no square {text}, only a1 to h8"
    if legal_names(state) == {"pass": PASS}:
        return f"{me} has no move, so it must pass"
    taken = marks(state, lambda square: "")[8 * int(text[1]) - 8 + "abcdefgh".index(text[0])]
    return f"{text} is occupied" if taken else f"a disc on {text} would turn none of {opponent}'s"


def side(state):
    return state[2]


def cells(state):
    board = [(mark, mark.lower()) for mark in marks(state, lambda square: ".")]
    files = [(name, "") for name in " abcdefgh"]
    rows = ([(str(row + 1), ""), *board[8 * row : 8 * row + 8]] for row in range(8))
    return [*rows, files, [(count_discs(state), "")]]


def describe(state, value):
    if value == 0:
        return "a draw"
    if outcome(state) != UNDECIDED:
        return f"{'XO'[state[2] ^ (value < 0)]} wins by {abs(value)} discs"
    return f"{'XO'[state[2]]}, to move, {'wins' if value > 0 else 'loses'} by {abs(value)} discs"


def draw(state):
    """The board, with the moves as *."""
    legal = legal_names(state).values()
    board = marks(state, lambda square: "*" if square in legal else ".")
    files = "  a b c d e f g h"
    ranks = [f"{rank + 1} {' '.join(board[8 * rank : 8 * rank + 8])} {rank + 1}" for rank in range(8)]
    return "\n".join([files, *ranks, files, f"{'XO'[state[2]]} to move; {count_discs(state)}"])


def count_discs(state):
    """Of both colours, whoever is to move."""
    board = marks(state, lambda square: "-")
    return ", ".join(f"{board.count(mark)} {name}" for mark, name in (("X", "X"), ("O", "O"), ("-", "empty")))
