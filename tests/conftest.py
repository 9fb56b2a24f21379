"""Quick tests first; the sets of other authors where they are at hand."""

from __future__ import annotations

import os
import signal
import sys

import pytest
from hypothesis import settings

from mpi_search.front.launch import launch_of
from mpi_search.study.data import data_folder

#: These need ranks: tests/transport/test_under_mpiexec.py starts them.
collect_ignore = [] if "--with-mpi" in sys.argv or launch_of(os.environ) else ["mpi"]

# A shell that starts this in the background has it ignore Ctrl-C, and so would the commands that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("project", deadline=None, print_blob=True)  # the first example may wait for a compiler
settings.load_profile("project")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What fails soon should fail first."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


@pytest.fixture(scope="session")
def data():
    """The folder with positions of known value."""
    folder = data_folder()
    if folder is None:
        pytest.skip("no position sets on this machine (set MPI_SEARCH_DATA)")
    return folder
