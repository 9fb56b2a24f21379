"""The map of the cluster: who is near, who is far, whose parent is who."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.cluster.hosts import Hosts

maps = st.lists(st.integers(0, 5), min_size=2, max_size=40).map(tuple)


@given(maps)
def test_parents_form_one_tree_with_the_master_at_its_root(host_of):
    for rank in range(1, len(host_of)):
        seen = {rank}
        while rank:
            rank = Hosts(host_of, rank).parent(rank)
            assert rank not in seen, "a ring"
            seen.add(rank)


@given(maps)
def test_only_the_first_rank_of_a_host_has_a_parent_elsewhere(host_of):
    for rank in range(1, len(host_of)):
        parent = Hosts(host_of, rank).parent(rank)
        is_first = host_of.index(host_of[rank]) == rank
        assert (host_of[parent] != host_of[rank]) == is_first


def test_the_tree_of_four_hosts_with_three_ranks_each():
    host_of = tuple(rank // 3 for rank in range(12))
    parents = [Hosts(host_of, rank).parent(rank) for rank in range(1, 12)]
    assert parents == [0, 0, 0, 3, 3, 0, 6, 6, 3, 9, 9]


def test_the_master_has_no_parent():
    with pytest.raises(AssertionError):
        Hosts((0, 0), 0).parent(0)


@given(maps)
def test_counterparts_are_one_rank_of_every_other_host(host_of):
    for rank in range(len(host_of)):
        counterparts = Hosts(host_of, rank).counterparts
        assert {host_of[other] for other in counterparts} == set(host_of) - {host_of[rank]}
        assert len(counterparts) == len(set(host_of)) - 1


def test_the_ranks_of_a_host_spread_their_claims():
    host_of = (0, 0, 0, 1, 1, 1)
    assert [Hosts(host_of, rank).counterparts for rank in range(6)] == [[3], [4], [5], [0], [1], [2]]


@given(maps, st.integers())
def test_someone_is_anyone_but_the_others(host_of, seed):
    rng, hosts = random.Random(seed), Hosts(host_of, 0)
    met = {hosts.someone(rng, 1) for _ in range(20 * len(host_of))}
    assert 1 not in met
    assert met <= set(range(len(host_of)))


def test_someone_is_everyone_sooner_or_later():
    rng, hosts = random.Random(1), Hosts((0,) * 10, 4)
    assert {hosts.someone(rng, 4, 7) for _ in range(1000)} == set(range(10)) - {4, 7}


@given(maps, st.integers())
def test_neighbours_share_the_host_if_anyone_does(host_of, seed):
    rng = random.Random(seed)
    for own in range(len(host_of)):
        neighbour = Hosts(host_of, own).neighbour(rng, own)
        assert neighbour != own
        assert host_of[neighbour] == host_of[own] or host_of.count(host_of[own]) == 1


def test_every_neighbour_is_chosen_equally_often():
    rng, hosts = random.Random(1), Hosts((0, 0, 0, 0, 1), 1)
    times = [0] * 5
    for _ in range(3000):
        times[hosts.neighbour(rng, 1)] += 1
    assert times[1] == times[4] == 0
    assert all(900 < times[rank] < 1100 for rank in (0, 2, 3))


@given(maps, st.integers(), st.integers(1, 8))
def test_several_are_different_and_not_oneself(host_of, seed, count):
    count = min(count, len(host_of) - 1)
    chosen = Hosts(host_of, 0).several(random.Random(seed), 0, count)
    assert len(set(chosen)) == len(chosen) == count
    assert 0 not in chosen
