"""Dialogues with the GTP engine."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search import __version__
from mpi_search.bots.bot import Bot
from mpi_search.bots.record import Record
from mpi_search.protocols.gtp import is_interrupt
from tests.protocols.engines import engine, say


def to_a_pass(rules):
    """Moves after which a side has to pass, found by random games."""
    rng = random.Random(3)
    while True:
        record = Record(rules)
        while not record.is_over:
            if record.names and [rules.move_name(record.state, move) for move in record.legal] == ["pass"]:
                return record
            record.play(rng.choice(record.legal))


def fill(speaker, names):
    """Play these."""
    for number, name in enumerate(names):
        assert say(speaker, f"play {'bw'[number % 2]} {name}") == ["="], name


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("protocol_version", "= 2"),
        ("9 name", "=9 mpi-search"),
        ("version", f"= {__version__}"),
        ("known_command genmove", "= true"),
        ("known_command gogui-rules_board", "= true"),
        ("known_command fly", "= false"),
        ("known_command", "? syntax error"),
        ("fly", "? unknown command"),
        ("17 fly", "?17 unknown command"),
        ("17", "?17 unknown command"),
        ("", ""),
        ("# genmove b", ""),
        ("boardsize 8", "="),
        ("boardsize 19", "? unacceptable size"),
        ("boardsize big", "? syntax error"),
        ("clear_board", "="),
        ("komi 6.5", "="),
        ("komi nan", "? syntax error"),
        ("play b d3", "="),
        ("play BLACK D3 # the first", "="),
        ("play w d3", "? illegal move"),
        ("play b a1", "? illegal move"),
        ("play b pass", "? illegal move"),
        ("play b", "? syntax error"),
        ("play red d3", "? syntax error"),
        ("genmove b", "= D3"),
        ("genmove w", "? black is to move"),
        ("genmove", "? syntax error"),
        ("reg_genmove black", "= D3"),
        ("undo", "? cannot undo"),
        ("final_score", "? cannot score"),
        ("time_settings 300 10 1", "="),
        ("time_settings 300", "? syntax error"),
        ("time_left b 300 0", "="),
        ("time_left b -1 0", "="),
        ("list_games", "= Othello"),
        ("set_game othello", "="),
        ("set_game Go", "? unsupported game"),
        ("mpi_search-value", "= +0 exact D3"),
        ("gogui-interrupt", "="),
        ("quit", "="),
    ],
)
def test_first_words(line, reply):
    assert say(engine(), line) == [reply]


def test_every_command_is_listed():
    speaker = engine()
    names = say(speaker, "list_commands")[0].removeprefix("= ").split()
    assert names == sorted(names)
    assert {"quit", "genmove", "list_commands", "gogui-rules_legal_moves"} <= set(names)
    assert all(say(speaker, f"known_command {name}") == ["= true"] for name in names)


def test_what_was_played_is_taken_back():
    speaker = engine()
    before = say(speaker, "showboard")
    assert say(speaker, "play b d3", "genmove w", "undo", "undo", "undo") == ["=", "= C3", "=", "=", "? cannot undo"]
    assert say(speaker, "showboard") == before


def test_a_refused_move_changes_nothing():
    speaker = engine()
    before = say(speaker, "showboard")
    say(speaker, "play b a1", "play w d3", "genmove w", "play b pass", "reg_genmove b", "set_game Go", "boardsize 9")
    assert say(speaker, "showboard", "undo") == [*before, "? cannot undo"]


def test_passes_may_be_said_or_left_out():
    record = to_a_pass(engine()._game)
    names, passer, other = record.names, "bw"[record.side], "bw"[1 - record.side]
    said, silent, asked = engine(), engine(), engine()
    for speaker in (said, silent, asked):
        fill(speaker, names)
    assert say(asked, f"genmove {passer}") == ["= pass"]
    assert say(said, f"play {passer} PA") == ["="]
    move = say(said, f"genmove {other}")[0]
    assert say(silent, f"genmove {other}") == say(asked, f"genmove {other}") == [move]
    assert say(said, "showboard") == say(silent, "showboard") == say(asked, "showboard")
    assert say(silent, "undo") == ["="]
    assert say(silent, f"play {other} {move[2:]}", "showboard")[1] == say(said, "showboard")[0]
    say(silent, "undo")
    assert say(silent, f"play {other} pass") == ["? illegal move"], "it has moves"
    assert say(silent, f"reg_genmove {other}", f"play {passer} pass") == [move, "="], "the pass was taken back"


def play_out(speaker):
    """Have the engine play both sides; everything it answered, and whose turn it would be."""
    played = []
    while say(speaker, "final_score") == ["? cannot score"]:
        (reply,) = say(speaker, f"genmove {'bw'[len(played) % 2]}")
        assert reply.startswith("= "), reply
        played.append(reply[2:])
    return played


def test_after_the_end_both_sides_pass():
    speaker = engine()
    played = play_out(speaker)
    assert len(played) >= 9
    (score,) = say(speaker, "final_score")
    assert re.fullmatch(r"= ([BW]\+\d+|0)", score)
    assert say(speaker, "genmove b", "play w pass", "genmove w", "play b a1") == [
        "= pass",
        "=",
        "= pass",
        "? illegal move",
    ]
    assert say(speaker, *["undo"] * (len(played) + 3)) == ["="] * (len(played) + 3)
    assert say(speaker, "undo") == ["? cannot undo"]


def test_connect_four_has_moves_of_its_own_and_no_passes():
    speaker = engine("connect4")
    assert say(speaker, "boardsize 7", "boardsize 8", "play b 4", "genmove w", "play b d1") == [
        "=", "? unacceptable size", "=", "= 1", "? illegal move"
    ]  # fmt: skip
    assert say(speaker, "play b 4", "play w 1", "play b 4", "play w 1", "play b 4") == ["="] * 5
    assert say(speaker, "final_score", "genmove w", "play w pass", "genmove b")[0].startswith("= B+")
    assert say(speaker, "genmove w", "play w 2") == ["? the game is over", "? illegal move"]
    assert say(engine("simplexity"), "gogui-rules_board") == ["? unknown command"]


@pytest.mark.parametrize(("first", "reply"), [("play b 4", "= 1"), ("play b D1", "= A1"), ("play b d1", "= A1")])
def test_connect_four_is_answered_as_the_client_says_moves(first, reply):
    assert say(engine("connect4"), first, "genmove w") == ["=", reply]


def test_a_move_of_connect_four_is_a_column_or_the_square_of_its_disc():
    speaker, other = engine("connect4"), engine("connect4")
    assert say(speaker, "play b D1", "play w 4", "play b D3", "play w A1") == ["="] * 4
    assert say(speaker, "play b D1", "play b D5", "play b A3", "play b H1", "play b 8") == ["? illegal move"] * 5
    say(other, "play b 4", "play w 4", "play b 4", "play w 1")
    assert say(speaker, "showboard") == say(other, "showboard")
    assert say(other, "genmove b") == ["= 1"]
    assert say(speaker, "genmove b", "undo", "mpi_search-value") == ["= A2", "=", "= +0 exact A2"]


def test_gogui_is_answered_by_squares_from_its_first_question():
    for asked in ("gogui-rules_board_size", "gogui-analyze_commands"):
        assert say(engine("connect4"), asked, "genmove b", "reg_genmove w")[1:] == ["= A1", "= A2"]


def test_a_client_may_know_the_board_or_the_columns():
    assert say(engine("connect4:4x6"), "boardsize 4", "boardsize 6", "boardsize 5") == [
        "=", "=", "? unacceptable size"
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["tictactoe", "simplexity:4x4", "connect4:5x4", "synthetic:branching=3,depth=6"])
def test_every_game_is_played_to_its_end(name):
    played = play_out(engine(name))
    assert "pass" not in played


def test_it_resigns_only_if_it_may():
    for resigns, reply in ((False, "= D3"), (True, "= resign")):
        speaker = engine(resigns=resigns)
        speaker._bot.value = -4
        assert say(speaker, "genmove b") == [reply]


def test_the_client_says_how_long_games_last():
    speaker = engine()
    bot = speaker._bot
    say(speaker, "genmove b", "time_settings 0 10 1", "genmove w", "time_left b 1 0", "genmove b")
    assert bot.allowed[:2] == [3.0, 9.0]
    assert bot.allowed[2] < 9.1
    say(speaker, "time_settings 100 0 0", "genmove w", "time_settings 0 1 0", "genmove b")
    assert 0 < bot.allowed[3] < 25
    assert bot.allowed[4] == 3.0


def test_a_new_game_is_new_for_the_bot_too():
    speaker = engine()
    say(speaker, "play b d3", "clear_board")
    assert speaker._bot.games == 1
    assert say(speaker, "genmove b") == ["= D3"]


class Broken(Bot):
    def choose(self, record, seconds):
        raise ZeroDivisionError("oh\n\nno")


def test_a_bot_that_fails_is_told_of():
    speaker = engine()
    speaker._bot = Broken.__new__(Broken)
    speaker._bot.seconds = None
    assert say(speaker, "genmove b", "name") == ["? the bot failed: ZeroDivisionError: oh\nno", "= mpi-search"]
    assert say(speaker, "play b d3") == ["="]


@pytest.mark.parametrize(
    ("line", "expected"),
    [("# interrupt", True), ("quit", True), ("3 quit # now", True), ("genmove b", False), ("# quit", False)],
)
def test_what_interrupts(line, expected):
    assert is_interrupt(line) is expected


#: Lines that look like commands, and others.
NAMES = say(engine(), "list_commands")[0].removeprefix("= ").split()
WORDS = ["b", "w", "d3", "C5", "pass", "8", "-1", "1e99", "inf", "othello", "\x00", "#", "ß", "9" * 30]
LINES = st.one_of(
    st.text(max_size=30),
    st.builds(lambda name, words: " ".join([name, *words]), st.sampled_from(NAMES), st.lists(st.sampled_from(WORDS))),
    st.sampled_from(["genmove b", "genmove w", "play b d3", "undo", "7 play w c5"]),
)
#: A reply: nothing within it is its end.
REPLY = re.compile(r"[=?]\d*( [^\n]*)?(\n[^\n]+)*\n\n")


@given(st.lists(LINES, max_size=12), st.sampled_from(["othello", "tictactoe"]))
def test_whatever_is_said_a_reply_is_all_that_comes_back(lines, game):
    speaker = engine(game)
    for line in lines:
        replies = list(speaker.answer(line))
        assert len(replies) <= 1
        assert all(REPLY.fullmatch(reply) for reply in replies), (line, replies)
