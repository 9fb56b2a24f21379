"""Runs the tests of tests/mpi on real ranks: both MPIs, from one rank to more than there are cores."""

from __future__ import annotations

import pytest

from tests.transport.mpis import need

#: A job that takes longer hangs.
JOB_S = 150


@pytest.mark.slow
@pytest.mark.timeout(JOB_S + 60)
@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("name", ["openmpi", "mpich"])
def test_everything_on_real_ranks(name, ranks):
    done = need(name).run(ranks, "tests.mpi", timeout_s=JOB_S)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-8000:]
    assert f"size: {ranks}" in done.stdout


@pytest.mark.slow
def test_a_test_that_hangs_shows_the_stack_of_every_rank():
    """The time-out of the tests above, tried out on ranks that wait for a message that never comes."""
    mpi = need("openmpi")
    done = mpi.run(2, "tests.transport.hang", timeout_s=60)
    assert done.returncode != 0
    assert "in wait_forever" in done.stderr, "the first to dump its stack ends the job"
    with pytest.raises(pytest.fail.Exception) as failure:
        mpi.run(2, "tests.transport.hang", "60", timeout_s=8)
    assert "no end after 8 s" in str(failure.value)
    assert str(failure.value).count("in wait_forever") == 2
