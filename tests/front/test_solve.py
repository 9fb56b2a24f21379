"""The front door on one rank: solve, analyse, limits, mistakes."""

from __future__ import annotations

import itertools

import pytest

import mpi_search as ms
from mpi_search.front.deepening import deepening
from mpi_search.front.request import Request
from mpi_search.search.limits import Limits


def test_moves_have_names():
    found = ms.solve("tictactoe", "X.O.X.... O")
    assert (found.value, found.exact, found.best_move, found.pv[0]) == (0, True, "c1", "c1")
    assert found.pv_numbers[0] == found.best_move_number == 8
    assert found.meaning == "+0: a draw"
    assert "X" in found.board


def test_moves_are_played_from_a_position():
    found = ms.solve("tictactoe", "X........ O", moves=["b2", "b1"])
    assert found.value == ms.solve("tictactoe", "X...O..X. O").value
    assert found.position == "X........ O b2 b1"
    with pytest.raises(ms.InputError, match="no legal move is called 'b2'"):
        ms.solve("tictactoe", moves=["b2", "b2"])
    with pytest.raises(ms.InputError, match="is over"):
        ms.solve("tictactoe", moves=["a1", "a2", "b1", "b2", "c1"])


def test_a_dictionary_has_the_public_fields():
    told = ms.solve("tictactoe", depth=3).to_dict()
    public = "game position value exact best_move pv depth nodes seconds ranks hosts policy lost_ranks per_rank"
    assert set(public.split()) | {"lower", "upper", "moves", "compile_seconds", "algorithm"} == set(told)
    assert (told["depth"], told["exact"], told["ranks"]) == (3, False, 1)


def test_a_game_may_be_an_object():
    assert ms.solve(ms.load_game("tictactoe")).value == 0


def test_limits_are_kept():
    found = ms.solve("connect4", nodes=200_000, table_mb=4)
    assert not found.exact
    assert found.nodes < 250_000


def test_progress_is_told():
    heard: list[ms.Progress] = []
    ms.solve("connect4", depth=14, table_mb=4, on_progress=heard.append)
    assert heard
    assert heard[-1].best_move in set("1234567") | {None}


def test_a_listener_that_raises_ends_the_search():
    def enough(at: ms.Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ms.solve("connect4", depth=14, table_mb=4, on_progress=enough)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"depth": 0}, "depth must be at least 1"),
        ({"time": 0}, "time must be more than 0"),
        ({"nodes": -1}, "nodes must be at least 1"),
        ({"table_mb": 1e9}, "table_mb 1e\\+09 does not fit"),
        ({"algorithm": "magic"}, "no algorithm 'magic'"),
        ({"algorithm": "dfpn", "depth": 3}, "knows no depth"),
        ({"position": "nonsense"}, "is not nine of"),
        ({"ranks": 0}, "ranks must be at least 1"),
    ],
)
def test_mistakes_are_named(words, message):
    with pytest.raises(ms.InputError, match=message):
        ms.solve("tictactoe", **words)


# --- analyse
def test_analysis_goes_to_the_end_of_the_game():
    steps = list(ms.analyse("tictactoe"))
    assert [step.depth for step in steps] == list(range(1, 10))
    assert [step.exact for step in steps] == [False] * 8 + [True]
    assert steps[-1].value == 0


def test_analysis_says_what_single_searches_say():
    for step in ms.analyse("connect4", "4453", depth=9, table_mb=4):
        assert step.value == ms.solve("connect4", "4453", depth=step.depth, table_mb=4).value
    assert step.depth == 9


def test_analysis_can_be_broken_off():
    steps = list(itertools.islice(ms.analyse("connect4", table_mb=4), 3))
    assert [step.depth for step in steps] == [1, 2, 3]


def test_the_limits_of_an_analysis_are_those_of_all_its_searches():
    steps = list(ms.analyse("connect4", nodes=100_000, table_mb=4))
    assert steps
    assert sum(step.nodes for step in steps) < 130_000
    asked: list[Limits] = []

    def answer(request: Request) -> ms.Found:
        asked.append(request.limits)
        return ms.solve("tictactoe", depth=request.limits.depth, nodes=None)

    list(deepening(Request("tictactoe", limits=Limits(1e9, 400)), answer))
    spent = [limits.max_nodes for limits in asked]
    assert spent == sorted(spent, reverse=True)
    assert len(set(spent)) == len(spent)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"moves": [0]}, "a move is given as a text, not as 0"),
        ({"moves": "a1-b1"}, r'moves must be a list of names, as in moves=\["a1", "b1"\], not the text'),
        ({"position": 7}, "a position is given as a text, not as 7"),
        ({"time": "1"}, "time must be a number, not '1'"),
        ({"depth": "1"}, "depth must be a number, not '1'"),
        ({"depth": 1.5}, "depth is a number of plies, a whole one, not 1.5"),
        ({"nodes": "1"}, "nodes must be a number, not '1'"),
        ({"table_mb": "4"}, "table_mb must be a number, not '4'"),
        ({"ranks": "2"}, "ranks must be a number, not '2'"),
        ({"policy": "magic"}, "there is no policy 'magic'"),
        ({"game": 7}, "a game is a name, the path of a file or what load_game returns, not 7"),
        ({"evaluation": lambda state: 0}, "a lambda cannot be written to a file"),
    ],
)
def test_what_is_no_request_is_refused_in_words(given, message):
    with pytest.raises(ms.InputError, match=message):
        ms.solve(**{"game": "tictactoe", **given})


def test_a_path_is_a_game():
    path = ms.load_game("tictactoe").path
    assert ms.load_game(path).path == path
    assert ms.solve(path, "OXOXX..O. O").value == 0
    assert ms.compare(path, "OXOXX..O. O", algorithms=["sss"]).rows[0].value == 0


def test_a_cluster_of_one_rank_forgets():
    with ms.Cluster(ranks=1, table_mb=8) as cluster:

        def nodes() -> int:
            return cluster.solve("connect4", "4453", depth=9).nodes

        first, again = nodes(), nodes()
        assert again < first
        cluster.forget()
        assert (nodes(), nodes()) == (first, again)
        cluster.forget()
        assert cluster.solve("tictactoe").value == 0
        assert nodes() == first
