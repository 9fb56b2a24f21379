"""`mpiexec -n 4 python -m tests.mpi [PYTEST OPTIONS]`: the tests of this folder, on all ranks; rank 0 reports.

pytest-mpi has no time-out, and a test that fails at one rank leaves the others waiting. So here a failure ends the
whole job with that rank's report (`conftest.py`), and a test that takes too long shows the stack of every rank.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from mpi_search.front.launch import launch_of

launch = launch_of(os.environ)
if launch is not None and launch.rank > 0:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # failures go to stderr
options = ["--with-mpi", "-q", "--color=no", "-p", "no:cacheprovider", "-p", "no:xdist", "--timeout=0"]
sys.exit(pytest.main([str(Path(__file__).parent), *options, *sys.argv[1:]]))
