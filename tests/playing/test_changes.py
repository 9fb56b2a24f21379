"""What a move has changed, seen in the pictures."""

from __future__ import annotations

from mpi_search.bots.record import Record
from mpi_search.playing.changes import Change, change, targets
from mpi_search.rules.load import load_game


def last_change(game, moves):
    record = Record(load_game(game), moves=moves.split())
    return change(*(record.game.cells(state) for state in record.states[-2:]))


def test_a_disc_is_placed_and_another_is_turned():
    assert last_change("othello", "f5") == Change(frozenset({(4, 6)}), frozenset({(4, 5)}))


def test_a_piece_falls_down():
    assert last_change("connect4", "4 4") == Change(frozenset({(4, 3)}))
    assert last_change("simplexity", "3O") == Change(frozenset({(5, 3)}))
    assert last_change("tictactoe", "a3") == Change(frozenset({(0, 1)}))


def test_a_piece_that_moves_leaves_a_place():
    assert change([[("x", "x"), (".", ".")]], [[(".", "."), ("x", "x")]]) == Change(
        frozenset({(0, 1)}), left=frozenset({(0, 0)})
    )


def test_nothing_is_known_where_no_cells_are_drawn():
    assert change(None, None) == Change()
    game = load_game("synthetic")
    assert targets(game, game.start()) == frozenset()


def test_where_one_can_move():
    game = load_game("othello")
    assert targets(game, game.start()) == {(2, 4), (3, 3), (4, 6), (5, 5)}
    game = load_game("simplexity")
    assert targets(game, game.start()) == {(5, column) for column in range(7)}
    game = load_game("connect4")
    assert targets(game, game.parse("1212121")) == frozenset()
