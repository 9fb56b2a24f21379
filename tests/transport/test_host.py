"""What the ranks of a host do together before a search: one compiles, the others load."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from mpi_search.errors import Agreed, InputError
from mpi_search.transport.mpi import host


class Host:
    """The ranks of one host, each in a thread, as far as they compile a search: what they do, in order."""

    def __init__(self, ranks: int, *, is_ready: bool) -> None:
        self.is_ready, self.did, self.errors = is_ready, [], {}
        self.barrier = threading.Barrier(ranks)
        self.worlds = [HostWorld(self, rank) for rank in range(ranks)]

    def compile(self, monkeypatch) -> list[tuple[int, str]]:
        monkeypatch.setattr(host, "is_compiled", lambda kernel: self.is_ready)
        monkeypatch.setattr(host, "compile_shared", self.make_ready)
        with ThreadPoolExecutor(len(self.worlds)) as threads:
            seconds = list(threads.map(lambda world: host.compile_once(world, world), self.worlds))
        assert all(0 <= each < 60 for each in seconds)
        return self.did

    def make_ready(self, kernel: HostWorld) -> None:
        """A rank stands for its kernel too."""
        word = "loads" if self.is_ready else "compiles"
        time.sleep(0.02)  # the others do not wait for it unless they are told to
        self.is_ready = True
        self.did.append((kernel.host_rank, word))


class HostWorld:
    """What a rank knows of its host."""

    def __init__(self, host: Host, rank: int) -> None:
        self.host, self.host_rank = host, rank

    def tell_host(self, word):
        """What the first rank of the host says, at all of them."""
        if self.host_rank == 0:
            self.host.word = word
        self.host.barrier.wait(30)
        word = self.host.word
        self.host.barrier.wait(30)
        return word

    def agree(self, error):
        """The first error that any rank has met, at all of them."""
        self.host.errors[self.host_rank] = error
        self.host.barrier.wait(30)
        return next((self.host.errors[rank] for rank in sorted(self.host.errors) if self.host.errors[rank]), "")


@pytest.mark.parametrize("ranks", [1, 2, 5])
def test_one_rank_of_a_host_compiles_and_then_the_others_load(monkeypatch, ranks):
    did = Host(ranks, is_ready=False).compile(monkeypatch)
    assert did[0] == (0, "compiles")
    assert sorted(did[1:]) == [(rank, "loads") for rank in range(1, ranks)]


def test_nobody_compiles_what_is_compiled(monkeypatch):
    assert sorted(Host(4, is_ready=True).compile(monkeypatch)) == [(rank, "loads") for rank in range(4)]


def test_all_ranks_learn_that_a_game_cannot_be_compiled(monkeypatch):
    ranks = Host(3, is_ready=False)

    def fail(kernel: HostWorld) -> None:
        raise InputError(f"rank {kernel.host_rank} cannot")

    monkeypatch.setattr(host, "is_compiled", lambda kernel: False)
    monkeypatch.setattr(host, "compile_shared", fail)
    with ThreadPoolExecutor(3) as threads:
        futures = [threads.submit(host.compile_once, world, world) for world in ranks.worlds]
        errors = [future.exception(30) for future in futures]
    assert [type(error) for error in errors] == [Agreed] * 3
    assert {str(error) for error in errors} == {"rank 0 cannot"}
