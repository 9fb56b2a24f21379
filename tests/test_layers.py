"""Imports point one way, and each outside library has its place."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted([*ROOT.glob("mpi_search/**/*.py"), *ROOT.glob("games/*.py")])

#: A layer may import itself and what stands before it.
LAYERS = [
    "errors", "kernel", "gamekit", "games", "algorithms", "check", "cluster", "policies", "transport", "study", "cli",
]  # fmt: skip


def imported(file: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.append(node.module)
    return names


def layer(module: str) -> int | None:
    """The place of a project module in LAYERS; None for others and for the package's front door."""
    parts = module.split(".")
    name = parts[0] if parts[0] == "games" else parts[1] if parts[0] == "mpi_search" and len(parts) > 1 else None
    return LAYERS.index(name) if name in LAYERS else None


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_point_one_way(file):
    here = layer(".".join(file.relative_to(ROOT).with_suffix("").parts))
    if here is None:
        return
    for name in imported(file):
        there = layer(name)
        assert there is None or there <= here, f"{file.name} imports {name}"


def test_only_the_kernel_imports_numba_and_only_one_file_mpi():
    for file in FILES:
        roots = {name.split(".")[0] for name in imported(file)}
        if "kernel" not in file.parts:
            assert not roots & {"numba", "llvmlite"}, file
        if file != ROOT / "mpi_search/transport/mpi/world.py":
            assert "mpi4py" not in roots, file
