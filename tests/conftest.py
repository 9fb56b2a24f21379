"""Quick tests first; an end to those that never end; the sets of other authors where they are at hand."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import sys
from pathlib import Path
from typing import Any

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


#: Where stacks are shown, whatever becomes of the output of a test.
STDERR = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    capture = config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else contextlib.nullcontext():
        config.stash[STDERR] = os.dup(2)
    config.add_cleanup(lambda: os.close(config.stash[STDERR]))


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> None:
    """pytest-timeout asks Python to end a test, which does not hear of it in compiled code. So a while after that
    a thread that needs no Python shows all stacks and ends the process; the tests on ranks do the same by themselves.
    """
    if Path(__file__).parent / "mpi" not in item.path.parents:
        faulthandler.dump_traceback_later(5 + 1.25 * settings.timeout, exit=True, file=item.config.stash[STDERR])


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_timeout_cancel_timer(item: pytest.Item) -> None:
    faulthandler.cancel_dump_traceback_later()


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
