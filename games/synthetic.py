"""Synthetic game trees whose exact value is known however large they are.

A tree is made top-down from a hash, so that naming one of 10^12 leaves costs nothing:

- The root has a value drawn from the seed.
- At every inner node one move, drawn from the node's hash, is the *best*: its child has exactly minus the node's
  value. Any other move loses the mover between 0 and `spread` points (never below -`values`), drawn from the
  child's hash. No child is better for the mover than the best one, so the value that a node was made with is its
  minimax value. `known_value` reads it off the state: an oracle that does no search.
- A leaf, `depth` plies from the root, is worth the value that it was made with.

What makes a tree easy or hard:

- `order` is the quality of the move ordering. With this probability the best move of a node comes first, otherwise
  anywhere (the first place included). At 1 alpha-beta searches the minimal tree, at 0 a random one. The kernel's
  killers and history are off, so that nothing but the listed order and the table's move decides.
- `noise` blurs `evaluate`: the node's value, up to this much too high or too low.
- Several moves may be equally good: the smaller `values` and `spread`, the more often.

A node is named by the hash of the path to it, so no two paths lead to the same node: there are no transpositions.
"""

from mpi_search.gamekit import UNDECIDED, InputError, i64, jit, mix, parameter, u64

BRANCHING = parameter("branching", 8)
DEPTH = parameter("depth", 9)
VALUES = parameter("values", 100)
ORDER = parameter("order", 0.8)
SPREAD = parameter("spread", max(1, VALUES // 5))
NOISE = parameter("noise", VALUES // 10)
SEED = parameter("seed", 1)


def check(name, number, least, most):
    if not least <= number <= most:
        raise InputError(f"synthetic: {name} must be from {least} to {most}, not {number}")


check("branching", BRANCHING, 1, 256)
check("depth", DEPTH, 1, 60)
check("values", VALUES, 1, 30000)
check("order", ORDER, 0, 1)
check("spread", SPREAD, 0, 2 * VALUES)
check("noise", NOISE, 0, 2 * VALUES)

WORDS = 3  # the hash of the path, the ply, the value for the side to move
MAX_MOVES = BRANCHING
MAX_PLIES = DEPTH
MAX_VALUE = VALUES
KILLER_SCORE = 0
HISTORY_CEILING = 0
NODE_NS = 100  # eight moves in a position
EXAMPLE = "0 3 1"
VARIANTS = "branching, depth, values, spread, order, noise, seed: synthetic:branching=8,depth=9,order=0.8,seed=1"
SYNTAX = f"the numbers of the moves played, 0 to {BRANCHING - 1}, separated by spaces"

# One hash answers several questions about a node; each question has its own salt.
SALT_BEST = u64(0xA0761D6478BD642F)
SALT_FIRST = u64(0xE7037ED1A0B428DB)
SALT_LOSS = u64(0x8EBC6AF09C88C6E3)
SALT_NOISE = u64(0x589965CC75374CC3)
SALT_ROOT = u64(0x1D8E4E27C47D124F)
HALF = u64(32)
#: The best move comes first when 32 bits of the hash are below this.
FIRST_BELOW = u64(round(ORDER * (1 << 32)))


@jit(inline=True)
def draw_number(path, salt, choices):
    """A number from 0 to choices - 1 for the node at the end of `path`."""
    return i64(((mix(path ^ salt) >> HALF) * u64(choices)) >> HALF)


@jit(inline=True)
def best_move(path):
    """The move that keeps the value; others may be as good."""
    if (mix(path ^ SALT_FIRST) >> HALF) < FIRST_BELOW:
        return 0
    return draw_number(path, SALT_BEST, BRANCHING)


def start():
    path = mix(u64(SEED) ^ SALT_ROOT)
    half = VALUES // 2  # away from the ends of the range, where no move can lose anything
    return i64(path), 0, draw_number(path, SALT_ROOT, 2 * half + 1) - half


@jit
def moves(state, out):
    for move in range(BRANCHING):
        out[move] = move
    return BRANCHING


@jit
def play(state, move):
    path = u64(state[0])
    child = mix(path ^ u64(move + 1))
    value = state[2]
    if move != best_move(path):
        value = max(value - draw_number(child, SALT_LOSS, SPREAD + 1), -VALUES)
    return i64(child), state[1] + 1, -value


@jit(inline=True)
def outcome(state):
    return state[2] if state[1] == DEPTH else UNDECIDED


@jit
def evaluate(state):
    noise = draw_number(u64(state[0]), SALT_NOISE, 2 * NOISE + 1) - NOISE
    return min(max(state[2] + noise, -VALUES), VALUES)


@jit(inline=True)
def order(state, move, child):
    return -move


@jit(inline=True)
def worth_probing(state):
    return False  # a glance at all children would find a cut-off wherever it stands in the list


@jit(inline=True)
def count_moves(state, out):
    return BRANCHING


def known_value(state):
    """The exact value of the position for the side to move, by construction."""
    return int(state[2])


def optimism(state):
    """The evaluation is off by the noise at most."""
    if outcome(state) != UNDECIDED:
        return known_value(state), known_value(state)
    guess = int(evaluate(state))
    # an evaluation at the end of the range may have been cut off there, which only brought it nearer to the value
    return max(guess - NOISE, -VALUES), min(guess + NOISE, VALUES)


def plies_left(state):
    return DEPTH - int(state[1])


# --- notation ----------------------------------------------------------------------------------------------------


def parse(text):
    state = start()
    names = [] if text.strip() == "start" else text.split()
    for number, name in enumerate(names, 1):
        if not (name.isascii() and name.isdigit() and int(name) < BRANCHING):
            raise InputError(f"synthetic: {name!r} (move {number}) is not a move from 0 to {BRANCHING - 1}")
        if outcome(state) != UNDECIDED:
            raise InputError(f"synthetic: move {number} ({name}) comes after the leaf at ply {DEPTH}")
        state = play(state, int(name))
    return state


def move_name(state, move):
    return str(move)


def draw(state):
    return (
        f"ply {int(state[1])} of {DEPTH} in a synthetic tree (seed {SEED})\n"
        f"{BRANCHING} moves a node, values from {-VALUES} to {VALUES}, best move first: {ORDER:g}"
    )
