"""That a search which was cut short is held to what it may claim, and to its limits."""

from __future__ import annotations

import pytest

from mpi_search.rules.load import load_game
from mpi_search.search.limits import Verdict, Watch
from mpi_search.search.null_windows import NullWindows
from mpi_search.search.plan import Plan
from mpi_search.study.cut_short import check_claims
from mpi_search.study.oracle import Oracle, WrongAnswer
from mpi_search.study.scenario import draw
from mpi_search.study.swarm import limits_of, run_seed
from tests.tools import TANGLE

STATE = (9, 5, 0)


def plan_of(completed=None, lower=-20, upper=20, move=None) -> tuple[Oracle, Plan]:
    """A plan that has completed an iteration of one ply, unless something else is said, and has proved something."""
    game = load_game(str(TANGLE))
    plan, oracle = Plan(game, STATE), Oracle(game)
    after = reached(oracle, 0)
    best = max(after, key=lambda move: after[move])
    plan.completed, plan.proved_move = completed or (1, after[best], best), move
    plan.proved = NullWindows(lower, upper, 0)
    return oracle, plan


def reached(oracle: Oracle, depth: int | None) -> dict[int, int]:
    """What every move is worth."""
    game = oracle.game
    return {move: -oracle.value(game.play(STATE, move), depth) for move in game.moves(STATE)}


def test_what_is_true_may_be_claimed():
    oracle, _ = plan_of()
    value, after = oracle.value(STATE, None), reached(oracle, 1)
    best = max(after, key=lambda move: after[move])
    check_claims(*plan_of((2, after[best], best), value - 1, value + 2), to_end=True)


@pytest.mark.parametrize("wrong", ["above", "below", "value", "move"])
def test_what_is_false_is_refused(wrong):
    oracle, plan = plan_of()
    value, after = oracle.value(STATE, None), reached(oracle, None)
    worst = min(after, key=lambda move: after[move])
    assert after[worst] < value
    claims = {
        "above": plan_of(lower=value + 1),
        "below": plan_of(upper=value - 1),
        "value": plan_of((3, oracle.value(STATE, 3) + 1, plan.game.moves(STATE)[0])),
        "move": plan_of(lower=value, move=worst),
    }
    with pytest.raises(WrongAnswer):
        check_claims(*claims[wrong], to_end=True)


def errors(kind: str, count: int = 60) -> str:
    """Of runs that have such a limit."""
    seeds = [seed for seed in range(600) if kind in limits_of(draw(seed))][:count]
    return " ".join(run_seed(seed).error for seed in seeds)


@pytest.mark.parametrize("kind", ["time", "nodes", "interrupt"])
def test_a_search_that_does_not_end_at_its_limit_is_noticed(monkeypatch, kind):
    judge = Watch.judge

    def lenient(watch, *arguments, **options):
        verdict = judge(watch, *arguments, **options)
        return Verdict.GO_ON if verdict is Verdict.CONCLUDE else verdict

    monkeypatch.setattr(Watch, "judge", lenient)
    assert "Overrun" in errors(kind, 15)  # runs without an end take long


@pytest.mark.parametrize("kind", ["time", "nodes"])
def test_a_search_that_does_not_look_at_its_limit_is_noticed(monkeypatch, kind):
    monkeypatch.setattr(Watch, "judge", lambda *_, **__: Verdict.GO_ON)
    assert "Overrun" in errors(kind)


def test_a_proof_that_is_false_is_noticed(monkeypatch):
    learn = NullWindows.learn

    def boast(windows, beta, lower, upper):
        learn(windows, beta, lower, upper)
        windows.upper = max(windows.lower, windows.upper - 1)

    monkeypatch.setattr(NullWindows, "learn", boast)
    assert "WrongAnswer" in errors("nodes") + errors("time")


def test_an_answer_that_does_not_come_is_noticed(monkeypatch):
    """A retreat to no iteration at all."""
    monkeypatch.setattr(Plan, "retreat", lambda plan: plan._begin(None))
    assert "AssertionError" in errors("interrupt")
