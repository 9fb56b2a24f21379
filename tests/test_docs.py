"""The examples in the documentation run."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mpi_search.bots.load import load_bot
from mpi_search.bots.record import Record
from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.game import LIMITS, OPTIONAL, PLAIN, REQUIRED, TUNING
from mpi_search.rules.load import load_game
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from mpi_search.study.check import check_game
from tests.transport.mpis import need, run

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


@pytest.fixture(scope="module")
def dots(tmp_path_factory):
    """The second game of that page."""
    text = python_blocks("write-a-game.md")[1]
    file = tmp_path_factory.mktemp("docs") / "dots.py"
    file.write_text(text)
    return file


@pytest.mark.slow
def test_dots_and_boxes_is_right(dots):
    assert check_game(f"{dots}:2x1").checked["searches to the end"] > 0


def best_score(rows: int, columns: int) -> int:
    """The same game with real extra turns, by nothing but its rules."""
    flat = [((row, column), (row, column + 1)) for row in range(rows + 1) for column in range(columns)]
    upright = [((row, column), (row + 1, column)) for row in range(rows) for column in range(columns + 1)]
    boxes = [
        {((row, column), (row, column + 1)), ((row + 1, column), (row + 1, column + 1)),
         ((row, column), (row + 1, column)), ((row, column + 1), (row + 1, column + 1))}
        for row in range(rows) for column in range(columns)
    ]  # fmt: skip

    @functools.cache
    def score(drawn: frozenset) -> int:
        best = []
        for edge in {*flat, *upright} - drawn:
            after = drawn | {edge}
            won = sum(edge in box and box <= after for box in boxes)
            best.append(won + score(after) if won else -score(after))
        return max(best, default=0)

    return score(frozenset())


@pytest.mark.slow
@pytest.mark.parametrize(("board", "rows", "columns"), [("1x1", 1, 1), ("3x1", 1, 3), ("2x2", 2, 2)])
def test_dots_and_boxes_has_its_values(dots, board, rows, columns):
    game = load_game(f"{dots}:{board}")
    assert Solver(bind(game), Table(16)).solve(game.start()).value == best_score(rows, columns)


def test_the_evaluation_of_the_page_counts_discs(tmp_path):
    (tmp_path / "discs.py").write_text(python_blocks("write-a-game.md")[3])
    game = load_game("othello", str(tmp_path / "discs.py"))
    assert game.evaluate(game.parse("ffo-40")) == 12 - 32


def test_the_notation_of_the_page_is_right(domineering, tmp_path):
    (tmp_path / "domineering.py").write_text(domineering.read_text() + python_blocks("write-a-game.md")[4])
    game = load_game(f"{tmp_path}/domineering.py:size=2")
    state = game.parse("#./#. flat")
    assert state == (0b101, 1)
    assert game.format(state) == "#./#. flat"
    for text in ("#./# flat", "#./#x flat", "#./#.", "nonsense"):
        with pytest.raises(InputError, match="is not 2 rows of 2 # or"):
            game.parse(text)


def test_every_hook_has_its_row_on_the_page():
    page = (DOCS / "write-a-game.md").read_text()
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|", page, re.MULTILINE)
    for name in (*REQUIRED, *OPTIONAL, *PLAIN, *TUNING, *LIMITS):
        assert [text for row, text in rows if re.search(rf"`{name}\b", row) and text], name


@pytest.mark.slow
def test_the_python_example_runs(domineering):
    program = python_blocks("write-a-game.md")[-1]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=domineering.parent, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 ")


# --- docs/python.md: every example, on one rank, on ranks that it starts, and on ranks that a launcher has started
@pytest.fixture(scope="module")
def python_page(tmp_path_factory):
    """All examples of the page, one after the other."""
    file = tmp_path_factory.mktemp("docs") / "python_page.py"

    def write(ranks: int) -> str:
        file.write_text("\n".join(python_blocks("python.md")).replace("ranks=2", f"ranks={ranks}"))
        return str(file)

    return write


def shown(words: list[str], environment: dict[str, str]) -> list[str]:
    done = run(words, environment, 200)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("ranks", [1, 2])
def test_the_python_page_runs_in_a_plain_process(python_page, ranks):
    lines = shown([sys.executable, python_page(ranks)], need("openmpi").environ())
    assert lines[0].startswith("38 a2 ['a2', 'b1', ")
    assert lines[1] == "False 8"
    assert [line for line in lines if line.startswith(f"38 {ranks} ")], lines


@pytest.mark.slow
@pytest.mark.parametrize("name", ["openmpi", "mpich"])
def test_the_python_page_runs_on_every_rank(python_page, name):
    mpi = need(name)
    lines = shown([*mpi.command(2)[:-1], python_page(2)], mpi.environ())
    assert len([line for line in lines if line.startswith("38 a2")]) == 2, "outside the block every rank asks"
    assert len([line for line in lines if line.startswith("38 2 ")]) == 1, "inside it rank 0 does"


def test_the_bot_of_the_page_plays(tmp_path):
    [text] = [block for block in python_blocks("play.md") if "def choose" in block]
    (tmp_path / "middle.py").write_text(text)
    record = Record(load_game("connect4"))
    assert load_bot(str(tmp_path / "middle.py"), record.game).choose(record, 0.1).move == 3
