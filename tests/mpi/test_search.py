"""Whole searches on real ranks: every policy, every game, one host and several; values and moves against an oracle."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest

from mpi_search.kernel.bind import bind
from mpi_search.kernel.load import load_game
from mpi_search.policies import POLICIES
from mpi_search.study.oracle import Oracle
from mpi_search.study.scenario import SOURCES, draw_question, rules_of
from mpi_search.transport.mpi.job import Host, Order, prepare, search
from tests.mpi.conftest import world_of
from tests.tools import FINE

pytestmark = pytest.mark.mpi

#: Fine, but in slices that a busy machine can afford.
SHARING = replace(FINE, look_nodes=5, slice_nodes=100, grain_nodes=5, busy_nodes=5)
POSITIONS = 2
#: All games with so many ranks; with others only a few, because every rank has to load what is compiled for each.
FULL_SIZES, FEW_GAMES = (2, 3, 4), ("connect4:4x4", "othello")

#: How many jobs other ranks than the master had, in each search so far.
helped: list[int] = []


def hosts_of(world) -> list[int]:
    return [1] if world.size == 1 else [1, 2]


def prepared(world, name: str):
    kernel = bind(load_game(name))
    prepare(world, kernel)
    return kernel


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.game)
def test_every_policy_finds_the_value_and_a_move_that_reaches_it(world, source):
    if world.size not in FULL_SIZES and source.game not in FEW_GAMES:
        pytest.skip("with other numbers of ranks")
    kernel, oracle = prepared(world, source.game), Oracle(rules_of(source.game))
    rng = random.Random(f"{source.game} {world.size}")
    for pretend_hosts in hosts_of(world):
        world = world_of(pretend_hosts)
        host = Host(world, kernel, 0.5)
        for policy in POLICIES.values():
            for _ in range(POSITIONS):
                state, depth = draw_question(rng, source)
                outcome = search(world, host, Order(state, policy, depth, sharing=SHARING, crowds=True), want_pv=False)
                assert (outcome is None) == (world.rank > 0)
                if outcome is not None:
                    result = outcome.result
                    oracle.check(state, depth, result.value, result.best_move)
                    helped.append(sum(share.jobs for share in outcome.shares[1:]))
        host.close()


def test_the_others_have_helped(world):
    """Not in every search above: small ones may be over before another rank gets a core."""
    if world.rank == 0 and world.size > 1:
        assert sum(helped) > 0


@pytest.mark.parametrize("policy", POLICIES)
def test_a_worthwhile_search_is_shared(world, policy):
    """FFO 40, by all ranks."""
    kernel = prepared(world, "othello")
    world = world_of(hosts_of(world)[-1])
    host = Host(world, kernel, 64)
    outcome = search(world, host, Order(kernel.game.parse("ffo-40"), POLICIES[policy], crowds=True))
    host.close()
    if outcome is None:
        return
    assert (outcome.result.value, outcome.result.exact) == (38, True)
    assert kernel.game.move_name(kernel.game.parse("ffo-40"), outcome.result.best_move) == "a2"
    assert len(outcome.result.pv) > 10
    assert [share.rank for share in outcome.shares] == list(range(world.size))
    assert [share.host for share in outcome.shares] == world.hosts
    assert sum(share.nodes for share in outcome.shares) == outcome.result.nodes
    for share in outcome.shares[1:]:
        assert share.messages_sent > 0
        assert share.messages_received > 0
        assert share.bytes_sent > 0
    assert sum(share.nodes > 100_000 for share in outcome.shares) >= min(2, world.size)


def test_ranks_without_a_core_leave_the_work_to_the_others(world):
    kernel = prepared(world, "othello")
    host = Host(world, kernel, 16)
    outcome = search(world, host, Order(kernel.game.parse("ffo-40"), POLICIES["ybwc"]))
    host.close()
    if outcome is not None:
        assert outcome.result.value == 38
        cores = len(os.sched_getaffinity(0))
        assert all(share.nodes == 0 for share in outcome.shares[cores:])


def test_a_search_begins_with_an_empty_board_and_outbox(world):
    kernel = prepared(world, "tictactoe")
    world = world_of(hosts_of(world)[-1])
    host = Host(world, kernel, 0.5)
    desk = host.desk()
    desk.offers[:], desk.outbox[:] = 5, 7
    world.host_barrier()
    desk = host.desk()
    world.host_barrier()
    assert desk.offers.shape[0] == world.size
    assert not desk.offers.any()
    assert not desk.outbox[0].any()
    host.close()


# --- limits
def test_a_node_limit_is_kept_and_leaves_a_move(world):
    kernel = prepared(world, "connect4")
    host = Host(world, kernel, 4)
    for limit in (1, 3_000, 300_000):
        order = Order(kernel.game.start(), POLICIES["ybwc"], max_nodes=limit)
        outcome = search(world, host, order)
        if outcome is not None:
            result = outcome.result
            assert not result.exact
            assert result.best_move in range(7)
            # One ply is always searched, and ranks that have to share cores may hear late that it is enough.
            assert result.nodes <= 3 * limit + 50_000
            assert result.depth >= 1
            if limit == 300_000:
                assert result.depth > 6
    host.close()


def test_a_time_limit_is_kept(world):
    kernel = prepared(world, "connect4")
    host = Host(world, kernel, 4)
    outcome = search(world, host, Order(kernel.game.start(), POLICIES["dts"], max_seconds=0.5))
    host.close()
    if outcome is not None:
        assert not outcome.result.exact
        assert 0.3 < outcome.result.seconds < 2.0
        assert outcome.result.depth > 6


def test_an_interruption_leaves_the_best_so_far(world):
    kernel = prepared(world, "connect4")
    host = Host(world, kernel, 4)
    seen = []
    outcome = search(
        world,
        host,
        Order(kernel.game.start(), POLICIES["abdada"]),
        should_stop=lambda: bool(seen),
        on_progress=seen.append,
    )
    host.close()
    if outcome is not None:
        assert not outcome.result.exact
        assert outcome.result.depth >= 1
        assert len(seen[0].busy) == world.size


def test_a_depth_is_kept_on_the_cluster(world):
    kernel = prepared(world, "connect4")
    host = Host(world, kernel, 4)
    outcome = search(world, host, Order(kernel.game.start(), POLICIES["jamboree"], 9))
    host.close()
    if outcome is not None:
        assert (outcome.result.depth, outcome.result.exact) == (9, False)


def test_one_host_serves_many_searches(world):
    """The table stays; what it holds from other positions does no harm."""
    kernel = prepared(world, "connect4:4x4")
    oracle, rng = Oracle(rules_of("connect4:4x4")), random.Random(4)
    source = next(source for source in SOURCES if source.game == "connect4:4x4")
    host = Host(world, kernel, 0.1)
    for _ in range(20):
        state, depth = draw_question(rng, source)
        outcome = search(
            world, host, Order(state, POLICIES["ybwc"], depth, sharing=SHARING, crowds=True), want_pv=False
        )
        if outcome is not None:
            oracle.check(state, depth, outcome.result.value, outcome.result.best_move)
    host.close()
