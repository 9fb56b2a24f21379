"""Connect Four for people: columns and boards read, positions written and drawn.

Columns are named 1 to 9, then a to g. A board is written row by row from the top, with slashes between the rows.
"""

from _connect4_board import CELLS, COLUMNS, HEIGHT, MOST_DISCS, ROWS

from mpi_search.gamekit import InputError, board_size

NAMES = "123456789abcdefg"[:COLUMNS]
SYNTAX = f"the columns played, {NAMES[0]} to {NAMES[-1]}; or rows from the top with X, O and . between slashes"

COLOURS = ("bright_red", "bright_yellow", "navy_blue")
PIECES = {"X": "●", "O": "●", ".": "·"}


def variant(text):
    return board_size("connect4", text)


def parse(text):
    text = text.strip()
    if "/" in text or (text and set(text.upper()) <= set("XO. ")):  # a board of one row has no slash
        return parse_board(text)
    return parse_moves("".join(text.split()))


# --- a list of moves ---------------------------------------------------------------------------------------------


def parse_moves(names):
    mine = discs = 0
    for number, name in enumerate(names.lower(), 1):
        where = f"move {number} of {names!r}"
        column = NAMES.find(name)
        if column < 0:
            raise InputError(f"connect4: {name!r} ({where}) is not a column from {NAMES[0]} to {NAMES[-1]}")
        if holds_four(mine ^ discs):
            raise InputError(f"connect4: the game is over before {where}")
        after = discs | discs + (1 << column * HEIGHT)
        if after >> column * HEIGHT + ROWS & 1:
            raise InputError(f"connect4: column {name} is full at {where}")
        mine, discs = mine ^ discs, after
    return mine, discs


def holds_four(discs):
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT - 1):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


# --- a board -----------------------------------------------------------------------------------------------------


def parse_board(text):
    board, _, side = text.upper().partition(" ")
    rows = rows_of(board)
    check_support(rows)
    first, second = (discs_of(rows, mark) for mark in "XO")
    ahead = first.bit_count() - second.bit_count()
    if ahead not in (0, 1):
        counts = f"{first.bit_count()} X and {second.bit_count()} O"
        raise InputError(f"connect4: {counts} cannot come about: X moves first, and the players take turns")
    if side.strip() not in ("", "XO"[ahead]):
        raise InputError(f"connect4: with these discs it is the turn of {'XO'[ahead]}, not of {side.strip()!r}")
    check_fours(first, second, ahead)
    return (second if ahead else first), first | second


def rows_of(board):
    """The rows of a board, the lowest first."""
    rows = board.split("/")
    if len(rows) != ROWS:
        raise InputError(f"connect4: the board must have {ROWS} rows, not {len(rows)}")
    for number, row in enumerate(rows, 1):
        if strange := set(row) - set("XO."):
            raise InputError(f"connect4: {min(strange)!r} in row {number} from the top is not one of X, O and .")
        if len(row) != COLUMNS:
            raise InputError(f"connect4: row {number} from the top ({row!r}) has {len(row)} cells, not {COLUMNS}")
    return rows[::-1]


def check_support(rows):
    """No disc floats above an empty cell."""
    for level in range(1, ROWS):
        for column in range(COLUMNS):
            if rows[level][column] != "." and rows[level - 1][column] == ".":
                raise InputError(
                    f"connect4: the {rows[level][column]} in column {NAMES[column]}, "
                    f"row {ROWS - level} from the top, floats above an empty cell"
                )


def discs_of(rows, mark):
    cells = ((column, level) for level in range(ROWS) for column in range(COLUMNS))
    return sum(1 << column * HEIGHT + level for column, level in cells if rows[level][column] == mark)


def check_fours(first, second, ahead):
    """Only the side that moved last can have four in a line, and only by its last disc."""
    if holds_four(first) and holds_four(second):
        raise InputError("connect4: both sides have four in a line")
    last, other = (first, second) if ahead else (second, first)
    if holds_four(other):
        raise InputError(f"connect4: {'XO'[ahead]} has four in a line, so the game ended before the last move")
    if holds_four(last) and all(holds_four(last ^ disc) for disc in topmost(first | second) if last & disc):
        raise InputError(f"connect4: no last move explains the fours of {'OX'[ahead]}: the game ended before it")


def topmost(discs):
    """The top disc of each column that has one."""
    heights = ((discs >> column * HEIGHT & (1 << ROWS) - 1).bit_length() for column in range(COLUMNS))
    return [1 << column * HEIGHT + height - 1 for column, height in enumerate(heights) if height]


# --- writing -----------------------------------------------------------------------------------------------------


def marks(state):
    """'X' or 'O' for the side to move, then for the other."""
    return "OX" if state[1].bit_count() % 2 else "XO"


def written_rows(state):
    """The rows from the top."""
    own, other = marks(state)

    def mark(cell):
        if not state[1] >> cell & 1:
            return "."
        return own if state[0] >> cell & 1 else other

    return ["".join(mark(column * HEIGHT + level) for column in range(COLUMNS)) for level in reversed(range(ROWS))]


def format(state):
    return f"{'/'.join(written_rows(state))} {marks(state)[0]}"


def draw(state):
    rows = [f"| {' '.join(row)} |" for row in written_rows(state)]
    return "\n".join([*rows, f"+{'-' * (2 * COLUMNS + 1)}+", f"  {' '.join(NAMES)}"])


def side(state):
    return state[1].bit_count() % 2


def cells(state):
    rows = [[(mark, mark.lower()) for mark in row] for row in written_rows(state)]
    return [*rows, [(name, "") for name in NAMES]]


def why_not(state, text):
    """Of a text that is no legal move."""
    if len(text) == 1 and text in NAMES:
        return f"column {text} is full"
    return f"there is no column {text}, only {NAMES[0]} to {NAMES[-1]}" if text.isdecimal() else ""


def move_name(state, move):
    return NAMES[move]


def describe(state, value):
    if value == 0:
        return "a draw"
    winner = marks(state)[value < 0]
    discs = MOST_DISCS + 1 - abs(value)
    return f"{winner} wins with disc {2 * discs - (winner == 'X')} of {CELLS}"
