"""What the hooks of a game claim of its value at the end of the game, against plain alpha-beta, which asks none of
them."""

from __future__ import annotations

import contextlib

from mpi_search.algorithms.alphabeta import alphabeta
from mpi_search.algorithms.count import Count, TooManyNodes
from mpi_search.rules.game import Game, State

#: A plain oracle search may cost this much; positions that need more are passed over.
ORACLE_NODES = 3000


def plain_value(game: Game, state: State, depth: int | None) -> int | None:
    """The value of a position, `depth` plies deep or to the end of the game; None if that takes too long."""
    with contextlib.suppress(TooManyNodes):
        return alphabeta(game, state, depth, -game.max_value - 1, game.max_value + 1, Count(max_nodes=ORACLE_NODES))
    return None


def wrong_claim(game: Game, state: State, value: int) -> str | None:
    """What is not true of what the hooks say of an unfinished position which is worth `value`, in words."""
    if game.has("optimism"):
        low, high = game.optimism(state)
        if not low <= value <= high:
            return f"optimism() is {low} to {high}, but the position is worth {value}"
    for alpha, beta in _windows(game, value) if game.has("bounds") else ():
        lower, upper = game.bounds(state, alpha, beta)
        if not lower <= value <= upper:
            return (
                f"bounds() with the window {alpha} to {beta} is {lower} to {upper}, but plain alpha-beta finds {value}"
            )
    if not game.is_open(state):
        return None
    return _wrong_move(game, state, value) or (_wrong_leaf(game, state, value) if game.is_leaf(state) else None)


def _windows(game: Game, value: int) -> list[tuple[int, int]]:
    """All that can be asked about a value: more, less, exactly."""
    return [(value - 1, value), (value, value + 1), (value - 1, value + 1), (-game.max_value - 1, game.max_value + 1)]


def _wrong_leaf(game: Game, state: State, value: int) -> str | None:
    for alpha, beta in _windows(game, value):
        found, _ = game.solve_leaf(state, alpha, beta)
        is_true = found >= value if found <= alpha else found <= value if found >= beta else found == value
        if not is_true:
            return f"solve_leaf() with the window {alpha} to {beta} is {found}, but plain alpha-beta finds {value}"
    return None


def _wrong_move(game: Game, state: State, value: int) -> str | None:
    moves, forced, candidates = game.moves(state), game.forced(state), game.candidates(state)
    if forced >= 0:
        if forced not in moves:
            return f"forced() is {forced}, which is not a legal move"
        return None if _keeps(game, state, forced, value) else f"forced() is {forced}, which is not a best move"
    if not set(candidates) <= set(moves):
        return f"candidates() {candidates} has moves that moves() {moves} has not"
    if not any(_keeps(game, state, move, value) for move in candidates):
        return f"candidates() {candidates} has none of the best moves"
    return None


def _keeps(game: Game, state: State, move: int, value: int) -> bool:
    """Whether a move reaches the value of the position, as far as that is cheap to see."""
    with contextlib.suppress(TooManyNodes):
        child = game.play(state, move)
        return -alphabeta(game, child, None, -value, -value + 1, Count(max_nodes=ORACLE_NODES)) >= value
    return True
