"""docs/algorithms.md says what the code does: its examples print what it shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mpi_search.algorithms import ALGORITHMS
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.pn import ProofNumberSearch
from mpi_search.algorithms.proof_picture import as_svg
from mpi_search.algorithms.proof_tree import as_dot, proof_tree
from mpi_search.algorithms.savings import NAMES, Problem, measure
from mpi_search.rules.load import load_game

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "algorithms.md").read_text()
#: A program and what it prints.
EXAMPLES = re.findall(r"```python\n([^`]*?)```\n\n```text\n([^`]*?)```", PAGE)
#: A line of the ordering table: its parts, and the nodes for each problem.
LINES = re.findall(r"^\| ((?:as listed|(?:deepening|table|killers|history)[a-z +]*)) \| (.*) \|$", PAGE, re.MULTILINE)
CHEAP = [
    (0, Problem("connect4:6x5", "444", 8)),
    (3, Problem("synthetic:branching=5,depth=7,order=0.3", "start", None)),
    (4, Problem("synthetic:branching=5,depth=7,order=0.9", "start", None)),
]


def test_the_page_has_all_algorithms():
    table = PAGE.partition("## Which one when")[2].partition("## One by one")[0]
    assert set(re.findall(r"`([a-z-]+)`", table)) >= set(ALGORITHMS)


@pytest.mark.parametrize(("program", "shown"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_prints_what_is_shown(program, shown, tmp_path):
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout == shown


def test_there_are_three_examples():
    assert len(EXAMPLES) == 3


def test_the_pictures_are_those_of_the_example():
    game = load_game("tictactoe")
    search = ProofNumberSearch(game, game.parse("OXOXX..O. O"), None, 0, Count())
    search.run()
    tree = proof_tree(search)
    assert as_dot(game, tree) in PAGE
    assert as_svg(game, tree) == (DOCS / "pictures" / "tictactoe-proof.svg").read_text()


def test_the_ordering_table_has_all_combinations():
    assert len(LINES) == 2 ** len(NAMES)


@pytest.mark.parametrize("parts", [(), ("table",), ("killers",), ("history",), ("deepening", "table")])
def test_the_figures_of_the_ordering_table_are_right(parts):
    """Some of them; the page says how to make all."""
    cells = dict(LINES)[" + ".join(parts) or "as listed"].split(" | ")
    for column, problem in CHEAP:
        assert cells[column].startswith(f"{measure(parts, problem).nodes:,} ")
