"""The launch scripts, hostfiles and batch files, as far as that needs no launch."""

from __future__ import annotations

import subprocess
from pathlib import Path

import click
import pytest

from mpi_search.cli.main import cli
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
    ("words", "handed_over"),
    [
        ("", "solve --policy dts --ranks all othello ffo-45"),
        ("-n 3 gtp othello --time 1", "gtp --policy dts --ranks 3 othello --time 1"),
        ("play othello --time 1", "play --policy dts --ranks all othello --time 1"),
        ("nboard", "nboard --policy dts --ranks all"),
        ("games", "games"),
    ],
)
def test_what_is_handed_over(words, handed_over, tmp_path, monkeypatch):
    program = tmp_path / "bin/mpi-search"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path))
    done = bash(str(ROOT / "scripts/dts.sh"), *words.split())
    assert done.stdout.strip() == handed_over, done.stderr


@pytest.mark.parametrize("name", ["solve", "play", "match", "gtp", "nboard"])
def test_every_command_that_scripts_hand_ranks_to_takes_them(name):
    command = cli.get_command(click.Context(cli), name)
    ranks = next(option for option in command.params if option.name == "ranks")
    assert [ranks.type.convert(text, ranks, None) for text in ("all", "3")] == [0, 3]
    assert {"hostfile", "policy"} - {"policy" if name == "match" else ""} <= {each.name for each in command.params}


def test_scripts_only_hand_over():
    for file in ROOT.glob("scripts/*.sh"):
        assert len(file.read_text().splitlines()) < 15, file
        assert "trap" not in file.read_text()
