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


def test_connect_four_has_room_above():
    speaker = engine("connect4")
    assert say(speaker, "gogui-rules_game_id", "gogui-rules_board_size") == ["= Connect4", "= 7"]
    assert say(speaker, "gogui-rules_legal_moves") == ["= A1 B1 C1 D1 E1 F1 G1"]
    say(speaker, "play b D1", "play w D2", "play b 3")
    board = say(speaker, "gogui-rules_board")[0].removeprefix("= ").splitlines()
    assert board == [". . . . . . ."] * 5 + [". . . O . . .", ". . X X . . ."]
    say(speaker, "play w D3", "play b D4", "play w D5", "play b D6")
    assert say(speaker, "gogui-rules_legal_moves") == ["= A1 B1 C2 E1 F1 G1"], "D is full; the board has a seventh row"
    assert say(speaker, "gogui-rules_side_to_move", "gogui-rules_final_result") == ["= white", "="]


@pytest.mark.parametrize("moves", ["44444", "1234567", "77", ""])
@pytest.mark.parametrize("size", ["7x6", "4x6", "12x4"])
def test_every_move_fills_the_square_that_it_is_called(size, moves):
    speaker = engine(f"connect4:{size}")
    say(speaker, *(f"play {'bw'[number % 2]} {name}" for number, name in enumerate(moves)))

    def stones() -> dict[str, str]:
        rows = say(speaker, "gogui-rules_board")[0].removeprefix("= ").splitlines()[::-1]
        return {f"{'ABCDEFGHJKLM'[at]}{row + 1}": mark for row in range(len(rows)) for at, mark in marks(rows[row])}

    def marks(row: str):
        return enumerate(row.split())

    before, (side,) = stones(), say(speaker, "gogui-rules_side_to_move")
    assert len(before) == int(say(speaker, "gogui-rules_board_size")[0][2:]) ** 2
    for name in say(speaker, "gogui-rules_legal_moves")[0].split()[1:]:
        assert say(speaker, f"play {side[2:]} {name}") == ["="]
        changed = {each: mark for each, mark in stones().items() if mark != before[each]}
        assert changed == {name: "X" if side == "= black" else "O"}
        say(speaker, "undo")


@pytest.mark.parametrize("game", ["simplexity", "synthetic:branching=3,depth=6"])
def test_games_that_it_cannot_show(game):
    speaker = engine(game)
    assert "gogui-rules" not in say(speaker, "list_commands", "gogui-analyze_commands")[0]
    assert say(speaker, "gogui-rules_board") == ["? unknown command"]


def test_analyses_are_commands_that_there_are():
    for game in ("othello", "connect4"):
        speaker = engine(game)
        known = say(speaker, "list_commands")[0].split()
        lines = say(speaker, "gogui-analyze_commands")[0].removeprefix("= ").splitlines()
        assert len(lines) >= 3
        assert all(line.split("/")[2] in known for line in lines)
