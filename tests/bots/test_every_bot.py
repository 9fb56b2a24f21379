"""What every bot must do, on every game: a legal move, in time, and the same one from the same seed."""

from __future__ import annotations

import gc
import random
import resource
from pathlib import Path

import pytest

from mpi_search.bots.load import HOMES, load_bot
from mpi_search.bots.record import Record
from mpi_search.rules.load import load_game

GAMES = ("tictactoe", "connect4", "simplexity", "othello")
ALONE = [name for name in HOMES if name not in ("cluster", "perfect")]


class Ticking:
    """A clock on which every look at it takes a millisecond."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1e-3
        return self.now


def somewhere(name: str, seed: int) -> Record:
    """A game under way."""
    record, rng = Record(load_game(name)), random.Random(seed)
    for _ in range(rng.randrange(5)):
        if len(record.legal) and not record.is_over:
            record.play(rng.choice(record.legal))
    return record


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ALONE)
def test_a_legal_move_in_time(name, game):
    clock = Ticking()
    bot = load_bot(name, load_game(game), clock=clock)
    for seed, seconds in enumerate((0.0, 0.01, 0.1)):
        record = somewhere(game, seed)
        if record.is_over:
            continue
        began = clock.now
        choice = bot.choose(record, seconds)
        assert choice.move in record.legal
        assert clock.now - began <= seconds + 0.05
        assert not choice.line or choice.line[0] == choice.move
    bot.forget()
    bot.close()


@pytest.mark.parametrize("name", ALONE)
def test_the_same_seed_the_same_moves(name):
    played = []
    for _ in range(2):
        record, bot = Record(load_game("connect4")), load_bot(name, load_game("connect4"), seed=7, clock=Ticking())
        for _ in range(6):
            record.play(bot.choose(record, 0.05).move)
        played.append(record.names)
    assert played[0] == played[1]


@pytest.mark.parametrize("name", [name for name in ALONE if name not in ("random", "minimax-random")])
def test_a_win_at_hand_is_taken(name):
    """Three in a row and the fourth cell free: for local search too, whose heuristic sees it. Two bots need not find
    it: one looks at nothing, the other at whatever comes first."""
    for game, moves, wins in (("tictactoe", "a3 a1 b3 b1", {"c3"}), ("connect4", "1 2 1 2 1 2", {"1"})):
        rules = load_game(game)
        record = Record(rules, moves=moves.split())
        bot = load_bot(name, rules, clock=Ticking())
        best = rules.move_name(record.state, bot.choose(record, 0.2).move)
        assert best in wins


def test_the_perfect_bot_takes_its_time():
    game = load_game("tictactoe")
    record, bot = Record(game), load_bot("perfect", game, clock=Ticking())
    while not record.is_over:
        choice = bot.choose(record, 0.0)
        assert choice.exact
        record.play(choice.move)
    assert record.outcome == 0


def test_what_was_loaded_is_not_searched_for_garbage():
    """That takes a tenth of a second after a compiler was loaded, in the midst of a move."""
    gc.unfreeze()
    load_bot("greedy", load_game("tictactoe"))
    assert gc.get_freeze_count() > 10_000


def resident_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells")
@pytest.mark.parametrize("name", ["kernel", "proof"])
def test_the_memory_of_a_table_is_there_before_the_clock_runs(name):
    """Of a new table pages come as they are touched, which takes as long as many nodes."""
    game = load_game("tictactoe")
    load_bot(name, game)
    before = resident_mb()
    bot = load_bot(f"{name}:table_mb=200", game)
    assert resident_mb() - before > 190
    bot.forget()
    assert resident_mb() - before > 190
