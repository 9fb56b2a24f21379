"""MPI as this project uses it: messages, shared memory, hosts."""

from __future__ import annotations

import numpy as np
import pytest

from mpi_search.transport.mpi.idle import wait_for
from tests.mpi.conftest import world_of

pytestmark = pytest.mark.mpi


def take(mail):
    """The next message, sooner or later."""
    wait_for(mail.has_mail)
    return mail.take()


def test_messages_of_every_size_arrive_in_order(world):
    """Short ones are sent at once, long ones only when the receiver is ready: nobody may wait for that."""
    mail = world.mail()
    sizes = [0, 1, 100, 5_000, 70_000, 1 << 20, 3, 200_000]
    right = (world.rank + 1) % world.size
    for size in sizes:
        mail.send(right, bytes([size % 251]) * size)
    for size in sizes:
        source, data = take(mail)
        assert source == (world.rank - 1) % world.size
        assert data == bytes([size % 251]) * size
    mail.flush()
    assert not mail.has_mail()


def test_searches_do_not_hear_each_other(world):
    """A rank may be a search ahead of another."""
    first, second = world.mail(), world.mail()
    second.send(0, b"second")
    first.send(0, b"first")
    if world.rank == 0:
        assert {take(first)[1] for _ in range(world.size)} == {b"first"}
        assert {take(second)[1] for _ in range(world.size)} == {b"second"}
    first.flush()
    second.flush()


def test_a_message_rings_at_ranks_of_the_same_host_only(world):
    if world.size < 3:
        pytest.skip("needs more ranks")
    world = world_of(2)
    memory = world.memory({"bells": ((world.host_size, 8), np.uint64)})
    bells = memory.arrays["bells"]
    mail, left = world.mail(bells), (world.rank - 1) % world.size
    mail.send((world.rank + 1) % world.size, b"hello")
    world.host_barrier()
    assert bells[world.host_rank, 0] == (world.hosts[left] == world.host)
    assert take(mail) == (left, b"hello")
    assert not bells[world.host_rank].any(), "whoever looks for messages silences it"
    mail.flush()
    world.host_barrier()
    del bells, mail
    memory.free()


@pytest.mark.parametrize("pretend_hosts", [1, 2, 3])
def test_ranks_of_a_host_share_memory_and_others_do_not(world, pretend_hosts):
    if pretend_hosts > world.size:
        pytest.skip("needs more ranks")
    world = world_of(pretend_hosts)
    memory = world.memory({"small": ((3,), np.uint64), "ranks": ((world.host_size, 5), np.uint64)})
    ranks = memory.arrays["ranks"]
    assert not memory.arrays["small"].any()
    assert not ranks.any()
    assert all(array.ctypes.data % 64 == 0 for array in memory.arrays.values())
    world.host_barrier()
    ranks[world.host_rank] = world.rank + 1
    world.host_barrier()
    mates = [rank for rank in range(world.size) if world.hosts[rank] == world.host]
    assert ranks[:, 4].tolist() == [mate + 1 for mate in mates]
    del ranks
    world.host_barrier()
    memory.free()


def test_hosts_have_names_of_their_own(world):
    assert len(set(world.hosts)) == 1
    if world.size > 1:
        pretended = world_of(2)
        assert len(set(pretended.hosts)) == 2
        assert pretended.hosts == sorted(pretended.hosts), "ranks fill the hosts in order"
        assert all("#" in name for name in pretended.hosts)


def test_the_first_rank_of_a_host_is_heard_by_the_others(world):
    assert world.tell_host(world.rank + 7) == 7
