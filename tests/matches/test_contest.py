"""Playing a match: openings, schedule, referee, and going on with what was stopped."""

from __future__ import annotations

import itertools
import queue
import threading
import time

import pytest

from mpi_search.bots.bot import Bot, Choice, Setup
from mpi_search.bots.clock import Control, parse_control
from mpi_search.bots.load import load_bot
from mpi_search.bots.record import Record
from mpi_search.matches.contest import Contest, of_match, still_to_play
from mpi_search.matches.games_file import open_games, read_games, write_game
from mpi_search.matches.openings import Openings
from mpi_search.matches.ranks import Collected, Here, play_part
from mpi_search.matches.referee import play_game
from mpi_search.matches.schedule import schedule
from mpi_search.rules.load import load_game

CONNECT4 = load_game("connect4")


def contest(seed=3, plies=3, names=("random", "greedy")):
    made = Contest(
        CONNECT4, Openings(CONNECT4, plies, seed), Control(move_s=0.01), lambda words: load_bot(words, CONNECT4), seed
    )
    made.check(list(names))
    return made


# --- openings and schedule
def test_openings_are_legal_balanced_and_always_the_same():
    openings, again = Openings(CONNECT4, 4, 7), Openings(CONNECT4, 4, 7)
    lines = [openings.opening(number) for number in range(6)]
    assert [again.opening(number) for number in reversed(range(6))] == lines[::-1]
    assert len({tuple(line) for line in lines}) > 3
    for line in lines:
        record = Record(CONNECT4, moves=line)
        assert len(line) == 4
        assert not record.is_over
    assert Openings(CONNECT4, 0, 7).opening(3) == []


def test_every_opening_is_played_with_both_colours():
    games = list(schedule(["a", "b"], 5))
    assert [(game.opening, game.first, game.second) for game in games] == [
        (0, "a", "b"),
        (0, "b", "a"),
        (1, "a", "b"),
        (1, "b", "a"),
        (2, "a", "b"),
    ]


def test_in_a_round_robin_all_have_met_equally_often():
    games = list(schedule(["a", "b", "c"], 4))
    assert [game.number for game in games] == list(range(12))
    meetings = [frozenset((game.first, game.second)) for game in games]
    assert all(meetings.count(frozenset(pair)) == 4 for pair in itertools.combinations("abc", 2))
    assert sum(game.first == "a" for game in games) == sum(game.second == "a" for game in games)


# --- one game
class Scripted(Bot):
    """Plays what it is told; fails where it is told nothing."""

    name = "scripted"

    def __init__(self, moves):
        super().__init__(Setup(load_game("connect4")))
        self.moves = list(moves)

    def choose(self, record, seconds):
        return Choice(self.moves.pop(0))


def played(first, second, control=None, ticks=None):
    record = Record(load_game("connect4"))
    clock = itertools.count(0.0, 1.0).__next__ if ticks is None else ticks
    return play_game(record, (Scripted(first), Scripted(second)), control or Control(move_s=5.0), clock)


def test_a_game_ends_by_its_rules():
    game = played([0, 0, 0, 0], [1, 1, 1])
    assert (game.result, game.note, len(game.seconds), game.broken) == (18, "", 7, None)


def test_an_illegal_move_a_fault_and_the_clock_lose():
    worst = load_game("connect4").max_value
    assert played([9], []).result == -worst
    assert "plays 9, which is not legal" in played([9], []).note
    failed = played([0], [])
    assert failed.result == worst
    assert failed.note == "scripted fails: IndexError: pop from empty list"
    late = played([0, 0, 0, 0], [1, 1, 1], parse_control("2s"))
    assert "has no time left" in late.note
    assert late.result == -worst, "the first side has used its two seconds first"


def test_what_a_move_adds_to_the_clock_does_not_hide_that_it_was_late():
    assert "has no time left" in played([0, 0, 0, 0], [1, 1, 1], parse_control("0.5s+5s")).note


def test_a_bot_that_has_failed_is_made_anew():
    made = []

    def make(words):
        made.append(Scripted([]) if words == "broken" else load_bot(words, CONNECT4))
        return made[-1]

    match = Contest(CONNECT4, Openings(CONNECT4, 0, 1), Control(move_s=0.01), make, 1)
    match.check(["broken", "random"])
    for pairing in schedule(["broken", "random"], 2):
        assert "fails" in match.play(pairing).note
    assert len(made) == 3, "one of them for the second game"


# --- a match
def test_a_match_that_was_stopped_goes_on_where_it_was(tmp_path):
    whole = list(Here(contest().play, list(schedule(["random", "greedy"], 8))))
    path = tmp_path / "games.jsonl"
    with open_games(path) as file:
        for saved in whole[:3]:
            write_game(file, saved)
        file.write('{"game": "connect4", "mo')  # the power went off
    match = contest()
    games = list(schedule(["random", "greedy"], 8))
    done = of_match(read_games(path), match, games)
    assert [saved.number for saved in done] == [0, 1, 2]
    left = list(still_to_play(schedule(["random", "greedy"], 8), done))
    assert [pairing.number for pairing in left] == [3, 4, 5, 6, 7]
    again = [match.play(pairing) for pairing in left]
    assert [saved.moves for saved in again] == [saved.moves for saved in whole[3:]], "and the games are the same"
    assert of_match(read_games(path), contest(seed=4), games) == [], "another match"
    assert of_match(read_games(path), contest(plies=4), games) == [], "other openings"
    assert of_match(read_games(path), match, schedule(["greedy", "random"], 8)) == [], "other colours"


class Post:
    """What ranks send each other, in threads instead of processes."""

    def __init__(self, rank, boxes):
        self.rank, self.size, self.boxes = rank, len(boxes), boxes

    def send(self, target, data):
        self.boxes[target].put(data)

    def receive(self):
        try:
            return self.boxes[self.rank].get_nowait()
        except queue.Empty:
            return None

    def wait(self, is_over=lambda: False):
        until = time.monotonic() + 30
        while not is_over():
            if (data := self.receive()) is not None:
                return data
            assert time.monotonic() < until
            time.sleep(0.001)
        return None

    def flush(self):
        pass


@pytest.mark.parametrize("ranks", [1, 2, 4])
@pytest.mark.parametrize("enough", [100, 3, 0])
def test_ranks_play_the_same_games(ranks, enough):
    pairings = list(schedule(["random", "greedy"], 10))
    alone = {saved.number: saved.moves for saved in Here(contest().play, pairings)}
    boxes = [queue.Queue() for _ in range(ranks)]
    others = [
        threading.Thread(target=play_part, args=(Post(rank, boxes), contest().play, pairings))
        for rank in range(1, ranks)
    ]
    for other in others:
        other.start()
    ended = Collected(Post(0, boxes), contest().play, pairings)
    found = list(itertools.islice(ended, enough))
    ended.close()
    for other in others:
        other.join(30)
        assert not other.is_alive()
    assert len(found) == min(enough, 10)
    assert all(alone[saved.number] == saved.moves for saved in found)
    assert all(box.empty() for box in boxes), "nothing is left in the post"


@pytest.mark.parametrize("bad", ['{"game": 3}', "[]", "no json", '{"game": "a", "moves": [1]}'])
def test_a_bad_line_is_named(tmp_path, bad):
    path = tmp_path / "games.jsonl"
    path.write_text('{"game": "connect4", "moves": []}\n' + bad + "\n")
    with pytest.raises(Exception, match="line 2"):
        read_games(path)
