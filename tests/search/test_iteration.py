"""The values of several moves, against an oracle."""

from __future__ import annotations

import pytest

from mpi_search.compile.kernel import bind
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import TO_END
from mpi_search.search.iteration import OneValue, Root, SeveralValues
from mpi_search.search.plan import Plan
from mpi_search.search.solve import Budget, Solver
from mpi_search.search.table import Table
from tests.tools import Oracle, tangle


def answered(iteration, oracle, tests=None):
    """The ranking of an iteration whose tests an oracle answers, with the sharpest claims that decide them."""
    while not iteration.is_done:
        test = iteration.next_test()
        if tests is not None:
            tests.append(test)
        value = oracle.value(test.state, test.depth)
        worst = oracle.game.max_value
        if value >= test.beta:
            claim = test.beta, worst
        elif value <= test.alpha:
            claim = -worst, test.alpha
        else:
            claim = value, value
        iteration.learn(test, *claim, oracle.game.moves(test.state)[0])
    return iteration.ranking


def values_of(oracle, state, depth):
    below = depth if depth == TO_END else depth - 1
    return {move: -oracle.value(oracle.game.play(state, move), below) for move in oracle.game.moves(state)}


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("depth", [1, 2, 4, TO_END])
@pytest.mark.parametrize("open_window", [False, True])
def test_every_number_of_moves_gets_the_best_values(seed, depth, open_window):
    game, state = tangle().game, (seed, 6, 0)
    oracle = Oracle(game)
    truth = values_of(oracle, state, depth)
    root = Root(game, state, open_window)
    for wanted in range(1, len(truth) + 1):
        for before in ({}, truth, {move: -value for move, value in truth.items()}):
            ranking = answered(SeveralValues(root, depth, wanted, before), oracle)
            assert list(ranking.values()) == sorted(truth.values(), reverse=True)[:wanted]
            assert all(truth[move] == value for move, value in ranking.items())


def test_a_move_below_the_bar_costs_one_test():
    game, state = tangle().game, (3, 6, 0)
    oracle = Oracle(game)
    truth = values_of(oracle, state, 4)
    tests = []
    ranking = answered(SeveralValues(Root(game, state, False), 4, 1, truth), oracle, tests)
    worse = [game.play(state, move) for move in truth if move not in ranking]  # some may lead to the same position
    asked = [test.state for test in tests]
    assert all(asked.count(child) <= worse.count(child) for child in worse if child != game.play(state, *ranking))


@pytest.mark.parametrize("seed", range(10))
def test_one_value_is_the_best_of_several(seed):
    game, state = tangle().game, (seed, 6, 0)
    oracle = Oracle(game)
    [(move, value)] = answered(OneValue(Root(game, state, False), 4, 0), oracle).items()
    assert value == max(values_of(oracle, state, 4).values())
    assert move in game.moves(state)


# --- the fast search


@pytest.mark.parametrize("position", ["4453", "44444", "1234567"])
@pytest.mark.parametrize("wanted", [0, 1, 3])
def test_the_fast_search_finds_what_each_move_is_worth(position, wanted):
    kernel = bind(load_game("connect4"))
    game = kernel.game
    state = game.parse(position)
    oracle = Solver(kernel, Table(4))
    depth = 9
    result = Solver(kernel, Table(8)).solve(state, depth=depth, multi_pv=wanted)
    truth = {}
    for move in game.moves(state):
        child = game.play(state, move)
        truth[move] = -oracle.solve(child, depth=depth - 1, want_pv=False).value
    best = sorted(truth.values(), reverse=True)[: wanted or None]
    assert [each.value for each in result.moves] == best
    assert all(truth[each.move] == each.value and each.pv[0] == each.move for each in result.moves)
    assert (result.value, result.best_move) == (best[0], result.moves[0].move)
    assert all(len(each.pv) == depth for each in result.moves), "whole lines"


def test_exact_values_of_all_moves_near_the_end():
    kernel = bind(load_game("tictactoe"))
    result = Solver(kernel, Table(1)).solve(kernel.game.parse("OXOXX..O. O"), multi_pv=0)
    oracle = Oracle(kernel.game)
    truth = values_of(oracle, kernel.game.parse("OXOXX..O. O"), TO_END)
    assert {each.move: each.value for each in result.moves} == truth
    assert all(each.exact for each in result.moves)
    assert result.exact


@pytest.mark.parametrize("max_nodes", [10, 1_000, 20_000, 400_000])
def test_limits_leave_a_value_for_every_move(max_nodes):
    kernel = bind(load_game("othello"))
    state = kernel.game.parse("ffo-40")
    result = Solver(kernel, Table(8)).solve(state, multi_pv=0, budget=Budget(max_nodes=max_nodes))
    assert sorted(each.move for each in result.moves) == sorted(kernel.game.moves(state))
    assert [each.value for each in result.moves] == sorted((each.value for each in result.moves), reverse=True)
    assert result.best_move == result.moves[0].move


@pytest.mark.parametrize("open_window", [False, True])
def test_more_winning_moves_than_are_asked_for(open_window):
    """Nothing is worth more than a win: the rest is not searched."""
    kernel = bind(load_game("tictactoe"))
    state = kernel.game.parse("XX.OX.O.O X")
    for wanted in range(1, 4):
        result = Solver(kernel, Table(1)).solve(state, multi_pv=wanted, open_window=open_window)
        assert result.value == 1
        assert len(result.moves) == wanted


def test_a_move_that_is_proved_to_lose_is_not_the_best_any_more():
    """The last iteration liked it; then the end of the game was reached for it, and for another one, before time was
    up."""
    game, state = tangle().game, (3, 6, 0)
    first, second = game.moves(state)[:2]
    plan = Plan(game, state, multi_pv=2, is_limited=True)
    plan.completed, plan._ranking = (3, 3, first), {first: 3, second: 1}
    plan._proved_ranking = {second: 2, first: -5}
    plan.proved.lower, plan.proved_move = 2, second
    assert plan.answer()[1:] == (2, second)
    plan._proved_ranking = {first: -5}
    plan.proved.lower, plan.proved_move = -5, first
    assert plan.answer()[1:] == (1, second)
