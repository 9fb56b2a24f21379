"""Positions and moves of Simplexity as text: `3O2X0O`, or the board row by row; and the board for a terminal.

People speak of red and blue, O and X; a state only of the side to move and its opponent. `absolute` and `relative`
lead from one to the other.
"""

import re

from games._simplexity_board import CELLS, COLUMN, COLUMNS, HEIGHT, ROWS, has_four, landing
from games._simplexity_rules import OTHER_SHAPE, OWN_SHAPE, outcome, play, start
from mpi_search.gamekit import UNDECIDED, InputError, board_size, i64, popcount, u64

SIDES = ("red", "blue")
COLOURS = ("bold bright_red", "bold bright_blue", "grey11")
PIECES = {".": "·"}


def variant(text):
    return board_size("simplexity", text)


def parse(text):
    text = text.strip()
    if text == "start":
        return start()
    if text and not set(text) - set("OXox./"):
        return parse_board(text)
    return parse_moves(text)


def parse_moves(text):
    state = start()
    names = re.findall(r"\s*(\d+[^\d\s]?|\S)", text)
    for number, name in enumerate(names, 1):
        where = f"(move {number} of {text!r})"
        if outcome(state) != UNDECIDED:
            raise InputError(f"simplexity: the game is over before {name!r} {where}")
        state = play(state, parse_move(state, name, where))
    return state


def parse_move(state, name, where):
    if reason := why_not(state, name):
        raise InputError(f"simplexity: {name!r} {where}: {reason}")
    return 2 * int(name[:-1]) + (name[-1].upper() != own_letter(state))


def why_not(state, name):
    """What is wrong with a move of this name; "" if nothing is."""
    column, shape = name[:-1], name[-1:].upper()
    if name.isdecimal() or not column.isdecimal():
        return "a move is a column and a shape, as in 3O"
    if int(column) >= COLUMNS:
        return f"there is no column {column}, only 0 to {COLUMNS - 1}"
    if shape not in "OX":
        return f"{name[-1]!r} is not a shape; the shapes are O and X"
    if not int(landing(u64(state[1]))) & int(COLUMN) << int(column) * HEIGHT:
        return f"column {column} is full"
    return "" if pieces_left(state)[player(state)][shape] else f"{player(state)} has no {shape} left"


def side(state):
    return popcount(state[1]) % 2


def player(state):
    """Whose turn it is."""
    return SIDES[side(state)]


def own_letter(state):
    """The shape that belongs to the side to move."""
    return "O" if player(state) == "red" else "X"


def absolute(state):
    """(red, O): the cells of that colour and of that shape, as plain numbers."""
    mine, discs, shape = (int(u64(word)) for word in state)
    return (mine, shape) if player(state) == "red" else (discs ^ mine, discs ^ shape)


def pieces_left(state):
    """How many pieces of each shape each player can still play."""
    red, round_cells = absolute(state)
    blue = int(u64(state[1])) ^ red
    reds = {"O": OWN_SHAPE - (red & round_cells).bit_count(), "X": OTHER_SHAPE - (red & ~round_cells).bit_count()}
    blues = {"O": OTHER_SHAPE - (blue & round_cells).bit_count(), "X": OWN_SHAPE - (blue & ~round_cells).bit_count()}
    return {"red": reds, "blue": blues}


def parse_board(text):
    cells = read_cells(text)
    red, blue, round_cells = cells["O"] | cells["X"], cells["o"] | cells["x"], cells["O"] | cells["o"]
    if red.bit_count() - blue.bit_count() not in (0, 1):
        raise InputError(f"simplexity: {red.bit_count()} red and {blue.bit_count()} blue cannot be: red moves first")
    state = relative(red, red | blue, round_cells)
    for owner, shapes in pieces_left(state).items():
        for shape, left in shapes.items():
            if left < 0:
                raise InputError(f"simplexity: {text!r} has {-left} {shape} too many for {owner}")
    if not could_end_here(state):
        raise InputError(f"simplexity: {text!r} has two winners, or was over before the last move")
    return state


