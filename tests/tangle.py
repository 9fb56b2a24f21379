"""A random game for tests: a graph with many transpositions, another one for every seed.

The seed is part of the state, so that one compiled kernel plays as many games as a test likes. Every optional hook is
there, each in its smallest true form.
"""

from mpi_search.gamekit import UNDECIDED, i64, jit, mix, parameter, u64

WORDS = 3  # the seed, the plies left, the number of the node on its level
MAX_MOVES = 5
MAX_PLIES = 10
MAX_VALUE = 20
WIDTH = 12  # nodes on a level
WITH_NOISY = parameter("noisy", 0)


def start():
    return 1, 6, 0


def sample(rng):
    """Any position of any of these games."""
    return rng.getrandbits(40), rng.randint(5, MAX_PLIES), rng.randrange(WIDTH)


@jit(inline=True)
def number(state, salt):
    """A number that depends on all of the state."""
    bits = mix(mix(u64(state[0]) ^ (u64(salt) << u64(32))) ^ (u64(state[1]) << u64(8)) ^ u64(state[2]))
    return i64(bits >> u64(8))


@jit(inline=True)
def plain_value(state, salt):
    return number(state, salt) % (2 * MAX_VALUE + 1) - MAX_VALUE


@jit(inline=True)
def branches(state):
    return 1 + number(state, 1) % MAX_MOVES


@jit
def moves(state, out):
    count = branches(state)
    for index in range(count):
        out[index] = 10 * (count - index)
    return count


@jit
def play(state, move):
    return state[0], state[1] - 1, number(state, 100 + move) % WIDTH


@jit
def outcome(state):
    if state[1] == 0 or number(state, 2) % 16 == 0:
        return plain_value(state, 3)
    return UNDECIDED


@jit
def evaluate(state):
    return plain_value(state, 4)


@jit
def order(state, move, child):
    return number(state, 200 + move) % 100


@jit
def candidates(state, out):
    """All moves but those that lead where an earlier one leads."""
    listed = moves(state, out)
    count = 0
    for index in range(listed):
        fresh = True
        for before in range(count):
            if play(state, out[before])[2] == play(state, out[index])[2]:
                fresh = False
        if fresh:
            out[count] = out[index]
            count += 1
    return count


@jit
def forced(state):
    return 10 if branches(state) == 1 else -1


@jit
def bounds(state, alpha, beta):
    """Exact at the end; one ply before it what the first child guarantees."""
    value = outcome(state)
    if value != UNDECIDED:
        return value, value
    if state[1] == 1:
        return -outcome(play(state, 10)), MAX_VALUE
    return -MAX_VALUE, MAX_VALUE


@jit
def is_leaf(state):
    return state[1] == 1 and number(state, 5) % 2 == 0


@jit
def solve_leaf(state, alpha, beta):
    best = -MAX_VALUE
    for index in range(branches(state)):
        best = max(best, -outcome(play(state, 10 * (index + 1))))
        if best >= beta:
            return best, index + 1
    return best, branches(state)


@jit
def worth_probing(state):
    return number(state, 6) % 2 == 0


def plies_left(state):
    return state[1]


if WITH_NOISY:

    @jit
    def noisy(state, out):
        """Sometimes the first move, sometimes two."""
        count = number(state, 7) % 4 - 1
        for index in range(min(count, branches(state))):
            out[index] = 10 * (index + 1)
        return max(min(count, branches(state)), 0)
