"""The examples in the documentation run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mpi_search.compile.kernel import bind
from mpi_search.rules.load import load_game
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from mpi_search.study.check import check_game

DOCS = Path(__file__).parents[1] / "docs"


def python_blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)


@pytest.fixture(scope="module")
def domineering(tmp_path_factory):
    """The game that docs/write-a-game.md shows."""
    text = python_blocks("write-a-game.md")[0]
    assert len(text.splitlines()) < 60
    file = tmp_path_factory.mktemp("docs") / "domineering.py"
    file.write_text(text)
    return file


@pytest.mark.slow
def test_the_example_game_is_right(domineering):
    assert check_game(str(domineering)).checked["searches to the end"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "value"), [(":size=4", 1), ("", -1)])
def test_the_example_game_has_its_known_values(domineering, variant, value):
    """The first player wins on 4 x 4, the second on 5 x 5."""
    game = load_game(f"{domineering}{variant}")
    assert Solver(bind(game), Table(16)).solve(game.start()).value == value


@pytest.mark.slow
def test_the_python_example_runs(domineering):
    program = python_blocks("write-a-game.md")[1]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=domineering.parent, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 ")
