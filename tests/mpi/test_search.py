"""Whole searches on real ranks: every policy, every game, one host and several; values and moves against an oracle."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest

from mpi_search.cluster.question import Question
from mpi_search.compile.kernel import bind_shared
from mpi_search.policies import POLICIES
from mpi_search.rules.load import load_game
from mpi_search.search.limits import Limits
from mpi_search.study.oracle import Oracle
from mpi_search.study.scenario import SOURCES, draw_question, rules_of
from mpi_search.transport.mpi.host import Host, compile_once
from mpi_search.transport.mpi.together import search_together
from tests.mpi.conftest import world_of
from tests.tools import FINE

pytestmark = pytest.mark.mpi

#: Fine, but in slices that a busy machine can afford.
SHARING = replace(FINE, look_nodes=5, slice_nodes=100, split_min_nodes=5, busy_min_nodes=5)
POSITIONS = 2
#: All games with so many ranks; with others only a few, because every rank has to load what is compiled for each.
FULL_SIZES, FEW_GAMES = (2, 3, 4), ("connect4:4x4", "othello")

#: How many jobs other ranks than the master had, in each search so far.
helped: list[int] = []


def hosts_of(world) -> list[int]:
    return [1] if world.size == 1 else [1, 2]


def prepared(world, name: str):
    kernel = bind_shared(load_game(name))
    compile_once(world, kernel)
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
                found = search_together(
                    world,
                    host,
                    Question(state, policy, Limits(depth=depth), sharing=SHARING, crowds=True),
                    want_pv=False,
                )
                assert (found is None) == (world.rank > 0)
                if found is not None:
                    result = found.result
                    oracle.check(state, depth, result.value, result.best_move)
                    helped.append(sum(report.jobs for report in found.per_rank[1:]))
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
    found = search_together(world, host, Question(kernel.game.parse("ffo-40"), POLICIES[policy], crowds=True))
    host.close()
    if found is None:
        return
    assert (found.result.value, found.result.exact) == (38, True)
    assert kernel.game.move_name(kernel.game.parse("ffo-40"), found.result.best_move) == "a2"
    assert len(found.result.pv) > 10
    assert [report.rank for report in found.per_rank] == list(range(world.size))
    assert [report.host for report in found.per_rank] == world.hosts
    assert sum(report.nodes for report in found.per_rank) == found.result.nodes
    for report in found.per_rank[1:]:
        assert report.messages_sent > 0
        assert report.messages_received > 0
        assert report.bytes_sent > 0
    assert sum(report.nodes > 100_000 for report in found.per_rank) >= min(2, world.size)


def test_ranks_without_a_core_leave_the_work_to_the_others(world):
    kernel = prepared(world, "othello")
    host = Host(world, kernel, 16)
    found = search_together(world, host, Question(kernel.game.parse("ffo-40"), POLICIES["ybwc"]))
    host.close()
    if found is not None:
        assert found.result.value == 38
        cores = len(os.sched_getaffinity(0))
        assert all(report.nodes == 0 for report in found.per_rank[cores:])


def test_a_search_begins_with_an_empty_board_and_outbox(world):
    kernel = prepared(world, "tictactoe")
    world = world_of(hosts_of(world)[-1])
    host = Host(world, kernel, 0.5)
    workspace = host.workspace()
    workspace.board[:], workspace.outbox[:] = 5, 7
    world.host_barrier()
    workspace = host.workspace()
    world.host_barrier()
    assert workspace.board.shape[0] == world.size
    assert not workspace.board.any()
    assert not workspace.outbox[0].any()
    host.close()


# --- limits
def test_a_node_limit_is_kept_and_leaves_a_move(world):
    kernel = prepared(world, "connect4")
    host = Host(world, kernel, 4)
    for limit in (1, 3_000, 300_000):
        question = Question(kernel.game.start(), POLICIES["ybwc"], limits=Limits(max_nodes=limit))
        found = search_together(world, host, question)
        if found is not None:
            result = found.result
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
    found = search_together(world, host, Question(kernel.game.start(), POLICIES["dts"], limits=Limits(max_seconds=0.5)))
    host.close()
    if found is not None:
        assert not found.result.exact
        assert 0.3 < found.result.seconds < 2.0
        assert found.result.depth > 6


def test_an_interruption_leaves_the_best_so_far(world):
    kernel = prepared(world, "connect4")
    host = Host(world, kernel, 4)
    seen = []
    found = search_together(
        world,
        host,
        Question(kernel.game.start(), POLICIES["abdada"]),
        should_stop=lambda: bool(seen),
        on_progress=seen.append,
    )
    host.close()
    if found is not None:
        assert not found.result.exact
        assert found.result.depth >= 1
        assert len(seen[0].busy) == world.size


def test_a_depth_is_kept_on_the_cluster(world):
    kernel = prepared(world, "connect4")
    host = Host(world, kernel, 4)
    found = search_together(world, host, Question(kernel.game.start(), POLICIES["jamboree"], Limits(depth=9)))
    host.close()
    if found is not None:
        assert (found.result.depth, found.result.exact) == (9, False)


def test_one_host_serves_many_searches(world):
    """The table stays; what it holds from other positions does no harm."""
    kernel = prepared(world, "connect4:4x4")
    oracle, rng = Oracle(rules_of("connect4:4x4")), random.Random(4)
    source = next(source for source in SOURCES if source.game == "connect4:4x4")
    host = Host(world, kernel, 0.1)
    for _ in range(20):
        state, depth = draw_question(rng, source)
        found = search_together(
            world,
            host,
            Question(state, POLICIES["ybwc"], Limits(depth=depth), sharing=SHARING, crowds=True),
            want_pv=False,
        )
        if found is not None:
            oracle.check(state, depth, found.result.value, found.result.best_move)
    host.close()


def test_a_host_forgets_what_its_table_holds(world):
    """All of it, at all ranks; the next search finds the same."""
    kernel = prepared(world, "connect4")
    for pretend_hosts in hosts_of(world):
        world = world_of(pretend_hosts)
        host = Host(world, kernel, 4)
        question = Question(kernel.game.parse("4453"), POLICIES["ybwc"], Limits(depth=8))
        values = []
        for _ in range(2):
            found = search_together(world, host, question)
            host.table.words[:: 64 * (world.host_rank + 1)] = 1  # a rank that had nothing to do may have left nothing
            world.host_barrier()
            host.forget()
            assert not host.table.words.any()
            assert host.table.generation == 0
            world.host_barrier()  # the others have looked
            values.append(found and found.result.value)
        host.close()
        assert values in ([1, 1], [None, None])
