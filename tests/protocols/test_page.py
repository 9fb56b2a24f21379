"""The examples of docs/protocols.md."""

from __future__ import annotations

import contextlib
import io
import re

import pytest

from mpi_search.bots.clock import Control
from mpi_search.bots.load import load_bot
from mpi_search.protocols.gtp import GtpEngine
from mpi_search.protocols.gtp_time import Timing
from mpi_search.rules.load import load_game
from tests.protocols.engines import RHINO, ROOT, engine, say

PAGE = (ROOT / "docs/protocols.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_dialogue():
    game = load_game("othello")
    greedy = GtpEngine(game, load_bot("greedy", game), Timing(Control(move_s=1.0)))
    (dialogue,) = re.findall(r"```gtp\n(.*?)```", PAGE, re.DOTALL)
    for asked, reply in re.findall(r"> (.*)\n(.*)\n", dialogue):
        assert say(greedy, asked) == [reply], asked


def printed(program: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(program, {})
    return out.getvalue()


def test_the_game_as_text():
    shown = printed(PROGRAMS[1])
    assert shown.startswith("x ['f5', 'd6'] (;GM[Othello]PB[x]PW[y]BO[8 ---")
    assert shown.endswith("--- *]B[F5//1.50]W[D6];)\n")


@pytest.mark.slow
@pytest.mark.skipif(RHINO is None, reason="gtp-rhino is not installed (Debian: grhino)")
def test_the_game_against_another_program():
    assert -64 <= int(printed(PROGRAMS[0].replace("gtp-rhino", RHINO))) <= 64


def test_every_command_is_on_the_page():
    names = say(engine(), "list_commands")[0].removeprefix("= ").split()
    for name in names:
        assert name in PAGE or f"`{name.removeprefix('gogui-rules')}`" in PAGE, name
