"""What the environment says about launchers, schedulers and terminals."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from mpi_search.errors import InputError
from mpi_search.front.launch import check_promise, launch_of, terminal


@pytest.mark.parametrize(
    ("environment", "size", "rank"),
    [
        ({"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "3", "PMIX_RANK": "3"}, 4, 3),
        ({"PMI_SIZE": "2", "PMI_RANK": "1"}, 2, 1),
        ({"MV2_COMM_WORLD_SIZE": "8", "MV2_COMM_WORLD_RANK": "0"}, 8, 0),
        ({"SLURM_NTASKS": "16", "SLURM_PROCID": "5"}, 16, 5),
        ({"SLURM_NTASKS": "16", "SLURM_PROCID": "5", "PMIX_RANK": "5"}, 16, 5),
        ({"SLURM_NTASKS": "16", "PMI_SIZE": "4", "PMI_RANK": "2"}, 4, 2),
        ({"PMIX_RANK": "2"}, None, 2),
        ({"PBS_NP": "24"}, 24, 0),
        ({"LSB_DJOB_NUMPROC": "6"}, 6, 0),
        ({"NSLOTS": "3"}, 3, 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_launchers_are_recognised(environment, size, rank):
    launch = launch_of(environment)
    assert (launch.size, launch.rank) == (size, rank)


@pytest.mark.parametrize("environment", [{}, {"SLURM_NTASKS": "1"}, {"SLURM_NTASKS": ""}, {"PBS_NODEFILE": "/nowhere"}])
def test_a_process_on_its_own_needs_no_mpi(environment):
    assert launch_of(environment) is None


def test_the_nodes_of_pbs_are_counted(tmp_path):
    file = tmp_path / "nodes"
    file.write_text("one\none\ntwo\ntwo\n")
    assert launch_of({"PBS_NODEFILE": str(file)}).size == 4


@pytest.mark.parametrize(
    ("environment", "parts"),
    [
        ({"SLURM_NTASKS": "8", "SLURM_PROCID": "0"}, ("Slurm promises 8 ranks", "srun --mpi=pmix")),
        ({"PBS_NP": "8"}, ("PBS promises 8 ranks", "mpiexec")),
        ({"PMI_SIZE": "4", "PMI_RANK": "0"}, ("PMI_SIZE promises 4 ranks", "Open MPI v5", "the mpiexec that belongs")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_a_broken_promise_says_what_to_do(environment, parts):
    with pytest.raises(InputError) as error:
        check_promise(launch_of(environment), 1, "Open MPI v5")
    for part in (*parts, "only one"):
        assert part in str(error.value)


@pytest.mark.parametrize(
    ("environment", "size", "is_fine"),
    [
        ({"PMI_SIZE": "4", "PMI_RANK": "0"}, 4, True),
        ({"PMI_SIZE": "4", "PMI_RANK": "0"}, 3, True),  # others may have been left out; this rank is not alone
        ({"PMI_SIZE": "4", "PMI_RANK": "0"}, 1, False),
        ({"PMI_SIZE": "2", "PMI_RANK": "0"}, 1, False),
        ({"PMI_SIZE": "1", "PMI_RANK": "0"}, 1, True),
        ({"SLURM_NTASKS": "8", "OMPI_COMM_WORLD_SIZE": "2"}, 2, True),  # who has started it knows better
        ({"SLURM_NTASKS": "8", "OMPI_COMM_WORLD_SIZE": "1"}, 1, True),
        ({"SLURM_NTASKS": "8"}, 1, False),
        ({"PMIX_RANK": "0"}, 1, True),  # nothing was promised
    ],
    ids=lambda value: " ".join(f"{name}={number}" for name, number in value.items()) if type(value) is dict else None,
)
def test_a_kept_promise_is_fine(environment, size, is_fine):
    """And one that only this rank was left alone with is not."""
    launch = launch_of(environment)
    with nullcontext() if is_fine else pytest.raises(InputError, match=f"promises {launch.size} ranks"):
        assert check_promise(launch, size, "MPICH") is None


def test_a_terminal_can_be_promised_or_denied():
    assert terminal({"MPI_SEARCH_LIVE": "1"}) == ""
    assert terminal({"MPI_SEARCH_LIVE": "0"}) is None
    assert terminal({}) is None, "tests are not started by mpiexec"
    assert terminal({}, process=1) is None
