"""The wheel works outside the source tree, in an environment that has nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"  # a build must not leave anything in the tree
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(source)], check=True, timeout=60)
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(source)]
    subprocess.run(words, check=True, timeout=200)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_holds_games_and_fits_and_takes_no_name_but_its_own(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"mpi_search"}
    wanted = (
        "games/othello.py",
        "games/othello.fits.json",
        "games/_othello_weights.npz",
        "games/_othello_midgame.npz",
        "games/_template.py",
        "py.typed",
    )
    for name in wanted:
        assert f"mpi_search/{name}" in names


@pytest.mark.slow
def test_the_wheel_solves_in_an_empty_environment(wheel, tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(tmp_path / "venv/bin/python")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True, timeout=230)
    program = str(tmp_path / "venv/bin/mpi-search")
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    words = [program, "solve", "tictactoe", "X...O.... X", "--json", "--quiet"]
    done = subprocess.run(words, cwd=tmp_path, env=clean, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["value"] == 0
    done = subprocess.run([program, "games"], cwd=tmp_path, env=clean, capture_output=True, text=True, timeout=60)
    assert "othello" in done.stdout, done.stderr
