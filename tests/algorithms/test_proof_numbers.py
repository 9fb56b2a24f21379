"""Proof-number search: its numbers, its proofs, df-pn, and the worked tic-tac-toe example."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.dfpn import DepthFirstProofNumberSearch
from mpi_search.algorithms.pn import ProofNumberSearch
from mpi_search.algorithms.proof_node import INFINITE, Node
from mpi_search.algorithms.proof_picture import as_svg
from mpi_search.algorithms.proof_tree import ProofTree, as_dot, as_text, proof_tree
from mpi_search.algorithms.tree import quiet
from mpi_search.rules.game import Game
from mpi_search.rules.load import load_game
from tests.algorithms.positions import oracle_value, problems


def brute_force(search: ProofNumberSearch, node: Node) -> tuple[int, int]:
    """Proof and disproof number from the definition, by recursion over the whole tree below."""
    children = [brute_force(search, child) for child in node.children.values()]
    if children:
        proofs, disproofs = zip(*children, strict=True)
        if node.is_or:
            return min(proofs), min(sum(disproofs), INFINITE)
        return min(sum(proofs), INFINITE), min(disproofs)
    value = search.game.outcome(node.state)
    if value is None and node.depth == 0:
        value = quiet(search.game, node.state)
    if value is None:
        return 1, 1
    yes = (value if node.is_or else -value) >= search.goal
    return (0, INFINITE) if yes else (INFINITE, 0)


@settings(max_examples=60)
@given(problem=problems(), goal=st.integers(-3, 3))
def test_the_numbers_are_right_after_every_expansion(problem, goal):
    game, state, depth = problem
    search = ProofNumberSearch(game, state, depth, goal, Count())
    for _ in range(40):
        if search.root.proved or search.root.disproved:
            break
        search.step()
        for node in search.nodes.values():
            assert (node.proof, node.disproof) == brute_force(search, node)


@settings(max_examples=120)
@given(problem=problems(), data=st.data())
def test_both_searches_answer_as_minimax_does(problem, data):
    game, state, depth = problem
    value = oracle_value(game, state, depth)
    goal = data.draw(st.sampled_from([value - 1, value, value + 1]) | st.integers(-game.max_value, game.max_value))
    assert ProofNumberSearch(game, state, depth, goal, Count()).run() == (value >= goal)
    proved, move = DepthFirstProofNumberSearch(game, Count()).is_at_least(state, depth, goal)
    assert proved == (value >= goal)
    if move is not None:
        below = None if depth is None else depth - 1
        assert -oracle_value(game, game.play(state, move), below) >= goal


def test_transpositions_are_kept_once():
    game, count = load_game("tictactoe"), Count()
    search = ProofNumberSearch(game, game.start(), None, 1, count)
    assert search.run() is False
    assert len({node.state for node in search.nodes.values()}) == len(search.nodes) < 5478
    assert any(len(node.parents) > 1 for node in search.nodes.values())


def check_proof(game: Game, tree: ProofTree, goal: int, yes: bool) -> None:
    """Every line ends as the proof claims, and nothing that the other side may do is missing."""
    outcome = game.outcome(tree.state)
    if outcome is not None:
        assert ((outcome if tree.is_or else -outcome) >= goal) == yes
        return
    moves = [move for move, _ in tree.branches]
    if tree.is_or == yes:
        assert len(moves) == 1
        assert moves[0] in game.moves(tree.state)
    else:
        assert sorted(moves) == sorted(game.moves(tree.state))
    for move, branch in tree.branches:
        assert branch.state == game.play(tree.state, move)
        assert branch.is_or != tree.is_or
        check_proof(game, branch, goal, yes)


@settings(max_examples=60)
@given(problem=problems(), goal=st.integers(-3, 3))
def test_a_proof_tree_proves(problem, goal):
    game, state, _ = problem
    search = ProofNumberSearch(game, state, None, goal, Count())
    yes = search.run()
    tree = proof_tree(search)
    check_proof(game, tree, goal, yes)
    assert tree.size == len(as_text(game, tree).splitlines())
    assert as_dot(game, tree).count("->") == tree.size - 1


def test_an_undecided_search_has_no_proof():
    game = load_game("tictactoe")
    with pytest.raises(AssertionError):
        proof_tree(ProofNumberSearch(game, game.start(), None, 1, Count()))


# --- the worked example: O X O / X X . / . O . with O to move ----------------------------------------------------


def example(goal: int) -> tuple[Game, ProofNumberSearch]:
    game = load_game("tictactoe")
    return game, ProofNumberSearch(game, game.parse("OXOXX..O. O"), None, goal, Count())


def test_the_example_is_not_won():
    game, search = example(1)
    assert search.run() is False
    check_proof(game, proof_tree(search), 1, yes=False)


def test_the_example_is_not_lost_and_one_move_saves_it():
    game, search = example(0)
    assert search.run() is True
    tree = proof_tree(search)
    check_proof(game, tree, 0, yes=True)
    assert [game.move_name(tree.state, move) for move, _ in tree.branches] == ["c2"]
    children = {game.move_name(tree.state, move): game.play(tree.state, move) for move in game.moves(tree.state)}
    values = {name: -oracle_value(game, child, None) for name, child in children.items()}
    assert values == {"c2": 0, "a1": -1, "c1": -1}


def test_the_picture_shows_every_position():
    game, search = example(0)
    search.run()
    tree = proof_tree(search)
    picture = ElementTree.fromstring(as_svg(game, tree))
    boxes = picture.findall("{http://www.w3.org/2000/svg}rect")
    lines = picture.findall("{http://www.w3.org/2000/svg}line")
    assert (len(boxes), len(lines)) == (tree.size + 1, tree.size - 1)  # and the paper
