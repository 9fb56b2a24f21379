"""`mpi-search play` as people meet it: through a pipe, and on a terminal."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mpi_search.cli.main import main
from mpi_search.cli.play import _players

COMMAND = [sys.executable, "-m", "mpi_search", "play"]


def play(*words, text="", **environment):
    return subprocess.run(
        [*COMMAND, *words],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )


def test_a_game_through_a_pipe():
    done = play("tictactoe", "--x", "human", "--o", "human", text="b2\na1\nb2\na3\nb1\nc1\nn\n")
    assert done.returncode == 0, done.stderr
    assert "b2 cannot be played: b2 is taken" in done.stdout
    assert " 2  .  X  .      O  person\n 1  O  O [X]\n" in done.stdout
    assert done.stdout.splitlines()[-1] == "X wins"
    assert done.stdout.isascii()


def test_the_page_shows_what_happens():
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text()
    text, shown = re.search(r"\$ printf '(.*)' \| mpi-search play .* \| tail -6\n(.*?)```", page, re.DOTALL).groups()
    done = play("tictactoe", "--x", "human", "--o", "human", text=text.replace("\\n", "\n"))
    assert done.stdout.endswith(shown)


def test_the_end_of_the_input_ends_it():
    done = play("connect4", "--o", "random", text="4\n")
    assert done.returncode == 0, done.stderr
    assert "O (random) plays" in done.stdout
    assert "Traceback" not in done.stderr


def test_two_bots_play_and_are_saved(tmp_path):
    file = tmp_path / "games.jsonl"
    words = ["othello", "--x", "random", "--o", "greedy", "--seed", "3", "--save", str(file)]
    for _ in range(2):
        done = play(*words)
        assert done.returncode == 0, done.stderr
    first, second = (json.loads(line) for line in file.read_text().splitlines())
    assert first["moves"] == second["moves"]
    assert (first["first"], first["second"], first["seed"]) == ("random", "greedy", 3)
    assert first["result"] is not None
    assert len(first["times"]) == len(first["moves"])
    assert re.search(r"wins by \d+ discs \((random|greedy)\)|a draw", done.stdout)
    shown = play("othello", "--replay", str(file), "--number", "1")
    assert shown.returncode == 0
    assert f"move {len(first['moves'])} of {len(first['moves'])}" in shown.stdout
    assert all(name in shown.stdout for name in first["moves"])


def test_a_game_that_was_left_goes_on(tmp_path):
    file = str(tmp_path / "games.jsonl")
    play("tictactoe", "--x", "human", "--o", "human", "--save", file, text="b2\na1\n")
    done = play("tictactoe", "--load", file, "--save", file, text="c3\nc1\nmoves\nq\n")
    assert "1. b2 a1  2. c3 c1" in done.stdout
    assert [len(json.loads(line)["moves"]) for line in Path(file).read_text().splitlines()] == [2, 4]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "unknown game"),
        (["connect4", "9"], "not a column"),
        (["tictactoe", "--o", "kernl"], "there is no bot 'kernl'"),
        (["tictactoe", "--o", "kernel:deep=3"], "deep"),
        (["tictactoe", "--time", "0"], "--time"),
        (["tictactoe", "--time", "1", "--clock", "1m"], "--clock"),
        (["tictactoe", "--clock", "soon"], "soon"),
        (["tictactoe", "--pause", "-1"], "--pause"),
        (["tictactoe", "--load", "/nowhere"], "/nowhere"),
        (["tictactoe", "--save", "/nowhere/x"], "/nowhere/x"),
        (["tictactoe", "--replay", "/nowhere"], "/nowhere"),
        (["tictactoe", "--number", "2"], "--replay"),
        (["tictactoe", "--policy", "dts"], "--ranks"),
        (["tictactoe", "--o", "random", "--ranks", "2"], "--ranks"),
        (["tictactoe", "--ranks", "0"], "expected a number of ranks or all"),
        (["tictactoe", "--hostfile", "/nowhere"], "--hostfile"),
    ],
)
def test_wrong_words_are_one_line(capsys, words, message):
    with pytest.raises(SystemExit) as end:
        main(["play", *words])
    assert end.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


@pytest.mark.parametrize(
    ("asked", "cluster", "players"),
    [
        ((None, None), (2, None), ("human", "cluster:ranks=2,policy=ybwc")),
        ((None, None), (0, "dts"), ("human", "cluster:policy=dts")),
        (("kernel:depth=6", "mcts"), (3, "root"), ("cluster:ranks=3,policy=root,depth=6", "mcts")),
        ((None, None), (None, "ybwc", "hosts"), ("human", "cluster:policy=ybwc,hostfile=hosts")),
        (("human", "human"), (0, "ybwc"), ("human", "human")),
    ],
)
def test_the_bot_kernel_may_be_many_ranks(asked, cluster, players):
    assert _players(asked, *cluster) == players


def test_a_bot_that_fails_is_one_line(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(game, state, seconds):\n    return 1 / 0\n")
    done = play("tictactoe", "--o", str(bot), text="b2\n")
    assert done.returncode == 2
    assert done.stderr.strip().endswith("bot bot: ZeroDivisionError: division by zero")


# --- on a terminal
class Terminal:
    """A program in a terminal of 80 x 24."""

    def __init__(self, *words, **environment):
        self.main, side = pty.openpty()
        size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=side,
            stdout=side,
            stderr=side,
            env={**os.environ, **size, **environment},
            preexec_fn=self._own_terminal,
        )
        os.close(side)
        self.text = ""

    @staticmethod
    def _own_terminal():
        import fcntl
        import termios

        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def wait_for(self, what, seconds=60):
        """Read until this was shown; what came before it is forgotten."""
        until = time.monotonic() + seconds
        while what not in self.text:
            ready, _, _ = select.select([self.main], [], [], max(until - time.monotonic(), 0))
            assert ready, f"{what!r} was not shown, but {self.text!r}"
            try:
                self.text += os.read(self.main, 4096).decode(errors="replace")
            except OSError:  # the other side is closed
                assert what in self.text, f"{what!r} was not shown, but {self.text!r}"
        shown, _, self.text = self.text.partition(what)
        return shown + what

    def type(self, line):
        os.write(self.main, line.encode())

    def interrupt(self, done):
        """Ctrl-C, until it was heard: Python's prompt does not hear one that comes just before it begins to listen."""
        for _ in range(5):
            time.sleep(0.1)
            self.type(CTRL_C)
            with contextlib.suppress(AssertionError, subprocess.TimeoutExpired):
                return done()
        raise AssertionError("Ctrl-C was not heard")

    def end(self, seconds=20):
        """How the program ended."""
        return self.process.wait(seconds)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.main)


