"""The board in letters and in colour."""

from __future__ import annotations

import pytest

from mpi_search.bots.record import Record
from mpi_search.cli.terminal.ability import Ability
from mpi_search.cli.terminal.board import Painter
from mpi_search.rules.load import load_game

PLAIN, RICH = Ability(clears=False, colour=False, utf8=False), Ability(clears=True, colour=True, utf8=True)


def painted(game, moves, ability=PLAIN, *, with_targets=True):
    record = Record(load_game(game), moves=moves.split())
    before = record.states[-2] if record.moves else None
    return Painter(record.game, ability).lines(record.state, before, with_targets=with_targets)


def plain(*arguments, **options):
    return [line.plain.rstrip() for line in painted(*arguments, **options)]


def test_the_last_move_what_it_has_turned_and_where_one_can_go():
    lines = plain("othello", "f5")
    assert lines[3] == " 4  .  .  .  O  X  *  .  ."
    assert lines[4] == " 5  .  .  .  X (X)[X] .  ."
    assert lines[8:] == ["    a  b  c  d  e  f  g  h", "4 X, 1 O, 59 empty"]
    assert "*" not in "".join(plain("othello", "f5", with_targets=False))


def test_lines_of_text_below_the_board():
    assert plain("simplexity", "3O")[-3:] == [
        " 0  1  2  3  4  5  6",
        "red (OX) has 10 O and 10 X left",
        "blue (ox) has 10 O and 11 X left",
    ]


def test_numbers_of_two_digits_keep_their_columns():
    lines = plain("simplexity:12x4", "10O")
    assert lines[4].split() == [str(column) for column in range(12)]
    assert lines[3].index("O") - lines[4].index("10") in (0, 1)


def test_where_colours_tell_sides_pieces_are_round():
    lines = painted("connect4", "4 4", RICH)
    assert lines[5].plain == " •  •  •  ●  •  •  • "
    assert lines[4].plain == " ·  ·  · [●] ·  ·  · "
    assert {line.cell_len for line in lines} == {21}
    assert any("bright_red" in str(span.style) for span in lines[5].spans)
    letters = painted("connect4", "4", Ability(clears=True, colour=True, utf8=False))
    assert letters[5].plain.isascii()


def test_a_game_without_cells_is_drawn_as_it_draws_itself():
    assert plain("synthetic", "")[0] == "ply 0 of 9 in a synthetic tree (seed 1)"


@pytest.mark.parametrize("colour", ["no such colour", ""])
def test_a_colour_that_nobody_knows_is_left(tmp_path, colour):
    file = tmp_path / "heap.py"
    game = load_game("tictactoe")
    file.write_text(f'{game.path.read_text()}\nCOLOURS = ("red", "blue", "{colour}")\n')
    own = load_game(str(file))
    assert Painter(own, RICH).lines(own.start(), None, with_targets=True)
