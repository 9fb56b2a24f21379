"""The world that the tests of this folder share, and what becomes of failures and of tests that never end."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys

import pytest

from mpi_search.transport.mpi.world import World  # before pytest-mpi starts MPI with settings of its own

#: A test that takes longer shows the stack of every rank, and ends the job.
TEST_S = float(os.environ.get("MPI_SEARCH_TEST_S", "60"))

_worlds: dict[int, World] = {}

faulthandler.register(signal.SIGUSR1)  # whoever started the ranks asks where they are before it kills them


def world_of(pretend_hosts: int) -> World:
    """The ranks, divided into so many hosts. Made once, by all ranks at the same time."""
    if pretend_hosts not in _worlds:
        _worlds[pretend_hosts] = World(pretend_hosts)
    return _worlds[pretend_hosts]


@pytest.fixture(scope="session")
def world() -> World:
    return world_of(1)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    faulthandler.dump_traceback_later(TEST_S, exit=True)


def pytest_runtest_teardown(item: pytest.Item) -> None:
    faulthandler.cancel_dump_traceback_later()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """The others would wait for this rank: end them all, and say why."""
    if report.failed:
        world = world_of(1)
        sys.__stderr__.write(f"rank {world.rank} on {world.host}: {report.nodeid}\n{report.longreprtext}\n")
        world.abort(1)
