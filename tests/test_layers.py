"""Imports point one way, and each outside library has its place."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted([*ROOT.glob("mpi_search/**/*.py"), *ROOT.glob("games/*.py")])

#: A room may import itself and what stands before it: CONTRIBUTING.md draws the map.
ROOMS = [
    "errors", "leave", "machine", "rules", "gamekit", "games", "compile", "search", "sharing", "policies", "cluster",
    "transport", "algorithms", "study", "front", "bots", "matches", "protocols", "playing", "cli",
]  # fmt: skip
#: Rooms in which compiled code is written, or made.
COMPILED = ("machine", "compile")


def imported(file: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.append(node.module)
    return names


def room(module: str) -> int | None:
    """The place of a project module in ROOMS; None for others and for the package's front door."""
    parts = module.split(".")
    name = parts[0] if parts[0] == "games" else parts[1] if parts[0] == "mpi_search" and len(parts) > 1 else None
    return ROOMS.index(name) if name in ROOMS else None


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_point_one_way(file):
    here = room(".".join(file.relative_to(ROOT).with_suffix("").parts))
    if here is None:
        return
    for name in imported(file):
        there = room(name)
        assert there is None or there <= here, f"{file.name} imports {name}"


def test_every_folder_is_a_room():
    folders = {path.name for path in (ROOT / "mpi_search").iterdir() if (path / "__init__.py").exists()}
    assert folders <= set(ROOMS)


def test_the_plain_algorithms_know_nothing_of_the_fast_search():
    for file in ROOT.glob("mpi_search/algorithms/*.py"):
        rooms = {name.split(".")[1] for name in imported(file) if name.startswith("mpi_search.")}
        assert rooms <= {"errors", "rules", "algorithms"}, file


def test_the_search_on_one_rank_knows_nothing_of_others():
    for file in ROOT.glob("mpi_search/search/**/*.py"):
        rooms = {name.split(".")[1] for name in imported(file) if name.startswith("mpi_search.")}
        assert not rooms & {"sharing", "policies", "cluster", "transport"}, file


def test_numba_and_mpi_have_their_places():
    for file in FILES:
        roots = {name.split(".")[0] for name in imported(file)}
        if file.parent.name not in COMPILED:
            assert not roots & {"numba", "llvmlite"}, file
        if file != ROOT / "mpi_search/transport/mpi/world.py":
            assert "mpi4py" not in roots, file


def test_a_state_machine_reads_no_clock_and_draws_no_lot():
    """Time and randomness are passed in: nothing of the cluster looks at the clock by itself."""
    for file in [*ROOT.glob("mpi_search/cluster/*.py"), *ROOT.glob("mpi_search/policies/*.py")]:
        assert not {"time", "os", "threading", "secrets"} & {name.split(".")[0] for name in imported(file)}, file
