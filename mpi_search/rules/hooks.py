"""What the kernel asks of a game: the required functions, and the defaults of the optional ones.

A state is a tuple of WORDS signed 64-bit numbers; a move is a number from 0 to 65534; a value is a whole number
as seen by the side to move, never beyond MAX_VALUE in size. Every function is pure.

When a game is bound, its own definitions are appended to a copy of this file and replace these.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.bits import mix, u64
from mpi_search.machine.jit import jit

UNDECIDED = -(1 << 31)

# --- limits that a game declares -------------------------------------------------------------------------------
WORDS = 1
MAX_MOVES = 1
MAX_PLIES = 1
MAX_VALUE = 1

# --- how its hooks are used ------------------------------------------------------------------------------------
NOISY = False  # set by the binder: the game has noisy moves, so the horizon is a quiescence search
EVALUATION_ERROR = 0  # what `evaluate` puts so far above beta reaches it with odds of e to 1; 0: nobody knows
KILLER_SCORE = 1 << 28  # added for a killer move; `order` counts 256 a point
HISTORY_CEILING = 1 << 27  # history adds at most this much


# --- required --------------------------------------------------------------------------------------------------
def moves(state: Any, out: Any) -> Any:
    """Write the legal moves into `out` and return how many there are: at least one unless the game is over."""
    raise NotImplementedError


def play(state: Any, move: Any) -> Any:
    """The position after `move`, seen by the other side."""
    raise NotImplementedError


def outcome(state: Any) -> Any:
    """The value for the side to move if the game is over, UNDECIDED while it goes on."""
    raise NotImplementedError


# --- optional, for every search --------------------------------------------------------------------------------
@jit(inline=True)
def evaluate(state: Any) -> Any:
    """A guess at the value of an unfinished position, where a depth-limited search stops."""
    return 0


@jit(inline=True)
def order(state: Any, move: Any, child: Any) -> Any:
    """How early to try `move`, which leads to `child`: larger is earlier. From -2^30 to 2^30."""
    return 0


@jit(inline=True)
def quick_order(state: Any, move: Any, child: Any) -> Any:
    """The same where the search ends at a horizon: there a long look at every move costs more than it saves."""
    return order(state, move, child)


@jit(inline=True)
def noisy(state: Any, out: Any) -> Any:
    """Moves that a quiescence search tries beyond the horizon, written like `moves`. None: no quiescence."""
    return 0


@jit(inline=True)
def count_moves(state: Any, out: Any) -> Any:
    """How many moves `moves` would write, where that is cheaper than writing them. `out` is scratch space."""
    return moves(state, out)


@jit(inline=True)
def canonical(state: Any) -> Any:
    """(state, turn): the representative of all positions equal to this one by symmetry, and how it was reached."""
    return state, 0


@jit(inline=True)
def canonical_move(move: Any, turn: Any) -> Any:
    """What `move` is called on the canonical board."""
    return move


@jit(inline=True)
def key(state: Any) -> Any:
    """64 bits that tell positions apart, unless they have the same moves, values and evaluations for good.

    For one word the default is one-to-one.
    """
    bits = u64(0)
    for word in state:
        bits = mix(bits ^ u64(word)) ^ u64(0x9E3779B97F4A7C15)
    return bits


# --- optional, for searches to the end of the game only --------------------------------------------------------
# They may use what is true of the game's value but not of a depth-limited one.
@jit(inline=True)
def bounds(state: Any, alpha: Any, beta: Any) -> Any:
    """(lower, upper): the value surely lies between. Equal where the game is over or the value known.

    The window tells what would be worth knowing; the answer must be true whatever it is.
    """
    value = outcome(state)
    if value != UNDECIDED:
        return value, value
    return -MAX_VALUE, MAX_VALUE


@jit(inline=True)
def forced(state: Any) -> Any:
    """A best move that is plain to see, played without a node of its own; or -1. Only asked while `bounds` is open."""
    return -1


@jit(inline=True)
def candidates(state: Any, out: Any) -> Any:
    """Like `moves`, less those that cannot be the only best one. Only asked while `bounds` is open."""
    return moves(state, out)


@jit(inline=True)
def is_leaf(state: Any) -> Any:
    """Whether `solve_leaf` should solve this position whole."""
    return False


@jit(inline=True)
def solve_leaf(state: Any, alpha: Any, beta: Any) -> Any:
    """(value, nodes), fail-soft: at or below alpha an upper bound, at or above beta a lower one, between exact."""
    return 0, 0


@jit(inline=True)
def worth_probing(state: Any) -> Any:
    """Whether to look at all children (their bounds, their table entries) before the first of them is searched."""
    return True


# --- made by the binder for WORDS ------------------------------------------------------------------------------
def load_state(states: Any, row: Any) -> Any:
    """The state in a row of an array."""
    raise NotImplementedError


def store_state(states: Any, row: Any, state: Any) -> None:
    """Write a state into a row of an array."""
    raise NotImplementedError
