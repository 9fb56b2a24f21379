"""The plan of a solution: what it expects of the root, test by test."""

from __future__ import annotations

import math

import pytest

from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import ALL, CUT, PV, TO_END
from mpi_search.search.plan import Plan
from mpi_search.search.test import Test
from tests.tools import TANGLE


def follow(plan, value, values):
    """What a plan asks about the end of the game if that is worth `value`, after iterations that are worth `values` in
    turn: the betas, and the types expected of the root."""
    asked = []
    while (test := plan.next_test()) is not None:
        worth = value if test.depth == TO_END else values[(test.depth - 1) % len(values)]
        if test.depth == TO_END:
            asked.append((test.beta, test.node_type))
        plan.learn(test, *((test.beta, 64) if worth >= test.beta else (-64, test.beta - 1)), 8)
    return asked


@pytest.fixture
def plan():
    game = load_game("othello")
    return Plan(game, game.parse("ffo-40"))


def test_the_root_is_expected_to_answer_as_before(plan):
    """The value is 34; the guess, 30, is too low, and so are the first steps up from it."""
    asked = follow(plan, 34, [30])
    assert asked[1:] == [(31, CUT), (32, CUT), (33, CUT), (34, CUT), (35, CUT)]
    assert plan.answer()[1] == 34


def test_the_root_is_not_expected_to_answer_as_before_when_a_step_is_a_leap(plan):
    """Small steps up to 38, then at a gallop."""
    asked = follow(plan, 60, [30])
    assert [beta for beta, _ in asked[:12]] == [*range(30, 40), 41, 45]
    assert asked[10] == (41, CUT), "a step up tends to be followed by another"
    assert asked[11] == (45, ALL), "but not by leaps"
    assert plan.answer()[1] == 60


@pytest.mark.parametrize(
    ("values", "guess"),
    [([8], 8), ([8, 2], 5), ([2, 8], 5), ([8, 3], 6), ([-8, -3], -6), ([4, -4], 0), ([1, -2], -1)],
)
def test_the_end_is_sought_between_the_last_two_iterations(plan, values, guess):
    assert follow(plan, guess, values)[0][0] == guess


@pytest.mark.parametrize(("depth", "warm_up"), [(None, 7), (12, 7), (8, 7), (7, 6), (2, 1), (1, 0)])
def test_the_first_iterations_are_for_every_table_and_the_last_one_is_not(depth, warm_up):
    game = load_game("othello")
    assert Plan(game, game.parse("ffo-40"), depth).warmup_depth == warm_up


def test_a_game_without_iterations_has_nothing_to_warm_up_with():
    game = load_game("tictactoe")
    assert Plan(game, game.start()).warmup_depth == 0


def depths_after_a_retreat(plan):
    """The depths that a plan asks for if it retreats from the end of the game. Everything is worth nothing."""
    while (test := plan.next_test()).depth != TO_END:
        plan.learn(test, 0, 0, 10)
    plan.retreat()
    asked = []
    while (test := plan.next_test()) is not None:
        asked.append(test.depth)
        plan.learn(test, 0, 0, 10)
    return asked


@pytest.mark.parametrize(("plies", "depths"), [(5, [1, 2, 3, 4]), (3, [1, 2]), (2, [1]), (1, [1])])
def test_a_plan_that_retreats_deepens_as_far_as_the_last_ply_but_one(plies, depths):
    """The last ply is the end of the game, which was out of reach; but one ply is always searched, for a move."""
    plan = Plan(load_game(str(TANGLE)), (9, plies, 0))
    assert depths_after_a_retreat(plan) == depths
    assert plan.answer() == (depths[-1], 0, 10)


def test_a_plan_that_retreats_goes_on_behind_the_iterations_it_has_made(plan):
    assert depths_after_a_retreat(plan) == list(range(8, plan.longest))
    assert plan.answer()[0] == plan.longest - 1


