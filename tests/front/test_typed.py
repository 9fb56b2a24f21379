"""A user's script is checked by mypy as strictly as ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import mpi_search as ms


def told(at: ms.Progress) -> None:
    print(at.depth, at.best_move)


def main() -> None:
    found = ms.solve("othello", "ffo-40", moves=["a2"], time=3, on_progress=told)
    value: int = found.value
    line: list[str] = found.pv
    print(value, line, found.to_dict()["nodes"])
    for step in ms.analyse(ms.load_game("connect4"), depth=4):
        print(step.depth + 1)
    with ms.Cluster(ranks=2, policy="dts") as cluster:
        if cluster:
            print(cluster.solve("tictactoe").best_move.upper())
    print(ms.simulate("tictactoe", ["start"], ranks=[4]).summary)
    print(ms.compare("tictactoe", algorithms=["minimax", "sss"]).rows[0].nodes)


try:
    main()
except (ms.InputError, ms.ClusterLost) as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "error"), [(SCRIPT, ""), (SCRIPT.replace("depth=4", 'depth="4"'), "arg-type")], ids=["right", "wrong"]
)
def test_mypy_knows_the_door(tmp_path, text, error):
    (tmp_path / "script.py").write_text(text)
    words = ["--strict", "--follow-imports=silent", f"--cache-dir={ROOT / '.mypy_cache'}", "script.py"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert (done.returncode == 0) == (error == ""), done.stdout + done.stderr
    assert error in done.stdout
