"""Dialogues with a game: what a line means, whose turn it is, what the clocks say."""

from __future__ import annotations

import pytest

from mpi_search.bots.clock import Control, parse_control
from mpi_search.errors import InputError
from mpi_search.matches.games_file import SavedGame
from mpi_search.playing.effects import Changed, Hint, Leave, Load, New, Save, Say, Why
from mpi_search.playing.session import HUMAN, Session
from mpi_search.rules.load import load_game


def session(game="tictactoe", position="start", players=(HUMAN, "kernel"), clock=None):
    return Session(load_game(game), position, players, parse_control(clock) if clock else Control(move_s=1), seed=5)


def reply(table, name):
    """The bot has moved."""
    assert table.bot_moves
    table.play(table.game.parse_move(table.record.state, name), 0.5)


def said(effect):
    assert isinstance(effect, Say)
    (line,) = effect.lines
    return line


def test_a_person_moves_then_the_bot():
    table = session()
    assert table.read("B2", seconds=2.0) == Changed()
    reply(table, "a1")
    assert (table.record.names, table.seconds) == (["b2", "a1"], [2.0, 0.5])
    assert not table.bot_moves


def test_undo_takes_back_the_reply_too_and_redo_plays_both_again():
    table = session()
    table.read("b2")
    reply(table, "a1")
    assert isinstance(table.read("u"), Changed)
    assert table.record.names == []
    assert isinstance(table.read("redo"), Changed)
    assert table.record.names == ["b2", "a1"]
    assert said(table.read("redo")) == "nothing was taken back"
    table.read("undo")
    assert said(table.read("undo")) == "there is nothing to take back"


def test_another_move_forgets_what_was_taken_back():
    table = session()
    table.read("b2")
    reply(table, "a1")
    table.read("undo")
    table.read("c3")
    assert table.undone == []


def test_the_same_move_keeps_what_follows():
    table = session(players=(HUMAN, HUMAN))
    for name in ("b2", "a1", "c3"):
        table.read(name)
    for _ in range(3):
        table.read("undo")
    table.read("b2")
    table.read("redo")
    table.read("redo")
    assert table.record.names == ["b2", "a1", "c3"]


def test_a_bot_that_began_keeps_its_first_move():
    table = session(players=("kernel", HUMAN))
    reply(table, "b2")
    assert said(table.read("undo")) == "there is nothing to take back"


def test_two_people_take_back_one_move_each():
    table = session(players=(HUMAN, HUMAN))
    table.read("b2")
    table.read("a1")
    table.read("undo")
    assert table.record.names == ["b2"]


def test_where_two_bots_play_taking_back_stops_them():
    table = session(players=("kernel", "random"))
    reply(table, "b2")
    table.is_paused = True
    table.read("undo")
    assert table.is_paused
    assert table.record.names == []
    assert table.read("") == Changed()
    assert table.bot_moves


def test_a_person_may_move_in_the_place_of_a_bot_that_was_stopped():
    table = session()
    table.read("b2")
    table.is_paused = True
    assert table.is_stopped
    table.read("a1")
    assert (table.is_stopped, table.bot_moves, table.player) == (False, False, HUMAN)
    table.read("c3")
    assert table.bot_moves


def test_flip_gives_the_bot_the_other_side():
    table = session()
    assert table.read("flip") == Changed(("now X is played by kernel, O by you",))
    assert table.players == ("kernel", HUMAN)
    assert table.bot_moves


def test_words_may_be_cut_short():
    table = session()
    assert isinstance(table.read("h"), Hint)
    assert isinstance(table.read("hin"), Hint)
    assert isinstance(table.read("WHY"), Why)
    assert isinstance(table.read("q"), Leave)
    assert isinstance(table.read("n"), New)
    assert table.read("save  games.jsonl") == Save("games.jsonl")
    assert table.read("l games.jsonl") == Load("games.jsonl")
    assert said(table.read("re")) == "re may be redo or resign"


@pytest.mark.parametrize(("game", "example"), [("othello", "d3"), ("simplexity", "3O"), ("tictactoe", "b2")])
def test_the_rules_say_how_a_move_is_written(game, example):
    line = said(session(game).read("rules"))
    assert f"as {example}" in line
    assert session(game).game.parse_move(session(game).record.state, example) is not None
    assert line.isprintable()


def test_a_move_comes_before_a_command():
    table = session("connect4:12x4")
    assert table.read("b") == Changed()
    assert table.record.names == ["b"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("save", "write save FILE"),
        ("quit now", "quit stands alone: 'now' is too much"),
        ("hlep", "there is no command hlep; did you mean help?"),
        ("moves", "a3 b3 c3 a2 b2 c2 a1 b1 c1"),
        ("go", "nobody was stopped; flip gives your side to the bot"),
        ("", "a move please (a3 b3 c3 a2 b2 c2 a1 b1 ...), or ? for help"),
    ],
)
def test_one_line_says_what_is_wrong(line, answer):
    assert said(session().read(line)) == answer


