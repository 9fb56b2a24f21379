"""A program of ours ends at once, and yet as one expects."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import atexit, sys
from mpi_search.leave import run_and_leave, take_your_time

class Late:
    def __del__(self):
        print("taken apart")

late = Late()
atexit.register(print, "registered")

def program():
    sys.stdout.write("written ")
    {end}

run_and_leave(program)
"""


@pytest.mark.parametrize(
    ("end", "code", "output", "errors"),
    [
        ("pass", 0, "written registered\n", ""),
        ("sys.exit(130)", 130, "written registered\n", ""),
        ("take_your_time(); sys.exit(3)", 3, "written registered\ntaken apart\n", ""),
        ("sys.exit('why')", 1, "written registered\ntaken apart\n", "why\n"),
        ("raise ValueError('bug')", 1, "written registered\ntaken apart\n", "ValueError: bug\n"),
    ],
)
def test_what_was_registered_and_written_is_done(end, code, output, errors):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(end=end)], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout) == (code, output)
    assert done.stderr.endswith(errors)


def test_an_interrupt_that_was_handled_does_not_end_the_process_once_more(tmp_path):
    """As Python itself would: python/cpython, `_Py_UnhandledKeyboardInterrupt`."""
    end = "take_your_time()\n    try: exec('raise KeyboardInterrupt')\n    except KeyboardInterrupt: sys.exit(130)"
    (tmp_path / "interrupted.py").write_text(PROGRAM.format(end=end))
    paths = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"], env={**os.environ, "PYTHONPATH": paths}, timeout=30, check=False
    )
    assert done.returncode == 130


def test_a_closed_pipe_is_no_error():
    program = "from mpi_search.leave import run_and_leave\nrun_and_leave(lambda: print('x' * 100))"
    buffered = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", program], env=buffered, **pipes) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(30) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
