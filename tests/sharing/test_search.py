"""A search that ranks share: the same search, but for what others do to it."""

from __future__ import annotations

import pytest

from mpi_search.compile.kernel import bind, bind_shared
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import PAUSED, TO_END
from mpi_search.search.search import Search
from mpi_search.search.table import Table
from tests.tools import shared_search


@pytest.mark.parametrize(
    ("name", "position", "window", "depth"),
    [
        ("tictactoe", "start", (-1, 1), TO_END),
        ("connect4", "444444333", (0, 1), 14),
        ("othello", "ffo-40", (37, 38), 9),
    ],
)
def test_alone_it_searches_what_a_search_on_one_rank_does(name, position, window, depth):
    game = load_game(name)
    state = game.parse(position)
    alone, shared = Search(bind(game), Table(1)), shared_search(bind_shared(game), Table(1))
    for search in (alone, shared):
        search.begin(state, *window, depth)
        search.run(1 << 40)
    assert (shared.nodes, shared.lower, shared.upper) == (alone.nodes, alone.lower, alone.upper)
    assert shared.best_move == alone.best_move


def test_a_search_on_one_rank_carries_nothing_for_others():
    game = load_game("tictactoe")
    alone, shared = Search(bind(game), Table(1)), shared_search(bind_shared(game))
    assert alone.tree.links == ()
    assert alone.tree.frames.dtype == shared.tree.frames.dtype
    assert alone.tree.counters.size == shared.tree.counters.size
    ours = {file.name for file in bind(game).folder.glob("*.py")}
    theirs = {file.name for file in bind_shared(game).folder.glob("*.py")}
    assert not ours & {
        "busy.py",
        "board.py",
        "edit.py",
        "expected.py",
        "gifts.py",
        "links.py",
        "offers.py",
        "outbox.py",
    }
    assert ours < theirs


def test_the_bell_pauses_a_search_and_changes_nothing_else():
    game = load_game("connect4")
    kernel = bind_shared(game)
    quiet, rung = shared_search(kernel, Table(1)), shared_search(kernel, Table(1))
    for search in (quiet, rung):
        search.begin(game.parse("444444333"), 0, 1, 14)
    quiet.run(1 << 40)
    pauses = 0
    rung.workspace.bell[0] = 1
    while rung.run(1 << 40) == PAUSED:
        pauses += 1
        before = rung.nodes
        assert rung.run(1 << 40) == PAUSED
        assert rung.nodes == before, "it still rings"
        rung.workspace.bell[0] = 0
        rung.run(300)
        rung.workspace.bell[0] = 1
    assert pauses > 5
    assert (rung.nodes, rung.lower, rung.upper) == (quiet.nodes, quiet.lower, quiet.upper)