def test_a_move_without_a_choice_is_played_by_enter():
    table = session(position="OXOXX.XO. O", players=(HUMAN, HUMAN))
    assert isinstance(table.read(""), Say)
    table.read("c2")
    assert table.read("") == Changed()
    assert table.is_over


def test_the_end_in_words_and_again():
    table = session(players=(HUMAN, "random"))
    for name, answer in (("a1", "a2"), ("b1", "b2")):
        table.read(name)
        reply(table, answer)
    table.read("c1")
    assert table.is_over
    assert table.result_line() == "X wins (you)"
    assert table.result() == 1
    assert said(table.read("")) == "y or n?"
    assert "the game is over" in said(table.read("a3"))
    assert table.read("y") == New()
    assert table.read("No") == Leave()
    assert isinstance(table.read("undo"), Changed)
    assert not table.is_over


def test_the_end_in_the_words_of_the_game():
    table = session("connect4", players=(HUMAN, HUMAN))
    for name in "1212121":
        table.read(name)
    assert table.result_line() == "X wins with disc 7 of 42"
    table = session("simplexity", position="0O1O0O1O0O1O", players=(HUMAN, "kernel"))
    table.read("0O")
    assert table.result_line() == "red wins with piece 7 of 42: four O in a line (you)"
    table = session("simplexity", position="3X4X3O2X", players=(HUMAN, "kernel"))
    table.read("1X")
    assert table.result_line() == "blue wins with piece 5 of 42: four X in a line (kernel)"
    table = session("simplexity", position="0X1O0O1O0O1X", players=(HUMAN, "kernel"))
    table.read("0X")
    assert table.result_line() == "red wins with piece 7 of 42: four red pieces in a line (you)"


def test_resigning_and_thinking_better_of_it():
    table = session()
    assert table.read("resign") == Changed()
    assert table.result_line() == "X resigns: O wins (kernel)"
    assert table.result() == -1
    assert said(table.read("a3")).startswith("the game is over, a3 cannot be played; new begins another")
    assert said(table.read("maybe")).startswith("the game is over")
    table.read("undo")
    assert not table.is_over


def test_undo_leads_back_to_a_game_that_was_left_for_another():
    table = session(clock="10s+1s")
    table.read("b2", seconds=4.0)
    reply(table, "a1")
    table.renew()
    assert (table.record.names, table.clock(0).left_s) == ([], 10.0)
    assert table.read("undo") == Changed(("back in the game that was left",))
    assert (table.record.names, table.clock(0).left_s) == (["b2", "a1"], 7.0)
    table.read("resign")
    table.renew()
    assert said(table.read("undo")) == "there is nothing to take back"


def test_undo_leads_back_also_from_the_second_new_game():
    table = session(players=("kernel", HUMAN))
    for name in ("b2", "a1", "c3"):
        (table.read if table.player == HUMAN else lambda name: reply(table, name))(name)
    table.renew()
    reply(table, "a3")  # the bot begins: no game of the person yet
    table.renew()
    table.read("undo")
    assert table.record.names == ["b2", "a1", "c3"]


def test_clocks_run_and_taking_back_gives_time_back():
    table = session(clock="10s+1s")
    table.read("b2", seconds=4.0)
    reply(table, "a1")
    assert (table.clock(0).left_s, table.clock(1).left_s) == (7.0, 10.5)
    assert table.read("clock") == Say(("X (you): 4.0 s used, 7.0 s left", "O (kernel): 0.5 s used, 10.5 s left"))
    table.read("undo")
    assert table.clock(0).left_s == 10.0
    table.read("b2", seconds=11.5)
    assert table.result_line() == "the time of X is up: O wins (kernel)"
    assert table.saved().note == "time"
    table.read("undo")
    assert not table.is_over
    assert table.clock(0).left_s == 10.0


def test_a_position_in_which_the_second_side_begins():
    table = session(position="X........ O")
    assert (table.side, table.side_name(0), table.side_name(1)) == (0, "O", "X")


def test_a_saved_game_goes_on():
    table = session(players=(HUMAN, HUMAN))
    for name in ("b2", "a1", "c3"):
        table.read(name, seconds=1.5)
    saved = table.saved()
    assert saved == SavedGame("tictactoe", "start", ("b2", "a1", "c3"), HUMAN, HUMAN, None, (1.5, 1.5, 1.5), 5)
    other = session()
    other.resume(saved)
    assert other.record.names == ["b2", "a1", "c3"]
    assert other.bot_moves


def test_moves_that_were_given_took_no_time():
    table = session()
    table.resume(SavedGame("tictactoe", "start", ("b2", "a1", "c3"), seconds=(2.5,)))
    assert table.seconds == [0.0, 0.0, 2.5]


def test_a_saved_game_that_cannot_be_played_changes_nothing():
    table = session()
    table.read("b2")
    with pytest.raises(InputError):
        table.resume(SavedGame("tictactoe", "start", ("a1", "a1")))
    assert table.record.names == ["b2"]
