"""`mpi-search compare` and `solve --algorithm` as a user sees them."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_cli import run


def test_json_has_a_row_for_every_algorithm():
    done = run("compare", "tictactoe", "OXOXX..O. O", "--json")
    assert done.returncode == 0
    rows = {row["algorithm"]: row for row in json.loads(done.stdout)["rows"]}
    assert {"minimax", "alphabeta", "sss", "mtdf", "pn", "dfpn", "mcts", "probcut"} <= set(rows)
    for row in rows.values():
        assert {"algorithm", "value", "best_move", "nodes", "peak_stored_nodes", "seconds"} <= set(row)
        if row["value"] is not None and row["exact"]:
            assert (row["value"], row["best_move"], row["agrees"]) == (0, "c2", True)


def test_many_positions_are_summed_up(tmp_path):
    file = tmp_path / "positions"
    file.write_text("# two of them\nOXOXX..O. O\n\nX...O.... X\n")
    done = run("compare", "tictactoe", "--positions", str(file), "--algorithms", "minimax,pvs")
    assert done.returncode == 0
    assert "2 positions" in done.stdout
    assert [line.split()[:4] for line in done.stdout.splitlines() if line.startswith("pvs")] == [
        ["pvs", "exact", "2", "2"]
    ]


def test_a_sweep_prints_the_fit():
    words = ("compare", "synthetic:branching=3,depth=9", "--sweep-depth", "1..5", "--algorithms", "minimax,alphabeta")
    done = run(*words)
    assert done.returncode == 0
    assert "b = 3.0" in done.stdout or "b = 2.9" in done.stdout
    sweep = json.loads(run(*words, "--json").stdout)["sweep"]
    assert [row["algorithm"] for row in sweep] == ["minimax", "alphabeta"]
    assert sweep[0]["law"] == "b^d"
    assert sweep[0]["depths"] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--sweep-depth", "9"), "--sweep-depth must be FIRST..LAST"),
        (("--plot", "x"), "--plot needs --sweep-depth"),
        (("--algorithms", "magic"), "no algorithm is called 'magic'"),
        (("--positions", "/does/not/exist"), "cannot be read"),
    ],
)
def test_wrong_options_are_one_line(words, complaint):
    done = run("compare", "tictactoe", *words)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("algorithm", ["mtdf", "pvs", "dfpn"])
def test_solve_finds_the_same_by_every_algorithm(algorithm):
    done = run("solve", "connect4", "32164625", "--algorithm", algorithm, "--json", "--table-mb", "8")
    answer = json.loads(done.stdout)
    assert (answer["value"], answer["exact"], answer["algorithm"]) == (11, True, algorithm)
    assert answer["pv"][0] == answer["best_move"]


def test_proof_number_search_knows_no_depth():
    done = run("solve", "connect4", "32164625", "--algorithm", "dfpn", "--depth", "4")
    assert done.returncode == 2
    assert "knows no --depth" in done.stderr
