"""From words to bots."""

from __future__ import annotations

import pytest

from mpi_search.bots.load import HOMES, check_bot, load_bot
from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game

MINE = '''
from mpi_search.bots.bot import Bot, Choice

class Last(Bot):
    """The last move there is."""
    name = "last"

    def __init__(self, setup, *, skip: int = 0):
        super().__init__(setup)
        self.skip = skip

    def choose(self, record, seconds):
        return Choice(record.legal[-1 - self.skip])
'''


def first_move(words):
    record = Record(load_game("connect4"))
    return load_bot(words, record.game).choose(record, 0.1).move


def test_all_bots_have_their_names():
    for name in HOMES:
        check_bot(name)


def test_options():
    bot = load_bot("annealing:time=0.5,threshold=0.9", load_game("tictactoe"))
    assert (bot.seconds, bot.threshold) == (0.5, 0.9)
    assert load_bot("kernel", load_game("tictactoe")).seconds is None


def test_a_bot_of_ones_own(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    assert first_move(f"{tmp_path}/mine.py") == 6
    assert first_move(f"{tmp_path}/mine.py:skip=2") == 4
    assert first_move(f"{tmp_path}/mine.py:Last:skip=1") == 5
    (tmp_path / "plain.py").write_text("def choose(game, state, seconds):\n    return '3'\n")
    assert first_move(f"{tmp_path}/plain.py") == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("genius", "there is no bot 'genius'; there are random"),
        ("annealing:frost=3", "'frost=3' is no option; there are time=..., threshold=..., heat=..."),
        ("kernel:depth=deep", "depth must be a whole number, not 'deep'"),
        ("kernel:time=0", "time must be more than 0"),
        ("kernel:depth=-1", "depth must not be -1"),
        ("./nobody.py", "there is no bot file nobody.py"),
        ("minimax:evaluation=magic", "there is no file magic with an evaluation"),
    ],
)
def test_what_is_wrong_is_said(words, message):
    with pytest.raises(InputError) as error:
        load_bot(words, load_game("othello"))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def choose(", "mine.py:1"),
        ("raise ValueError('x')", "could not be run: ValueError: x"),
        ("x = 1", "neither a subclass of Bot nor a function"),
        (MINE + MINE.replace("Last", "Other"), "has several bots"),
        (MINE.replace("super().__init__(setup)", "1 / 0"), "Last() failed: ZeroDivisionError"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, text, message):
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(InputError) as error:
        load_bot(f"{tmp_path}/mine.py", load_game("connect4"))
    assert message in str(error.value)
