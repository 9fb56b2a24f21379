"""MPI as this project uses it: messages, shared memory, hosts."""

from __future__ import annotations

import numpy as np
import pytest

from mpi_search.cluster.messages import MAX_BYTES, Cancel, Claims, encode
from mpi_search.transport.mpi.channel import MpiChannel
from mpi_search.transport.mpi.idle import wait_for
from mpi_search.transport.mpi.world import tune
from tests.mpi.conftest import world_of

pytestmark = pytest.mark.mpi


def channel_of(world, bells=None) -> MpiChannel:
    """The messages of the next search."""
    bells = np.zeros((world.host_size, 1), np.uint64) if bells is None else bells
    return MpiChannel(world.comm, world.next_tag(), dict(zip(world.neighbours, bells, strict=True)))


def take(channel):
    """The next message, sooner or later."""
    wait_for(channel.has_mail)
    return channel.take()


def test_messages_of_every_size_arrive_in_order(world):
    """Short ones are sent at once, long ones only when the receiver is ready: nobody may wait for that."""
    channel = channel_of(world)
    messages = [
        Claims(b"", bytes([size % 251]) * size, b"") for size in (0, 1, 100, 5_000, 70_000, MAX_BYTES - 100, 3, 200_000)
    ]
    for message in messages:
        assert channel.send((world.rank + 1) % world.size, message) == len(encode(message))
    for message in messages:
        assert take(channel) == ((world.rank - 1) % world.size, message)
    channel.flush()
    assert not channel.has_mail()


def test_searches_do_not_hear_each_other(world):
    """A rank may be a search ahead of another."""
    first, second = channel_of(world), channel_of(world)
    second.send(0, Cancel(2))
    first.send(0, Cancel(1))
    if world.rank == 0:
        assert {take(first)[1] for _ in range(world.size)} == {Cancel(1)}
        assert {take(second)[1] for _ in range(world.size)} == {Cancel(2)}
    first.flush()
    second.flush()


def test_a_message_rings_at_ranks_of_the_same_host_only(world):
    if world.size < 3:
        pytest.skip("needs more ranks")
    world = world_of(2)
    memory = world.memory({"bells": ((world.host_size, 8), np.uint64)})
    bells = memory.arrays["bells"]
    channel, left = channel_of(world, bells), (world.rank - 1) % world.size
    channel.send((world.rank + 1) % world.size, Cancel(7))
    world.host_barrier()
    assert bells[world.host_rank, 0] == (world.hosts[left] == world.host)
    assert take(channel) == (left, Cancel(7))
    assert not bells[world.host_rank].any(), "whoever looks for messages silences it"
    channel.flush()
    world.host_barrier()
    del bells, channel
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


def test_what_the_user_has_set_stays():
    environment = {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_LOCAL_SIZE": "2", "OMPI_MCA_btl": "tcp,self"}
    tune(environment)
    assert environment["OMPI_MCA_btl"] == "tcp,self"
    assert environment["OMPI_MCA_mtl"] == "^ofi"
    across = {"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_LOCAL_SIZE": "2"}
    tune(across)
    assert "OMPI_MCA_mtl" not in across, "between hosts the fabric may be the best there is"
