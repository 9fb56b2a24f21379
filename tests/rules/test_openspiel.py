"""Games of OpenSpiel, held against OpenSpiel itself."""

from __future__ import annotations

import random

import pytest

import mpi_search as ms
from mpi_search.rules.load import load_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install mpi-search[openspiel])")


def test_values_are_those_of_its_own_search():
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("tic_tac_toe")
    rng, ours = random.Random(1), load_game("openspiel:tic_tac_toe")
    for _ in range(20):
        state, names = game.new_initial_state(), []
        for _ in range(rng.randrange(2, 7)):
            if state.is_terminal():
                break
            action = rng.choice(state.legal_actions())
            names.append(str(action))
            state.apply_action(action)
        if state.is_terminal():
            continue
        side = state.current_player()
        value, _ = minimax.alpha_beta_search(game, state=state, maximizing_player_id=side)
        found = ms.solve(ours, " ".join(names))
        assert (found.value, found.exact) == (value, True)
        action = next(each for each in state.legal_actions() if state.action_to_string(side, each) == found.best_move)
        reached = state.child(action)
        if reached.is_terminal():
            assert reached.returns()[side] == value
        else:
            assert minimax.alpha_beta_search(game, state=reached, maximizing_player_id=side)[0] == value


def test_its_rules_are_ours():
    """Random games of Connect Four, side by side."""
    ours, rng = load_game("openspiel:connect_four"), random.Random(2)
    own = load_game("connect4")
    for _ in range(5):
        state, other = ours.start(), own.start()
        while ours.outcome(state) is None:
            assert ours.moves(state) == own.moves(other)
            move = rng.choice(ours.moves(state))
            state, other = ours.play(state, move), own.play(other, move)
            outcome = own.outcome(other)
            assert ours.outcome(state) == (None if outcome is None else (outcome > 0) - (outcome < 0))


def test_a_side_that_moves_again_makes_the_other_pass():
    game, rng = load_game("openspiel:dots_and_boxes(num_rows=1,num_cols=1)"), random.Random(3)
    state, names = game.start(), []
    while game.outcome(state) is None:
        moves = game.moves(state)
        move = rng.choice(moves)
        names.append(game.move_name(state, move))
        state = game.play(state, move)
    found = ms.solve("openspiel:dots_and_boxes(num_rows=1,num_cols=1)")
    assert found.value == -1, "whoever draws the last line has the box: that is the second side"


def test_limits_and_several_moves():
    found = ms.solve("openspiel:connect_four", time=0.3, multi_pv=0)
    assert not found.exact
    assert found.depth >= 1
    assert len(found.moves) == 7
    assert found.seconds < 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("openspiel:no_such_game", "knows no game"),
        ("openspiel:kuhn_poker", "only games with perfect information"),
        ("openspiel:backgammon", "only games with no chance"),
    ],
)
def test_what_cannot_be_searched_is_refused(name, message):
    with pytest.raises(ms.InputError, match=message):
        load_game(name)


def test_what_needs_a_compiler_is_refused():
    with pytest.raises(ms.InputError, match="runs in plain Python"):
        ms.bind(load_game("openspiel:tic_tac_toe"))


def test_a_tree_that_is_exhausted_is_not_searched_again():
    found = ms.solve("openspiel:tic_tac_toe", "4 0 8 2 1", time=60.0)
    assert found.exact
    assert found.depth <= 4, "so many cells are empty"
