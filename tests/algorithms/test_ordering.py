"""Move ordering: each part by itself, all combinations together, and what they save."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.deepening import OrderedAlphaBeta, deepen, deepening
from mpi_search.algorithms.ordering import PARTS, History, Killers, Ordering, TableMove
from mpi_search.algorithms.savings import NAMES, Problem, all_combinations, measure, savings, savings_table
from mpi_search.rules.load import load_game
from tests.algorithms.positions import oracle_value, problems, synthetic

STATE, OTHER = (1, 2), (3, 4)


def test_the_table_remembers_a_move_for_its_position():
    count = Count()
    table = TableMove(count)
    table.learn(STATE, 3, 4, 7, cut=False)
    table.learn(STATE, 3, 4, 8, cut=False)
    assert [table.rank(STATE, 0, move) for move in (7, 8)] == [0, 1]
    assert table.rank(OTHER, 0, 8) == 0
    assert count.stored == 1


def test_killers_are_the_last_two_that_cut_at_a_ply():
    killers = Killers()
    for move in (1, 2, 3, 2):
        killers.learn(STATE, 5, 4, move, cut=True)
    killers.learn(STATE, 5, 4, 9, cut=False)
    assert [killers.rank(OTHER, 5, move) for move in (1, 2, 3, 9)] == [0, 2, 1, 0]
    assert killers.rank(OTHER, 6, 2) == 0


def test_history_weighs_cuts_by_size_for_each_side():
    history = History()
    history.learn(STATE, 0, 3, 1, cut=True)
    history.learn(OTHER, 2, 1, 1, cut=True)
    history.learn(STATE, 0, 3, 2, cut=False)
    assert [history.rank(STATE, 4, move) for move in (1, 2)] == [10, 0]
    assert history.rank(STATE, 1, 1) == 0


def test_the_first_part_that_prefers_decides():
    table, killers = TableMove(Count()), Killers()
    table.learn(STATE, 0, 1, 3, cut=True)
    killers.learn(STATE, 0, 1, 2, cut=True)
    assert Ordering([table, killers]).sort(STATE, 0, [1, 2, 3, 4]) == [3, 2, 1, 4]
    assert Ordering([killers, table]).sort(STATE, 0, [1, 2, 3, 4]) == [2, 3, 1, 4]
    assert Ordering([]).sort(STATE, 0, [4, 1]) == [4, 1]


@settings(max_examples=40)
@given(problem=problems())
def test_no_combination_changes_the_value(problem):
    game, state, depth = problem
    value = oracle_value(game, state, depth)
    for parts in all_combinations():
        count = Count()
        search = OrderedAlphaBeta(game, Ordering([make(count) for name, make in PARTS.items() if name in parts]), count)
        answer = deepen(search, state, depth) if "deepening" in parts else search.run(state, depth)
        assert answer.value == value, parts


def test_deepening_stops_when_no_leaf_is_at_the_horizon():
    game = load_game("tictactoe")
    state = game.parse("OXOXX..O. O")
    counts = [Count(), Count()]
    assert deepening(game, state, None, counts[0]) == deepening(game, state, 60, counts[1])
    assert counts[0] == counts[1]


def test_the_parts_save_nodes_on_connect_four():
    """The figures of the table in docs/algorithms.md, for a smaller search."""
    rows = savings([Problem("connect4:5x4", "start", 7)])
    assert [row.parts for row in rows] == all_combinations()
    assert len(rows) == 2 ** len(NAMES)
    assert len({row.value for row in rows}) == 1
    nodes = {row.parts: row.nodes for row in rows}
    assert nodes["killers",] < nodes[()]
    assert nodes["history",] < nodes[()]
    assert nodes["deepening", "table"] < nodes["deepening",]


def test_deepening_finds_the_order_of_a_badly_ordered_tree():
    problem = Problem("synthetic:branching=5,depth=6,order=0,values=100,noise=5,seed=2", "start", 6)
    plain, with_table = measure((), problem), measure(("deepening", "table"), problem)
    assert with_table.nodes < plain.nodes


def test_the_table_has_a_line_for_each_combination():
    problems = [Problem("tictactoe", "X...O.... X", None), Problem("connect4:4x4", "start", 3)]
    table = savings_table(savings(problems, [(), ("killers",), ("deepening", "table")]))
    lines = table.splitlines()
    assert lines[0] == "| ordering | tictactoe X...O.... X, to the end | connect4:4x4 start, depth 3 |"
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| as listed", "| killers", "| deepening + table"]
    assert "844 (+0 %)" in lines[2]


def test_an_unknown_part_is_refused():
    with pytest.raises(AssertionError):
        measure(("magic",), Problem("tictactoe", "start", 1))


def test_ordering_reaches_the_minimal_tree_when_it_knows_all():
    """A second search with the table of the first tries the best move first everywhere."""
    game, first = synthetic(4, 5, seed=5, order=0.0, values=100), Count()
    search = OrderedAlphaBeta(game, Ordering([TableMove(first)]), first)
    search.run(game.start(), None)
    search.count = second = Count()
    search.run(game.start(), None)
    assert second.nodes < first.nodes
