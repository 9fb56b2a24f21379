"""Is a game file right? Random playouts hold every part of the contract against every other.

from mpi_search import check_game
check_game("./mygame.py")
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mpi_search.compile.kernel import Kernel, bind
from mpi_search.errors import Contradiction, InputError
from mpi_search.rules.answers import whole
from mpi_search.rules.contract import check_answers, doubts
from mpi_search.rules.game import MOVE_LIMIT, OPTIONAL, Game, State
from mpi_search.rules.load import AnyGame, rules_of
from mpi_search.search.search import compile_search
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from mpi_search.study.claims import plain_value, wrong_claim
from mpi_search.study.notation import check_words, wrong_refusal


class GameFault(InputError):
    """A game file breaks its contract; the message names the function, the position and what was wrong."""


@dataclass
class Report:
    """What was checked, and how often."""

    game: str
    seed: int
    checked: Counter[str] = field(default_factory=Counter)
    doubts: list[str] = field(default_factory=list)  #: what may well be a slip, though nothing is wrong with it


def check_game(game: AnyGame, *, playouts: int = 20, searches: int = 20, seed: int = 1) -> Report:
    """Check a game by random playouts and small searches. Raises InputError at the first fault,
    GameFault where that is one of a position."""
    game = rules_of(game)
    rng = random.Random(seed)
    report = Report(game.name, seed, doubts=doubts(game))
    positions: list[State] = []
    for _ in range(playouts):
        positions += _check_playout(game, rng, report)
    some = rng.sample(positions, min(len(positions), 100))
    for state in some:
        check_answers(game, state)
    _check_words(game, some[:10], report)
    _check_symmetry(game, positions, report)
    _check_claims(game, positions, rng, searches, report)
    kernel = bind(game)
    compile_search(kernel)
    _check_keys(game, kernel, positions, report)
    _check_compiled(game, kernel, rng.sample(positions, min(len(positions), 100)), report)
    _check_searches(game, kernel, positions, rng, searches, report)
    return report


def _fault(game: Game, state: State, what: str) -> GameFault:
    return GameFault(f"{game.path.name}: {what} (position {game.format(state) or state})")


# --- rules and notation ------------------------------------------------------------------------------------------


def _check_playout(game: Game, rng: random.Random, report: Report) -> list[State]:
    """One random game; returns its unfinished positions."""
    state = game.start()
    positions: list[State] = []
    while game.outcome(state) is None:
        if len(positions) == game.max_plies:
            raise _fault(game, state, f"a game lasts longer than MAX_PLIES = {game.max_plies}")
        _check_position(game, state, report)
        positions.append(state)
        state = game.play(state, rng.choice(game.moves(state)))
        if any(not -(1 << 63) <= word < 1 << 63 for word in state):
            raise _fault(game, state, "play() returned a word beyond signed 64 bits (i64 makes one)")
    value = game.outcome(state)
    if value is not None and abs(value) > game.max_value:
        raise _fault(game, state, f"outcome() is {value}, beyond MAX_VALUE = {game.max_value}")
    for plies, earlier in enumerate(reversed(positions), 1):
        if game.plies_left(earlier) < plies:
            raise _fault(game, earlier, f"plies_left() is {game.plies_left(earlier)}, but {plies} plies were played")
    report.checked["random games"] += 1
    return positions


def _check_position(game: Game, state: State, report: Report) -> None:
    moves = game.moves(state)
    if not moves:
        raise _fault(game, state, "moves() finds none, but outcome() says the game goes on")
    if len(moves) > game.max_moves:
        raise _fault(game, state, f"moves() wrote {len(moves)}, more than MAX_MOVES = {game.max_moves}")
    if len(set(moves)) != len(moves) or not all(0 <= move < MOVE_LIMIT for move in moves):
        raise _fault(game, state, f"moves() must be different numbers from 0 to {MOVE_LIMIT - 1}, not {moves}")
    if not set(game.noisy_moves(state)) <= set(moves):
        raise _fault(game, state, f"noisy() {game.noisy_moves(state)} has moves that moves() {moves} has not")
    if abs(game.evaluate(state)) > game.max_value:
        raise _fault(game, state, f"evaluate() is {game.evaluate(state)}, beyond MAX_VALUE = {game.max_value}")
    for move in moves:
        name = game.move_name(state, move)
        if game.parse_move(state, name) != move:
            raise _fault(game, state, f"move_name() calls two moves {name!r}")
    text = game.format(state)
    if text is not None and game.parse(text) != state:
        raise _fault(game, state, f"parse(format(state)) is {game.parse(text)}, not {state}")
    _check_picture(game, state, moves[0])
    report.checked["positions"] += 1


def _check_words(game: Game, states: list[State], report: Report) -> None:
    check_words(game, states)
    for state in states:
        wrong = wrong_refusal(game, state)
        if wrong is not None:
            raise _fault(game, state, wrong)
        report.checked["notation"] += 1


def _check_picture(game: Game, state: State, move: int) -> None:
    """What is shown to people who play."""
    game.cells(state), game.why_not(state, "")
    sides = game.side(state), game.side(game.play(state, move))
    if sides not in ((None, None), (0, 1), (1, 0)):
        raise _fault(game, state, f"side() is {sides[0]}, and {sides[1]} after a move: it must be 0 and 1 in turn")


def _check_symmetry(game: Game, positions: list[State], report: Report) -> None:
    """Equal by symmetry must mean: the same moves, and they lead to positions that are equal by symmetry."""
    if not game.has("canonical"):
        return
    for state in positions:
        seen, turn = game.canonical(state)
        if game.canonical(seen)[0] != seen:
            raise _fault(game, state, "canonical() of a canonical position is another position")
        renamed = {move: game.ask("canonical_move", whole, move, turn) for move in game.moves(state)}
        if sorted(renamed.values()) != sorted(game.moves(seen)):
            raise _fault(game, state, f"canonical_move() gives {renamed}, which are not the moves of {seen}")
        for move, other in renamed.items():
            here, there = game.play(state, move), game.play(seen, other)
            seen_here, seen_there = game.canonical(here)[0], game.canonical(there)[0]
            given_up = (here, there) == (seen_here, seen_there)
            same = game.outcome(here) == game.outcome(there) if given_up else seen_here == seen_there
            if not same:
                raise _fault(game, state, f"canonical_move() of {move} leads elsewhere on the canonical board")
        report.checked["symmetries"] += 1


# --- compiled against plain --------------------------------------------------------------------------------------


def _check_keys(game: Game, kernel: Kernel, positions: list[State], report: Report) -> None:
    """Positions with one key share a table entry: at the least they must have the same moves and evaluation."""
    keys: dict[int, State] = {}
    for state in set(positions):
        seen = game.canonical(state)[0]
        other = keys.setdefault(int(kernel.hooks.key(seen)), seen)
        if sorted(game.moves(other)) != sorted(game.moves(seen)) or game.evaluate(other) != game.evaluate(seen):
            raise _fault(game, state, f"key() is the same as that of {other}, which is worth something else")
        report.checked["keys"] += 1


def _check_compiled(game: Game, kernel: Kernel, positions: list[State], report: Report) -> None:
    """Every part must mean the same compiled and in plain Python."""

    def with_first_move(state: State) -> tuple[Any, ...]:
        move = game.moves(state)[0]
        return state, move, game.play(state, move)

    calls: dict[str, Callable[[State], tuple[Any, ...]]] = {
        "canonical_move": lambda state: (game.moves(state)[-1], game.canonical(state)[1]),
        "play": lambda state: (state, game.moves(state)[0]),
        "order": with_first_move,
        "quick_order": with_first_move,
        "bounds": lambda state: (state, -1, 1),
        "solve_leaf": lambda state: (state, -1, 1),
    }
    still_open = [state for state in positions if game.is_open(state)]
    leaves = [state for state in still_open if game.is_leaf(state)]
    askable = {"forced": still_open, "candidates": still_open, "solve_leaf": leaves}
    for name in ("outcome", "moves", "play", *OPTIONAL):
        for state in askable.get(name, positions) if game.has(name) else ():
            given = calls[name](state) if name in calls else (state,)
            compiled, plain = _ask(game, getattr(kernel.hooks, name), *given), _ask(game, game.hook(name), *given)
            if compiled != plain:
                raise _fault(
                    game, state, f"{name}() is {_shown(compiled)} compiled but {_shown(plain)} in plain Python"
                )
            report.checked["compiled = plain"] += 1


def _ask(game: Game, function: Any, *arguments: Any) -> list[int]:
    """The answer of a hook as a flat list of numbers, with what it wrote into its output array."""
    wants_out = function.__name__ in ("moves", "noisy", "candidates", "count_moves")
    out = np.zeros(game.max_moves, np.int64)
    answer = function(*arguments, out) if wants_out else function(*arguments)
    listed = out[: int(answer)].tolist() if function.__name__ in ("moves", "noisy", "candidates") else []
    return [*_flat(answer), *listed]


def _flat(answer: Any) -> list[int]:
    return [number for part in answer for number in _flat(part)] if isinstance(answer, tuple) else [int(answer)]


def _shown(answer: list[int]) -> str:
    return str(answer[0] if len(answer) == 1 else answer)


# --- search and claims against oracle ----------------------------------------------------------------------------


def _late(game: Game, positions: list[State], count: int) -> list[State]:
    """Positions that plain alpha-beta may well solve."""
    return sorted(set(positions), key=game.plies_left)[: max(count, len(positions) // 3)]


def _check_claims(game: Game, positions: list[State], rng: random.Random, count: int, report: Report) -> None:
    """What the hooks say of the value at the end of the game must be true, of leaves above all."""
    if not any(map(game.has, ("optimism", "bounds", "forced", "candidates", "solve_leaf"))):
        return
    late = _late(game, positions, count)
    leaves = [state for state in late if game.is_leaf(state)]
    for state in (*rng.sample(late, min(count, len(late))), *rng.sample(leaves, min(count, len(leaves)))):
        value = plain_value(game, state, None)
        if value is not None:
            wrong = wrong_claim(game, state, value)
            if wrong is not None:
                raise _fault(game, state, wrong)
            report.checked["claims of hooks"] += 1


def _check_searches(
    game: Game, kernel: Kernel, positions: list[State], rng: random.Random, searches: int, report: Report
) -> None:
    """The kernel must find what plain alpha-beta finds, a few plies deep and to the end of the game."""
    solver = Solver(kernel, Table(1))
    late = _late(game, positions, searches)
    for _ in range(searches):
        _compare(game, solver, rng.choice(positions), rng.randint(1, 4), report)
        _compare(game, solver, rng.choice(late), None, report)


def _compare(game: Game, solver: Solver, state: State, depth: int | None, report: Report) -> None:
    expected = plain_value(game, state, depth)
    if expected is None:
        return
    kind = "to the end" if depth is None else f"{depth} plies deep"
    try:
        result = solver.solve(state, depth=depth)
    except Contradiction as error:
        what = str(error).removeprefix(f"{game.path}: ").partition("; mpi-search check")[0]
        raise _fault(game, state, f"{what}; plain alpha-beta {kind} finds {expected}") from error
    if result.value != expected:
        raise _fault(game, state, f"the search {kind} finds {result.value}, plain alpha-beta {expected}")
    if result.best_move not in game.moves(state):
        raise _fault(game, state, f"the search {kind} answers with {result.best_move}, which is not a legal move")
    report.checked["searches to the end" if depth is None else "searches to a depth"] += 1
