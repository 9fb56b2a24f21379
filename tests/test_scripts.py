"""The launch scripts, hostfiles and batch files, as far as that needs no launch."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mpi_search.policies import POLICIES

ROOT = Path(__file__).parents[1]
SHELL = sorted([*ROOT.glob("scripts/*.sh"), *ROOT.glob("scripts/*/*")])


def bash(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", *words], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("file", SHELL, ids=lambda file: file.name)
def test_scripts_can_be_read_by_the_shell(file):
    done = bash("-n", str(file))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_has_a_script_with_help(policy):
    done = bash(str(ROOT / f"scripts/{policy}.sh"), "--help")
    assert done.returncode == 0
    assert f"scripts/{policy}.sh [-n RANKS] [--hostfile FILE] [COMMAND...]" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-n", "0"], "-n needs a number of ranks, not '0'"),
        (["-n"], "-n needs a number of ranks"),
        (["--hostfile", "/nowhere"], "there is no file '/nowhere'"),
        (["--colour"], "unknown option --colour"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_options_are_one_line_and_exit_code_2(words, message):
    done = bash(str(ROOT / "scripts/ybwc.sh"), *words)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr


@pytest.mark.parametrize(
    ("kind", "text", "slots"),
    [
        ("openmpi", "# all\nnode1 slots=8\n\nnode2 slots = 4 max_slots=9 # small\n", "12"),
        ("openmpi", "node1\nnode2 slots=4\n", ""),
        ("mpich", "node1:8 # big\n# node9:9\nnode2\n", "9"),
        ("mpich", "# nobody\n", "0"),
    ],
)
def test_the_ranks_of_a_hostfile_are_counted(tmp_path, kind, text, slots):
    file = tmp_path / "hosts"
    file.write_text(text)
    program = f"source {ROOT}/scripts/_launch.sh; kind={kind} hostfile={file}; count_slots"
    assert bash("-c", program).stdout.strip() == slots


def test_the_examples_have_hosts():
    for file in ROOT.glob("hostfiles/*-*"):
        kind = file.name.partition("-")[0]
        program = f"source {ROOT}/scripts/_launch.sh; kind={kind} hostfile={file}; count_slots"
        assert int(bash("-c", program).stdout) in (4, 20)