def test_what_is_called_a_test_of_the_root_is_none_of_this_suite(request):
    """pytest looks into every class here whose name begins with Test: into this one it must not."""
    game = load_game(str(TANGLE))
    assert Plan(game, (9, 5, 0), 1, open_window=True).next_test() == Test((9, 5, 0), 1, -20, 20, PV)
    module = request.node.getparent(pytest.Module)
    assert module.classnamefilter("Test")
    assert list(pytest.Class.from_parent(module, name="Test").collect()) == []


# --- with limits


def ask_all(plan, left, cost=lambda test: 10):
    """The depths that a plan with limits asks for: of the root, and of what lies below it. Everything is worth 0."""
    root, below = [], []
    while (test := plan.next_test(left)) is not None:
        (root if test.state == plan.state else below).append(test.depth)
        nodes = cost(test)
        if nodes > test.max_cost:
            plan.give_up(test.max_cost)
        else:
            plan.learn(test, 0, 0, plan.game.moves(test.state)[0], cost=nodes, nodes=nodes)
    return root, below


def costs_of_a_game(growth_of_iterations, growth_to_the_end, plan):
    """What tests cost if every ply more costs so many times as much."""

    def cost(test):
        if test.depth != TO_END:
            return int(100 * growth_of_iterations**test.depth) if test.state == plan.state else 5
        return int(growth_to_the_end ** (plan.game.plies_left(test.state) / 2))  # without the passes

    return cost


def test_with_limits_it_deepens_until_the_end_of_the_game_is_within_reach():
    """From 20 plies left on, the end costs about a million nodes a test; ten millions are left, or half a million."""
    game = load_game("othello")
    state = game.parse("ffo-40")
    near = Plan(game, state, is_limited=True)
    root, below = ask_all(near, 1e7, costs_of_a_game(3, 2, near))
    assert root[-1] == TO_END
    assert root[:-1] == list(range(1, len(root)))
    assert len(root) < 12, "not all iterations were needed to see it"
    assert TO_END in below
    far = Plan(game, state, is_limited=True)
    root, _ = ask_all(far, 5e5, costs_of_a_game(3, 2, far))
    assert len(root) >= 12, "it deepened while the end was out of reach"


def test_looking_ahead_costs_little():
    game = load_game("othello")
    plan = Plan(game, game.parse("ffo-40"), is_limited=True)
    spent = {True: 0, False: 0}
    cost = costs_of_a_game(2, 3, plan)

    def counted(test):
        nodes = cost(test)
        spent[test.max_cost < math.inf] += min(nodes, test.max_cost)
        return nodes

    ask_all(plan, 1.0, counted)
    assert 0 < spent[True] <= 0.06 * spent[False]


def test_what_is_asked_for_by_depth_needs_no_look_ahead():
    game = load_game("othello")
    plan = Plan(game, game.parse("ffo-40"), 6, is_limited=True)
    root, below = ask_all(plan, 1e9)
    assert root == [1, 2, 3, 4, 5, 6]
    assert TO_END not in below
    assert [len(line.moves) for line in plan.lines] == [6]


def test_a_retreat_in_a_look_ahead_goes_on_with_the_next_iteration():
    game = load_game("othello")
    plan = Plan(game, game.parse("ffo-40"), is_limited=True)
    while (test := plan.next_test(1e3)).state == plan.state:
        plan.learn(test, 0, 0, game.moves(test.state)[0], cost=0.1, nodes=1000)
    plan.retreat()
    again = plan.next_test(1e3)
    assert (again.state, again.depth) == (plan.state, plan.completed[0] + 1)


def test_a_claim_that_cannot_be_true_is_laid_to_the_hooks_that_may_have_made_it(plan):
    while (test := plan.next_test()).depth != TO_END:
        plan.learn(test, -64, test.beta - 1, 8)
    plan.learn(test, test.beta, 64, 8)
    test = plan.next_test()
    with pytest.raises(InputError, match=r"othello\.py: two searches find values .* says what is not true"):
        plan.learn(test, -64, -60, 8)
