"""The slips that circulate in printed pseudo-code are slips: each, put in on purpose, goes wrong on a small tree."""

from __future__ import annotations

from bisect import insort_right
from itertools import product

from mpi_search.algorithms import sss as sss_module
from mpi_search.algorithms.alphabeta import fail_soft, open_soft
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.negascout import negascout
from mpi_search.algorithms.sss import sss
from mpi_search.algorithms.tree import Answer
from mpi_search.rules.game import Game, State
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import TO_END
from tests.algorithms.positions import synthetic
from tests.algorithms.test_leaves import leaves_of
from tests.tools import TANGLE, Oracle

TREES = [synthetic(3, 5, seed, order=0.0, values=values) for seed in range(1, 21) for values in (9, 100)]


class EmptyWindow(Exception):
    """A search was asked for values between two of which the first is not smaller."""


def negascout_of_1983(game: Game, state: State, depth: int, alpha: int, beta: int) -> int:
    """As first printed: searched again whenever a value is better than the best, be it beyond beta."""
    if alpha >= beta:
        raise EmptyWindow
    value = game.outcome(state)
    if value is not None:
        return value
    best, high = -game.max_value - 1, beta
    for move in game.moves(state):
        child = game.play(state, move)
        value = -negascout_of_1983(game, child, depth - 1, -high, -max(alpha, best))
        if value > best:
            if high != beta and depth > 2:
                value = -negascout_of_1983(game, child, depth - 1, -beta, -value)
            best = value
        if best >= beta:
            return best
        high = max(alpha, best) + 1
    return best


def negascout_with_the_wrong_end(game: Game, state: State, alpha: int, beta: int) -> int:
    """Searches again if the value is within the null window, not within the open one."""
    value = game.outcome(state)
    if value is not None:
        return value
    best, high = -game.max_value - 1, beta
    for move in game.moves(state):
        child, low = game.play(state, move), max(alpha, best)
        value = -negascout_with_the_wrong_end(game, child, -high, -low)
        if low < value < high and high < beta:
            value = -negascout_with_the_wrong_end(game, child, -beta, -value)
        best = max(best, value)
        if best >= beta:
            return best
        high = max(alpha, best) + 1
    return best


def test_the_first_negascout_searches_empty_windows():
    found = 0
    for game in TREES:
        limit = game.max_value + 1
        try:
            negascout_of_1983(game, game.start(), 5, -limit, limit)
        except EmptyWindow:
            found += 1
    assert found > 0


def test_negascout_without_its_second_search_is_wrong():
    wrong = 0
    for game in TREES:
        limit = game.max_value + 1
        value = negascout_with_the_wrong_end(game, game.start(), -limit, limit)
        wrong += value != game.module.known_value(game.start())
        assert negascout(game, game.start(), None, Count()).value == game.module.known_value(game.start())
    assert wrong > 0


class RightFirst(sss_module.Sss):
    """SSS* that takes the right one of two equal merits."""

    def _insert(self, entry, fresh=False):
        if fresh:
            self.count.node()
        insort_right(self.open, entry, key=lambda one: (one.minus_merit, [-place for place in one.path]))
        self.count.store()


class WithoutMinimum(sss_module.Sss):
    """SSS* that takes a leaf's value for the merit, even if it is larger."""

    def _insert(self, entry, fresh=False):
        if entry.solved and not fresh:
            value = self.game.outcome(entry.line[-1])
            if value is not None:
                entry = entry._replace(minus_merit=-value if entry.is_max else value)
        super()._insert(entry, fresh)


def test_sss_with_another_order_of_ties_looks_at_more_than_alphabeta():
    def right_first(game, state, depth, count) -> Answer:
        return RightFirst(game, state, depth, count).run()

    extra = 0
    for game in TREES:
        assert right_first(game, game.start(), None, Count()).value == game.module.known_value(game.start())
        extra += not set(leaves_of(right_first, game)) <= set(leaves_of(open_soft, game))
        assert set(leaves_of(sss, game)) <= set(leaves_of(open_soft, game))
    assert extra > 0


def test_sss_without_the_minimum_is_wrong():
    values = [WithoutMinimum(game, game.start(), None, Count()).run().value for game in TREES]
    assert values != [game.module.known_value(game.start()) for game in TREES]


def last_move_of_mtdf(game: Game) -> int | None:
    """MTD(f) as printed, with the move of its last pass; what it remembers would change nothing but the time."""
    lower, upper = -game.max_value - 1, game.max_value + 1
    value, move = 0, None
    while lower < upper:
        beta = value + 1 if value == lower else value
        value, move = fail_soft(game, game.start(), None, beta - 1, beta, Count())
        lower, upper = (lower, value) if value < beta else (value, upper)
    return move


def test_the_last_pass_of_mtdf_may_have_no_best_move():
    wrong = 0
    for game in TREES:
        move = last_move_of_mtdf(game)
        assert move is not None
        reached = -game.module.known_value(game.play(game.start(), move))
        wrong += reached != game.module.known_value(game.start())
    assert wrong > 0


class Forgetful:
    """Search with a memory that loses one entry in three; with the slip it does not return at once what is exact."""

    def __init__(self, game: Game, slip: bool) -> None:
        self.game = game
        self.slip = slip
        self.memory: dict[State, tuple[int, int]] = {}

    def search(self, state: State, alpha: int, beta: int) -> int:
        lower, upper = self.memory.get(state, (-self.game.max_value - 1, self.game.max_value + 1))
        if lower >= beta or (lower == upper and not self.slip):
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        value = self.game.outcome(state)
        if value is None:
            value = -self.game.max_value - 1
            for move in self.game.moves(state):
                if value >= beta:
                    break
                value = max(value, -self.search(self.game.play(state, move), -beta, -max(alpha, value)))
        self._store(state, (value, value) if alpha < value < beta else self._claim(value, alpha, beta, lower, upper))
        return value

    def _claim(self, value: int, alpha: int, beta: int, lower: int, upper: int) -> tuple[int, int]:
        return value if value >= beta else lower, value if value <= alpha else upper

    def _store(self, state: State, claim: tuple[int, int]) -> None:
        self.memory[state] = claim
        if sum((*state, *claim)) % 3 == 0:
            del self.memory[state]


def test_with_the_slip_a_table_that_loses_entries_comes_to_hold_false_claims():
    game = load_game(str(TANGLE))
    false = {True: 0, False: 0}
    for seed, slip in product(range(38, 70), false):
        search, oracle = Forgetful(game, slip), Oracle(game)
        for alpha, beta in [(-21, 21), (-9, 9), (-14, 4), (-4, 14), (-21, 21)]:
            search.search((seed, 6, 0), alpha, beta)
        claims = search.memory.items()
        false[slip] += sum(not lower <= oracle.value(state, TO_END) <= upper for state, (lower, upper) in claims)
    assert false[False] == 0 < false[True]
