"""The map of the cluster: who is near, who is far, whose parent is who."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.cluster.hosts import Hosts

maps = st.lists(st.integers(0, 5), min_size=2, max_size=40).map(tuple)


def test_a_few_are_drawn_of_many_and_all_of_a_few():
    rng, hosts = random.Random(1), Hosts((0, 0, 1, 1, 2, 2, 3), 1)
    assert hosts.draw(rng, 5) == hosts.draw(rng, 6) == [2, 3, 4, 5, 6]
    drawn = [hosts.draw(rng, 2) for _ in range(200)]
    assert {len(ranks) for ranks in drawn} == {2}
    assert {rank for ranks in drawn for rank in ranks} == {2, 3, 4, 5, 6}
    assert hosts.draw(rng, 0) == []


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


@given(maps, st.integers(), st.integers(-1, 8))
def test_a_stranger_is_on_another_host(host_of, seed, but):
    rng, hosts = random.Random(seed), Hosts(host_of, 0)
    strangers = {rank for rank, host in enumerate(host_of) if host != host_of[0]}
    met = {hosts.stranger(rng, but) for _ in range(20)}
    assert met <= strangers - {but} | ({None} if strangers <= {but} else set())


def test_every_stranger_is_met_sooner_or_later():
    rng, hosts = random.Random(1), Hosts((0, 0, 1, 1, 2, 2), 1)
    assert {hosts.stranger(rng, 4) for _ in range(1000)} == {2, 3, 5}


@given(maps, st.integers(), st.integers(1, 8))
def test_strangers_are_different(host_of, seed, count):
    hosts = Hosts(host_of, 0)
    chosen = hosts.strangers(random.Random(seed), count)
    far = sum(host != host_of[0] for host in host_of)
    assert len(set(chosen)) == len(chosen) == min(count, far)
    assert all(host_of[rank] != host_of[0] for rank in chosen)


@given(maps, st.integers(0, 39), st.integers(1, 4))
def test_everyone_is_near_or_far_or_in_a_team_with_a_leader(host_of, own, team_size):
    own %= len(host_of)
    hosts = Hosts(host_of, own, team_size=team_size)
    dealers = {rank for rank in range(len(host_of)) if Hosts(host_of, rank, team_size=team_size).is_leader}
    assert set(hosts.near) == {rank for rank in dealers if host_of[rank] == host_of[own]} - {own}
    assert set(hosts.far) == {rank for rank in dealers if host_of[rank] != host_of[own]}
    for rank in range(len(host_of)):
        assert set(hosts.dealers(rank)) == {other for other in dealers if host_of[other] == host_of[rank]}


@given(maps, st.integers(1, 4))
def test_rows_are_those_of_the_dealers(host_of, team_size):
    hosts = Hosts(host_of, 0, team_size=team_size)
    for rank in range(len(host_of)):
        assert hosts.rows(rank).tolist() == hosts.dealers(rank)


def test_of_a_team_only_the_leader_deals_with_others():
    assert Hosts((0,) * 6, 0, team_size=2).near == [2, 4]
    assert [Hosts((0, 0, 0, 0, 1, 1), rank, team_size=2).deals for rank in range(6)] == [True, False] * 3
    assert not Hosts((0, 0), 0, team_size=2).deals, "with whom?"
