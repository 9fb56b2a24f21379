"""What a game file says of its board for the eye."""

from __future__ import annotations

import pytest

from mpi_search.errors import InputError
from mpi_search.rules.load import game_names, load_game
from mpi_search.rules.picture import Look
from tests.rules.test_load import GOOD


@pytest.fixture
def game(tmp_path):
    def make(lines):
        file = tmp_path / "heap.py"
        file.write_text(f"{GOOD}\n{lines}\n")
        return load_game(str(file))

    return make


def test_a_game_that_says_nothing_has_no_picture(game):
    plain = game("")
    assert (plain.look, plain.cells(plain.start()), plain.side(plain.start())) == (Look(), None, None)
    assert plain.why_not(plain.start(), "x") == ""


def test_a_game_that_says_it(game):
    own = game(
        'SIDES = ("a", "b")\ndef cells(state):\n    return [[("#", "x"), ("1", "")]]\ndef side(state):\n    return 1'
    )
    assert own.look.sides == ("a", "b")
    assert own.cells(own.start()) == [[("#", "x"), ("1", "")]]
    assert own.side(own.start()) == 1


def test_how_it_is_played_is_said_by_the_file_or_by_its_first_words(game, tmp_path):
    assert game('RULES = """\nTake one or\ntwo.\n"""').look.rules == "Take one or two."
    file = tmp_path / "told.py"
    file.write_text(f'"""Heap: take one\nor two.\n\nMore of it."""\n{GOOD}')
    assert load_game(str(file)).look.rules == "Heap: take one or two."


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ('SIDES = ("a",)', "SIDES"),
        ('COLOURS = "red"', "COLOURS"),
        ("PIECES = {1: 2}", "PIECES"),
        ("RULES = 3", "RULES"),
    ],
)
def test_wrong_constants_are_named(game, lines, reason):
    with pytest.raises(InputError, match=reason):
        game(lines)


@pytest.mark.parametrize("rows", ['[[("a", "z")]]', '[[("a", "x")], [("a", "x"), ("b", "o")]]', "3", '[["a"]]', "[]"])
def test_wrong_pictures_are_faults_of_the_file(game, rows):
    wrong = game(f"def cells(state):\n    return {rows}")
    with pytest.raises(InputError, match="cells"):
        wrong.cells(wrong.start())


@pytest.mark.parametrize("name", [*game_names(), "connect4:16x3", "simplexity:12x4"])
def test_bundled_games_show_whose_pieces_they_are(name):
    game = load_game(name)
    if name == "synthetic":
        assert game.cells(game.start()) is None
        return
    state = game.play(game.start(), game.moves(game.start())[0])
    kinds = [kind for row in game.cells(state) for _, kind in row]
    assert kinds.count("x") == {"othello": 4}.get(name, 1)
    assert (game.side(game.start()), game.side(state)) == (0, 1)
