"""Tests that never end are ended, whatever they are doing."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import conftest

ROOT = Path(__file__).parent.parent

ENDLESS = """
import time
import pytest
from mpi_search.machine.jit import jit

@jit
def spin(number):
    while number:
        number = 2 * number | 1
    return number

assert spin(0) == 0  # compiled, before the clock runs

def test_before():
    pass

@pytest.mark.timeout(0.5)
def test_asleep():
    time.sleep(1000)

@pytest.mark.timeout(1)
def test_endless():
    spin(1)

def test_behind():
    pass
"""


def run_pytest(folder: Path, *options: str) -> str:
    """What pytest writes about these tests, with the hooks of this suite."""
    (folder / "test_it.py").write_text(ENDLESS)
    command = [sys.executable, "-m", "pytest", "-v", "-p", "tests.conftest", "-p", "no:cacheprovider", *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True, **output) as process:
        try:
            said, _ = process.communicate(timeout=100)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # and those that it has started
            raise
    assert process.returncode == 1, said
    return said


@pytest.mark.slow
def test_an_endless_loop_of_compiled_code_is_ended_and_its_stack_shown(tmp_path):
    output = run_pytest(tmp_path, "-n0", "--timeout=60")
    assert "test_before PASSED" in output
    assert "test_asleep FAILED" in output, "pytest-timeout has ended this one, and only this one"
    assert "Timeout (0:00:06.250000)!" in output
    assert "in test_endless" in output


@pytest.mark.slow
def test_among_several_processes_the_others_go_on(tmp_path):
    output = run_pytest(tmp_path, "-n1", "--timeout=60")
    assert "crashed while running 'test_it.py::test_endless'" in output
    assert "2 failed, 2 passed" in output


@pytest.mark.parametrize(("file", "limits"), [("search/test_it.py", [305.0]), ("mpi/test_it.py", [])])
def test_the_limit_is_well_above_that_of_the_test_and_not_for_tests_on_ranks(monkeypatch, request, file, limits):
    """Those have a limit of their own."""
    asked = []
    monkeypatch.setattr(faulthandler, "dump_traceback_later", lambda seconds, **_: asked.append(seconds))
    item = SimpleNamespace(path=Path(__file__).parent / file, config=request.config)
    assert conftest.pytest_timeout_set_timer(item, SimpleNamespace(timeout=240.0)) is None, "pytest-timeout goes on"
    assert asked == limits


def test_the_limit_ends_with_the_test(monkeypatch, request):
    ended = []
    monkeypatch.setattr(faulthandler, "cancel_dump_traceback_later", lambda: ended.append(True))
    request.config.hook.pytest_timeout_cancel_timer(item=SimpleNamespace())
    assert ended