def read_cells(text):
    """The cells of each letter."""
    rows = text.split("/")
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        raise InputError(f"simplexity: {text!r} is not {ROWS} rows of {COLUMNS} cells between slashes")
    cells = dict.fromkeys("OXox.", 0)
    for row, letters in enumerate(reversed(rows)):
        for column, letter in enumerate(letters):
            cells[letter] |= 1 << column * HEIGHT + row
            if letter != "." and row and cells["."] >> column * HEIGHT + row - 1 & 1:
                raise InputError(f"simplexity: the {letter!r} in column {column}, row {row + 1} from below, floats")
    return cells


def relative(red, discs, round_cells):
    """The state with these cells, as the side to move sees it."""
    if discs.bit_count() % 2 == 0:
        return i64(red), i64(discs), i64(round_cells)
    return i64(discs ^ red), i64(discs), i64(discs ^ round_cells)


def could_end_here(state):
    """Whether there is no line, or the opponent's last piece may have made all there are."""
    red, round_cells = absolute(state)
    discs = int(u64(state[1]))
    if not any_line(red, discs, round_cells):
        return True
    tops = discs & ~(discs >> 1)
    tops &= red if player(state) == "blue" else ~red
    for top in (1 << at for at in range(64) if tops >> at & 1):
        if not any_line(red & ~top, discs & ~top, round_cells & ~top):
            return True
    return False


def any_line(red, discs, round_cells):
    return any(has_four(u64(cells)) for cells in (red, discs ^ red, round_cells, discs ^ round_cells))


def letters(state):
    """The board row by row from the top: OX red, ox blue, . empty."""
    red, round_cells = absolute(state)
    discs = int(u64(state[1]))

    def letter(at):
        shape = "O" if round_cells >> at & 1 else "X"
        return "." if not discs >> at & 1 else shape if red >> at & 1 else shape.lower()

    return ["".join(letter(column * HEIGHT + row) for column in range(COLUMNS)) for row in reversed(range(ROWS))]


def format(state):
    return "/".join(letters(state))


def move_name(state, move):
    own = own_letter(state)
    return f"{move >> 1}{own if move & 1 == 0 else 'OX'.replace(own, '')}"


def describe(state, value):
    """The winner, and how many pieces are on the board then, on both sides; and by what, where it is over."""
    if value == 0:
        return "a draw"
    winner = SIDES[side(state) ^ (value < 0)]
    told = f"{winner} wins with piece {CELLS + 1 - abs(value)} of {CELLS}"
    return told if outcome(state) == UNDECIDED else f"{told}: four {line(state, winner)} in a line"


def line(state, winner):
    """What the line of a finished game has in common: the winner's shape comes before the colour."""
    _, round_cells = absolute(state)
    owned = round_cells if winner == "red" else int(u64(state[1])) ^ round_cells
    return {"red": "O", "blue": "X"}[winner] if has_four(u64(owned)) else f"{winner} pieces"


def cells(state):
    whose = {"O": "x", "X": "x", "o": "o", "x": "o", ".": "."}
    rows = [[(letter, whose[letter]) for letter in row] for row in letters(state)]
    return [*rows, [(str(column), "") for column in range(COLUMNS)], *([(text, "")] for text in supplies(state))]


def supplies(state):
    """What each player has left, in words."""
    return [
        f"{name} ({'OX' if name == 'red' else 'ox'}) has {shapes['O']} O and {shapes['X']} X left"
        for name, shapes in pieces_left(state).items()
    ]


def draw(state):
    width = len(str(COLUMNS - 1))
    rows = [" ".join(letter.rjust(width) for letter in row) for row in letters(state)]
    numbers = " ".join(str(column).rjust(width) for column in range(COLUMNS))
    return "\n".join([*rows, numbers, *supplies(state)])
