"""Tic-tac-toe: three in a row on a 3 x 3 board. Copy this file to begin a game of your own."""

from mpi_search.gamekit import UNDECIDED, InputError, bit, i64, jit

WORDS = 3  # the squares of the side to move, those of the other side, who is to move: 0 for X, 1 for O
MAX_MOVES = 9
MAX_PLIES = 9
MAX_VALUE = 1
NODE_NS = 100
RULES = """
Three of your own in a row win, across, up or aslant. A move is a square, as b2. The value of a move is 1 if its side
wins, 0 for a draw, -1 if the other side wins.
"""
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
    return 0, 0, 0


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
    return state[1], state[0] | i64(bit(move)), 1 - state[2]


@jit
def outcome(state):
    if has_line(state[1]):
        return -1
    return 0 if state[0] | state[1] == FULL else UNDECIDED


# --- notation ----------------------------------------------------------------------------------------------------


def parse(text):
    board, _, side = text.upper().partition(" ")
    board = board.replace("/", "")
    if len(board) != 9 or set(board) - set("XO.") or side not in ("", "X", "O"):
        raise InputError(f"tictactoe: {text!r} is not nine of 'X', 'O' and '.', a space and the side to move")
    x, o = board.count("X"), board.count("O")
    side = side or ("X" if x <= o else "O")
    other_mark = "O" if side == "X" else "X"
    mine, theirs = (x, o) if side == "X" else (o, x)
    if theirs - mine not in (0, 1):
        raise InputError(f"tictactoe: {x} X and {o} O cannot come about with {side} to move")
    own, other = (sum(1 << square for square in range(9) if board[square] == mark) for mark in (side, other_mark))
    if has_line(own):
        both = "both sides have" if has_line(other) else f"{side} has"
        raise InputError(f"tictactoe: {both} three in a row in {board}, so {side} cannot be to move")
    return own, other, "XO".index(side)


def format(state):
    mine, theirs = "XO" if state[2] == 0 else "OX"
    board = "".join(mine if state[0] >> s & 1 else theirs if state[1] >> s & 1 else "." for s in range(9))
    return f"{board} {mine}"


def move_name(state, move):
    return "abc"[move % 3] + "321"[move // 3]


def why_not(state, text):
    return f"{text} is taken" if text in [column + row for column in "abc" for row in "123"] else ""


def side(state):
    return state[2]


def cells(state):
    board = format(state)
    rows = [[(mark, mark.lower()) for mark in board[3 * row : 3 * row + 3]] for row in range(3)]
    return [*([(str(3 - row), ""), *rows[row]] for row in range(3)), [(name, "") for name in " abc"]]


def draw(state):
    board = format(state)
    rows = [f"{3 - row}  " + " ".join(board[3 * row : 3 * row + 3]) for row in range(3)]
    return "\n".join([*rows, "   a b c"])
