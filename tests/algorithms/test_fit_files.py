"""Files of fits: written, read, refused with their name; and the file that belongs to a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mpi_search.algorithms import ALGORITHMS
from mpi_search.algorithms.fit import Fit, Phase, guessed_fits
from mpi_search.algorithms.fit_files import load_fits, own_file, own_fits, save_fits
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from tests.rules.test_load import GOOD

FITS = (Fit(1, 3, 0.98, -0.5, 2.25, Phase(10, 19)), Fit(1, 3, 1.02, 0.5, 3.5, Phase(20, 29)), Fit(2, 4, 1.0, 0.0, 1.0))
#: A file with one fit.
ROW = '{"game": "simplexity:4x4", "fits": [{%s, "phase": [3, 9]}]}'


def test_fits_are_saved_and_loaded(tmp_path):
    game, file = load_game("simplexity:4x4"), tmp_path / "fits.json"
    save_fits(file, game, FITS)
    assert load_fits(file, game) == FITS
    assert len(file.read_text().splitlines()) == len(FITS) + 2  # a line each, to be read by people
    assert json.loads(file.read_text())["fits"][0]["phase"] == [10, 19]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no fits can be read"),
        ("[]", "no fits can be read"),
        ('{"game": "othello", "fits": []}', "for othello, not for simplexity:4x4"),
        (ROW % '"shallow": 1', "missing .* 'deep'"),
        ('{"game": "x", "fits": [{"shallow": 2, "deep": 4, "a": 1, "b": 0, "sigma": 1}]}', "KeyError: 'phase'"),
        (ROW % '"shallow": 4, "deep": 2, "a": 1, "b": 0, "sigma": 1', "shallow < deep"),
        (ROW % '"shallow": 2, "deep": 4, "a": -1, "b": 0, "sigma": 1', "a > 0"),
        (ROW % '"shallow": 2, "deep": 4, "a": 1, "b": NaN, "sigma": 1', "finite"),
        (ROW % '"shallow": 2, "deep": 4, "a": "x", "b": 0, "sigma": 1', "no fits can be read"),
        (
            (ROW % '"shallow": 2, "deep": 4, "a": 1, "b": 0, "sigma": 1').replace("[3", "[12"),
            "fewer plies left to more",
        ),
    ],
)
def test_a_file_that_is_wrong_is_named(tmp_path, text, fault):
    file = tmp_path / "fits.json"
    file.write_text(text)
    with pytest.raises(InputError, match=rf"fits\.json.*{fault}"):
        load_fits(file, load_game("simplexity:4x4"))


def test_a_missing_file_and_one_that_cannot_be_written_are_named(tmp_path):
    with pytest.raises(InputError, match=r"fits\.json: no fits can be read"):
        load_fits(tmp_path / "fits.json", load_game("tictactoe"))
    with pytest.raises(InputError, match=r"nowhere/fits\.json: the fits cannot be written"):
        save_fits(tmp_path / "nowhere" / "fits.json", load_game("tictactoe"), FITS)


# --- the game's own ----------------------------------------------------------------------------------------------


@pytest.fixture
def heap(tmp_path) -> Path:
    """A game file of a user's."""
    file = tmp_path / "heap.py"
    file.write_text(GOOD + "@jit\ndef evaluate(state): return 0\n")
    return file


def test_a_file_beside_the_game_is_its_own(heap):
    game = load_game(str(heap))
    assert own_fits(game) is None
    file = heap.with_name("heap.fits.json")
    save_fits(file, game, FITS)
    assert own_file(game) == file
    assert own_fits(game) == FITS


def test_another_board_has_no_use_for_them(heap):
    file = heap.with_name("heap.fits.json")
    save_fits(file, load_game(str(heap)), FITS)
    file.write_text(file.read_text().replace('"heap"', '"heap:size=4"'))
    assert own_fits(load_game(str(heap))) is None


def test_the_registry_uses_them_before_guesses(heap):
    game = load_game(str(heap))
    assert guessed_fits(game, 3)
    assert ALGORITHMS["probcut"].applies(game, game.start(), 4) == ""
    save_fits(heap.with_name("heap.fits.json"), game, [Fit(2, 7, 1.0, 0.0, 1.0)])
    assert ALGORITHMS["probcut"].applies(game, game.start(), 4) == "no pair of depths fits below depth 4"
    assert ALGORITHMS["probcut"].applies(game, game.start(), 8) == ""


def test_an_own_file_that_is_broken_is_named(heap):
    heap.with_name("heap.fits.json").write_text("{}")
    game = load_game(str(heap))
    with pytest.raises(InputError, match=r"heap\.fits\.json: no fits can be read"):
        ALGORITHMS["probcut"].applies(game, game.start(), 8)
