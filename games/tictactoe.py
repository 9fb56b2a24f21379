"""Tic-tac-toe: three in a row on a 3 x 3 board. Copy this file to begin a game of your own."""

from mpi_search.gamekit import UNDECIDED, InputError, bit, i64, jit

WORDS = 2  # the squares of the side to move, the squares of the other side
MAX_MOVES = 9
MAX_PLIES = 9
MAX_VALUE = 1
EXAMPLE = "OXOXX..O. O"
SYNTAX = "nine of X, O and . row by row, a space, the side to move"

FULL = 0b111_111_111
LINES = (0b111, 0b111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)


@jit
def has_line(squares):
    for line in LINES:
        if squares & line == line:
            return True
    return False


def start():
    return 0, 0


@jit
def moves(state, out):
    count = 0
    for square in range(9):
        if not (state[0] | state[1]) >> square & 1:
            out[count] = square
            count += 1
    return count


@jit
def play(state, move):
    return state[1], state[0] | i64(bit(move))


@jit
def outcome(state):
    if has_line(state[1]):
        return -1
    return 0 if state[0] | state[1] == FULL else UNDECIDED


# --- notation ----------------------------------------------------------------------------------------------------


def parse(text):
    board, _, side = text.partition(" ")
    board = board.replace("/", "").upper()
    if len(board) != 9 or set(board) - set("XO."):
        raise InputError(f"tictactoe: {text!r} is not nine of 'X', 'O' and '.', a space and the side to move")
    x, o = (sum(1 << square for square in range(9) if board[square] == mark) for mark in "XO")
    to_move = "X" if x.bit_count() == o.bit_count() else "O"
    if x.bit_count() - o.bit_count() not in (0, 1):
        raise InputError(f"tictactoe: {x.bit_count()} X and {o.bit_count()} O cannot come about: X moves first")
    if side and side.upper() != to_move:
        raise InputError(f"tictactoe: with {x.bit_count()} X and {o.bit_count()} O it is {to_move}'s turn, not {side}'s")
    if has_line(x) and has_line(o):
        raise InputError(f"tictactoe: both sides have three in a row in {board}")
    if has_line(x if to_move == "X" else o):
        raise InputError(f"tictactoe: {to_move} has three in a row in {board}, so the game ended before this move")
    return (x, o) if to_move == "X" else (o, x)


def marks(state):
    """'X' or 'O' for the side to move, then for the other."""
    return "XO" if (state[0] | state[1]).bit_count() % 2 == 0 else "OX"


def format(state):
    mine, other = marks(state)
    board = "".join(mine if state[0] >> s & 1 else other if state[1] >> s & 1 else "." for s in range(9))
    return f"{board} {mine}"


def move_name(state, move):
    return "abc"[move % 3] + "321"[move // 3]


def draw(state):
    board = format(state)
    rows = [f"{3 - row}  " + " ".join(board[3 * row : 3 * row + 3]) for row in range(3)]
    return "\n".join([*rows, "   a b c"])
