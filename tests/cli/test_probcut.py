"""`mpi-search probcut` as a user meets it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from mpi_search.cli.main import main
from tests.cli.test_cli import run

QUICK = ("--positions", "60", "--phases", "2", "--pairs", "1:3,2:4", "--searches", "3")
BOARD = "connect4:5x4"


def test_fit_saves_what_compare_uses(tmp_path):
    file = tmp_path / "fits.json"
    done = run("probcut", "fit", BOARD, *QUICK, "--out", str(file))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines if line.startswith(("1:3", "2:4"))] == ["1:3", "2:4", "1:3", "2:4"]
    for part in ("edge", "6.7 %, at 1.5 sigma", "3 searches 5 deep", "multi-probcut", f"fits: {file}"):
        assert part in done.stdout
    assert json.loads(file.read_text())["game"] == BOARD
    words = ("compare", BOARD, "--depth", "5", "--algorithms", "alphabeta,probcut,multi-probcut")
    assert f"fits of ProbCut: {file}" in run(*words, "--fits", str(file)).stdout
    assert "fits of ProbCut: guesses" in run(*words).stdout


def test_json_has_everything(tmp_path):
    done = run("probcut", "fit", BOARD, *QUICK, "--threshold", "1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["game"], found["seed"], found["threshold"], found["file"]) == (BOARD, 1, 1.0, None)
    assert found["normal_law"] == pytest.approx(0.1587, abs=1e-4)
    assert len(found["fits"]) == 4
    assert {"shallow", "deep", "a", "b", "sigma", "phase", "positions", "correlation", "held_out"} == set(
        found["fits"][0]
    )
    assert {"positions", "edge", "cut", "wrong", "expected"} == set(found["fits"][0]["held_out"])
    rows = {row["algorithm"]: row for row in found["searches"]["rows"]}
    assert list(rows) == ["alphabeta", "probcut", "multi-probcut"]
    assert (rows["alphabeta"]["nodes_share"], rows["alphabeta"]["same_value"], rows["alphabeta"]["mean_loss"]) == (
        1,
        1,
        0,
    )


def test_show_tells_what_a_game_comes_with():
    done = run("probcut", "show", "othello")
    assert "othello.fits.json" in done.stdout
    assert "4:6" in done.stdout
    assert len(json.loads(run("probcut", "show", "connect4", "--json").stdout)["fits"]) >= 24
    assert "comes with no fits" in run("probcut", "show", "connect4:5x4").stdout


def test_compare_says_whose_fits_it_uses():
    words = ("compare", "connect4", "--depth", "5", "--algorithms", "multi-probcut")
    assert "connect4.fits.json" in run(*words).stdout
    assert json.loads(run(*words, "--json").stdout)["fits"].endswith("connect4.fits.json")
    assert "fits" not in run("compare", "connect4", "--depth", "3", "--algorithms", "pvs").stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["fit", "tictactoe"], "tictactoe: the game has no evaluation"),
        (["fit", "chess"], "unknown game 'chess'"),
        (["fit", BOARD, "--pairs", "4:2"], "the deep search must be deeper"),
        (["fit", BOARD, "--pairs", "2-4"], "--pairs must be SHALLOW:DEEP"),
        (["fit", BOARD, "--pairs", ""], "--pairs must be SHALLOW:DEEP"),
        (["fit", BOARD, "--pairs", "2:40"], "no game lasts more than 40 plies"),
        (["fit", BOARD, "--depth", "3"], "--depth 3 leaves no room for a cut"),
        (["fit", BOARD, "--positions", "0"], "Invalid value for '--positions'"),
        (["fit", BOARD, "--positions", "8"], "2 positions are too few to fit"),
        (["fit", BOARD, "--out", "/nowhere/fits.json"], "--out /nowhere/fits.json: no file can be written there"),
        (["fit", BOARD, "--out", "/"], "no file can be written there"),
        (["fit"], "Missing argument 'GAME'"),
        (["fits"], "No such command"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_2(words, complaint, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["probcut", *words])
    assert stop.value.code == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert complaint in errors
    assert len([line for line in errors.strip().splitlines() if not line.startswith("compiling")]) == 1, errors


def test_ctrl_c_ends_it(tmp_path):
    file = tmp_path / "fits.json"
    process = subprocess.Popen(
        [sys.executable, "-m", "mpi_search", "probcut", "fit", "connect4", "--positions", "99999", "--out", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, ""), errors
    assert errors.strip().splitlines()[-1] == "mpi-search: interrupted"
    assert not file.exists()
