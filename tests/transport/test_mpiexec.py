"""Which mpiexec is used, and what it is told."""

from __future__ import annotations

import os

import pytest

from mpi_search.errors import InputError
from mpi_search.transport.mpi import mpiexec
from mpi_search.transport.mpi.mpiexec import (
    EXPORTED,
    MPICH,
    OPEN_MPI,
    Mpi,
    count_cores,
    count_slots,
    find_mpi,
    ranks_of,
)
from tests.transport.mpis import ROOT, clean_environment, need


@pytest.mark.parametrize(
    ("kind", "text", "slots"),
    [
        (OPEN_MPI, "# all\nnode1 slots=8\n\nnode2 slots = 4 max_slots=9 # small\n", 12),
        (OPEN_MPI, "node1\nnode2 slots=4\n", None),
        (OPEN_MPI, "node1 max_slots=4\n", None),
        (MPICH, "node1:8 # big\n# node9:9\nnode2\n", 9),
        (MPICH, "node1:8 binding=core\nnode2:2", 10),
    ],
)
def test_the_ranks_of_a_hostfile_are_counted(tmp_path, kind, text, slots):
    file = tmp_path / "hosts"
    file.write_text(text)
    assert count_slots(str(file), kind) == slots
    if slots is None:
        with pytest.raises(InputError, match="say how many ranks"):
            ranks_of({}, Mpi(kind, "mpiexec"), str(file))
    else:
        assert ranks_of({"SLURM_NTASKS": "3"}, Mpi(kind, "mpiexec"), str(file)) == slots


def test_a_hostfile_without_hosts_is_refused(tmp_path):
    (tmp_path / "hosts").write_text("# nobody\n")
    with pytest.raises(InputError, match="names no hosts"):
        count_slots(str(tmp_path / "hosts"), MPICH)
    with pytest.raises(InputError, match="cannot be read"):
        count_slots(str(tmp_path / "nowhere"), MPICH)


def test_the_examples_have_hosts():
    for file in ROOT.glob("hostfiles/*-*"):
        assert count_slots(str(file), file.name.partition("-")[0]) in (4, 20)


def test_schedulers_say_how_many_ranks_there_is_room_for():
    mpi = Mpi(OPEN_MPI, "mpiexec")
    assert ranks_of({"SLURM_NTASKS": "12"}, mpi, None) == 12
    assert ranks_of({"PBS_NP": "7"}, mpi, None) == 7
    assert ranks_of({}, mpi, None) == count_cores() >= 1


@pytest.mark.parametrize("name", ["openmpi", "mpich"])
def test_the_launcher_belongs_to_the_mpi_that_mpi4py_loads(name, tmp_path, monkeypatch):
    mpi = need(name)
    monkeypatch.setenv("MPI_SEARCH_CACHE", str(tmp_path / "cache"))
    environment = {**clean_environment(), **mpi.environment}
    found = find_mpi(environment)
    assert (found.kind, os.path.realpath(found.mpiexec)) == (name, os.path.realpath(mpi.mpiexec))
    monkeypatch.setattr(mpiexec, "_loaded", lambda _: pytest.fail("asked again"))
    assert find_mpi(environment) == found, "what was found out is kept"


def test_a_launcher_can_be_named(tmp_path):
    file = tmp_path / "mpiexec"
    file.write_text("#!/bin/sh\necho HYDRA build details\n")
    file.chmod(0o755)
    assert find_mpi({"MPIEXEC": str(file)}) == Mpi(MPICH, str(file))
    file.write_text("#!/bin/sh\necho something else\n")
    with pytest.raises(InputError, match="neither Open MPI nor"):
        find_mpi({"MPIEXEC": str(file)})
    with pytest.raises(InputError, match="fails"):
        find_mpi({"MPIEXEC": str(tmp_path / "nowhere")})


def test_open_mpi_is_told_that_ranks_share_cores():
    mpi = Mpi(OPEN_MPI, "mpiexec")
    assert "--oversubscribe" in mpi.command(["x"], count_cores() + 1)
    assert "--oversubscribe" not in mpi.command(["x"], count_cores())
    assert "--oversubscribe" not in mpi.command(["x"], 1000, "hosts"), "a hostfile says what there is room for"
    assert mpi.command(["x"], 2, "hosts")[:5] == ["mpiexec", "-n", "2", "--hostfile", "hosts"]
    assert Mpi(MPICH, "mpiexec").command(["x", "y"], 3, "hosts") == ["mpiexec", "-n", "3", "-f", "hosts", "x", "y"]


def test_ranks_do_not_hear_of_another_launcher():
    before = {"OMPI_COMM_WORLD_SIZE": "4", "PMIX_RANK": "1", "PMI_SIZE": "4", "OMPI_MCA_btl": "self", "HOME": "/h"}
    clean = Mpi(OPEN_MPI, "mpiexec").environment(before, MPI_SEARCH_DOOR="d")
    assert not {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_SIZE"} & set(clean)
    assert (clean["OMPI_MCA_btl"], clean["HOME"], clean["MPI_SEARCH_DOOR"]) == ("self", "/h", "d")
    assert set(EXPORTED) <= set(clean), "Open MPI complains of names that are not set"