@pytest.fixture
def open_terminal():
    opened = []

    def make(*words, **environment):
        opened.append(Terminal(*words, **environment))
        return opened[-1]

    yield make
    for terminal in opened:
        terminal.close()


CTRL_C, CTRL_D = "\x03", "\x04"


@pytest.mark.timeout(120)
def test_a_session_on_a_terminal(open_terminal):
    terminal = open_terminal("tictactoe", "--o", "random")
    shown = terminal.wait_for("X: ")
    assert "rules tells how tictactoe is played, ? what else can be typed" in shown
    assert "\x1b[H" in shown
    assert "48;5;" in shown
    terminal.type("b2\n")
    terminal.wait_for("O (random) plays")
    terminal.wait_for("X: ")
    terminal.type("udno\n")
    terminal.wait_for("did you mean undo?")
    terminal.type("undo\n")
    terminal.wait_for("taken back: b2")
    terminal.wait_for("X: ")
    terminal.interrupt(lambda: terminal.wait_for("Ctrl-C again leaves", 5))
    terminal.wait_for("X: ")
    terminal.type("clock\n")
    terminal.wait_for("0.0 s used")
    terminal.wait_for("X: ")
    terminal.type(CTRL_D)
    assert terminal.end() == 0


@pytest.mark.timeout(120)
def test_ctrl_c_has_a_bot_move_at_once_and_twice_leaves(open_terminal, tmp_path):
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import time\n"
        "def choose(game, state, seconds):\n"
        "    time.sleep(60 if seconds > 1 else 0)\n"
        "    return game.moves(state)[0]\n"
    )
    terminal = open_terminal("tictactoe", "--o", str(bot), "--time", "60")
    terminal.wait_for("X: ")
    terminal.type("b2\n")
    terminal.wait_for("slow thinks: ")
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("O (slow) plays a3")
    terminal.wait_for("X: ")
    terminal.interrupt(lambda: terminal.wait_for("Ctrl-C again leaves", 5))
    terminal.wait_for("X: ")
    assert terminal.interrupt(lambda: terminal.end(5)) == 0


@pytest.mark.timeout(120)
def test_what_is_typed_while_a_bot_thinks_waits_for_the_prompt(open_terminal, tmp_path):
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import time\ndef choose(game, state, seconds):\n    time.sleep(2)\n    return game.moves(state)[0]\n"
    )
    terminal = open_terminal("tictactoe", "--o", str(bot))
    terminal.wait_for("X: ")
    terminal.type("b2\n")
    terminal.wait_for("slow thinks: ")
    terminal.type("mov")
    assert "mov" not in terminal.wait_for("X: ")
    terminal.wait_for("mov")
    terminal.type("es\n")
    terminal.wait_for("b3 c3 a2 c2 a1 b1 c1")
    terminal.type("quit\n")
    assert terminal.end() == 0


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("environment", "clears"), [({"NO_COLOR": "1"}, True), ({"TERM": "dumb"}, False), ({"LC_ALL": "C"}, True)]
)
def test_terminals_that_show_less(open_terminal, environment, clears):
    terminal = open_terminal("connect4", "--x", "human", "--o", "human", **environment)
    terminal.wait_for("X: ")
    terminal.type("4\n")
    shown = terminal.wait_for("O: ")
    assert ("\x1b[H" in shown) == clears
    assert "\x1b[2J" not in shown  # what is cleared at once flickers, and ends in the memory of many terminals
    assert ("48;5;" in shown) == ("LC_ALL" in environment)
    assert shown.isascii()
    assert "X" in shown
    terminal.type("quit\n")
    assert terminal.end() == 0
