"""The figures of a run on the virtual cluster."""

from __future__ import annotations

import dataclasses

import pytest

from mpi_search.cluster.tuning import Tuning
from mpi_search.errors import InputError
from mpi_search.policies import POLICIES
from mpi_search.policies.policy import Policy
from mpi_search.rules.load import load_game
from mpi_search.study.speedup import Broken, serial_search, simulate
from mpi_search.transport.virtual.shape import Costs, Network, Shape

SYNTHETIC = "synthetic:branching=6,depth=7,order=0.6,seed=3"


@pytest.fixture(scope="module")
def game():
    return load_game(SYNTHETIC)


@pytest.fixture(scope="module")
def serial(game):
    return serial_search(game, game.start(), table_mb=4)


def run(game, serial, ranks=4, policy="ybwc", hosts=1, costs=None, tuning=None, **options):
    shape = Shape(ranks, hosts, 4.0, costs or Costs(), tuning=tuning or Tuning())
    return simulate(game, game.start(), POLICIES[policy], shape, serial, **options)


def test_the_serial_search_finds_the_known_value(game, serial):
    assert serial.value == game.module.known_value(game.start())
    assert serial.nodes > 1000
    assert serial.seconds(100) == pytest.approx(serial.nodes * 1e-7)


def test_figures_fit_together(game, serial):
    row = run(game, serial, ranks=4, hosts=2, validate=True)
    assert (row.policy, row.ranks, row.hosts, row.value) == ("ybwc", 4, 2, serial.value)
    assert row.speedup == pytest.approx(serial.seconds(100) / row.virtual_seconds)
    assert row.efficiency == pytest.approx(row.speedup / 4)
    assert row.search_overhead == pytest.approx(row.nodes / serial.nodes - 1)
    assert 0 <= row.idle_share <= 1
    assert 0 < row.message_share <= 1
    assert row.messages > 0
    assert row.bytes > row.messages
    game, start = game, game.start()
    assert row.best_move in [game.move_name(start, move) for move in game.moves(start)]


def test_one_rank_searches_like_the_serial_search(game, serial):
    """Only looking up between slices sets it back."""
    row = run(game, serial, ranks=1, costs=Costs(slice_us=1))
    assert (row.nodes, row.search_overhead, row.messages) == (serial.nodes, 0, 0)
    assert 0.95 < row.speedup < 1
    assert row.idle_share == pytest.approx(0, abs=1e-9)


def test_the_same_seed_gives_the_same_row(game, serial):
    assert run(game, serial, ranks=8, seed=5) == run(game, serial, ranks=8, seed=5)


def test_expensive_messages_slow_the_cluster_down(game, serial):
    cheap = run(game, serial, costs=Costs(send_us=0, receive_us=0))
    expensive = run(game, serial, costs=Costs(send_us=500, receive_us=500))
    assert expensive.speedup < cheap.speedup
    assert expensive.message_share > cheap.message_share


def test_handled_costs_leave_the_price_of_a_node_alone():
    costs = Costs(node_ns=43, send_us=4)
    assert costs.handled(1) == costs
    half = costs.handled(0.5)
    assert (half.node_ns, half.send_us, half.slice_us, half.row_us) == (43, 2, 2.5, 0.175)
    assert costs.handled(0) == Costs(43, *[0] * (len(dataclasses.fields(Costs)) - 1))


def test_offers_take_time(game, serial):
    free, expensive = (
        run(game, serial, costs=Costs(offer_us=price), tuning=Tuning(offer_every_nodes=100)) for price in (0.0, 500.0)
    )
    assert expensive.speedup < free.speedup / 2


@pytest.mark.parametrize("cost", ["collect_us", "claim_us", "row_us"])
def test_what_hosts_tell_each_other_is_charged_for(game, serial, cost):
    chatty = Tuning(export_min_nodes=10, export_batch=1)
    rows = (run(game, serial, hosts=2, costs=Costs(**{cost: price}), tuning=chatty) for price in (0.0, 500.0))
    free_s, dear_s = (row.message_share * row.virtual_seconds for row in rows)
    assert dear_s > 2 * free_s


def test_jitter_depends_on_the_seed(game, serial):
    shape = Shape(4, 2, 4.0, Costs(), Network(jitter=3.0))
    start, policy = game.start(), POLICIES["ybwc"]
    rows = [simulate(game, start, policy, shape, serial, seed=seed) for seed in (1, 1, 2)]
    assert rows[0] == rows[1] != rows[2]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("open_window", [False, True])
def test_depth_and_open_windows(game, policy, open_window):
    serial = serial_search(game, game.start(), 5, table_mb=4)
    row = run(game, serial, policy=policy, depth=5, open_window=open_window, validate=True)
    assert row.value == serial.value


def test_a_wrong_value_is_an_error_that_names_the_run(game, serial):
    wrong = dataclasses.replace(serial, value=serial.value + 1)
    with pytest.raises(Broken, match=r"dts on 3 ranks and 1 hosts, seed 7: found the value"):
        run(game, wrong, ranks=3, policy="dts", seed=7)


def test_a_bug_in_a_run_is_an_error_that_names_the_run(game, serial, monkeypatch):
    def bug(frame):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("mpi_search.cluster.task.type_of_child", bug)
    with pytest.raises(Broken, match=r"ybwc on 2 ranks and 1 hosts, seed 1: ZeroDivisionError: oh") as caught:
        simulate(game, game.start(), POLICIES["ybwc"], Shape(2, 1, 4.0, tuning=Tuning(split_min_nodes=1)), serial)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


class Clumsy(Policy):
    name = "clumsy"

    def rate(self, frame, is_root):
        raise ZeroDivisionError("oh")


def test_a_policy_that_fails_is_an_error_of_its_author(game, serial):
    with pytest.raises(InputError, match=r"test_speedup\.py: Clumsy\.rate\(\) failed at line \d+: ZeroDiv"):
        simulate(game, game.start(), Clumsy(), Shape(2, 1, 4.0, tuning=Tuning(split_min_nodes=1)), serial)


def test_what_goes_wrong_with_the_log_is_no_bug_of_the_run(game, serial):
    def log(now, rank, what, details):
        raise InputError("the disk is full")

    with pytest.raises(InputError, match="the disk is full"):
        run(game, serial, log=log)


def test_games_declare_the_cost_of_a_node(tmp_path):
    assert load_game("othello").node_ns == 43
    file = tmp_path / "mine.py"
    rules = (load_game("tictactoe").path).read_text()
    for declared, said in (("", None), ("NODE_NS = 70\n", 70)):
        file.write_text(rules.replace("NODE_NS = 100\n", declared))
        assert load_game(str(file)).node_ns == said
    for declared, message in (("NODE_NS = 0\n", "at least 1, not 0"), ("NODE_NS = 'x'\n", "must be a whole number")):
        file.write_text(rules.replace("NODE_NS = 100\n", declared))
        with pytest.raises(InputError, match=message):
            load_game(str(file))
