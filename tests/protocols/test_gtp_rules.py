"""What GoGui learns of a game."""

from __future__ import annotations

import pytest

from tests.protocols.engines import engine, say


def test_the_board_has_row_1_below():
    speaker = engine()
    say(speaker, "play b d3")
    board = say(speaker, "gogui-rules_board")[0].removeprefix("= ").splitlines()
    assert (
        board
        == [". . . . . . . ."] * 3 + [". . . X O . . .", ". . . X X . . .", ". . . X . . . ."] + [". . . . . . . ."] * 2
    )


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("gogui-rules_game_id", "= Othello"),
        ("gogui-rules_board_size", "= 8"),
        ("gogui-rules_side_to_move", "= black"),
        ("gogui-rules_legal_moves", "= D3 C4 F5 E6"),
        ("gogui-rules_final_result", "="),
    ],
)
def test_the_first_position(line, reply):
    assert say(engine(), line) == [reply]


def test_a_finished_game():
    speaker = engine("tictactoe")
    say(speaker, "play b a3", "play w a1", "play b b3", "play w b1", "play b c3")
    asked = ("gogui-rules_board", "gogui-rules_legal_moves", "gogui-rules_final_result", "final_score")
    assert say(speaker, *asked) == ["= X X X\n. . .\nO O .", "=", "= Black wins by 1", "= B+1"]


def test_analyses_are_commands_that_there_are():
    for game in ("othello", "connect4"):
        speaker = engine(game)
        known = say(speaker, "list_commands")[0].split()
        lines = say(speaker, "gogui-analyze_commands")[0].removeprefix("= ").splitlines()
        assert len(lines) >= 3
        assert all(line.split("/")[2] in known for line in lines)
