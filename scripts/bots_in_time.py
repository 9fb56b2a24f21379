"""How late every bot's move comes, by the clock on the wall: positions of random games, with little time.

python scripts/bots_in_time.py
"""

import random
import time

from mpi_search.bots.load import HOMES, load_bot
from mpi_search.bots.record import Record
from mpi_search.rules.load import load_game

GAMES, TIMES_S, POSITIONS, MOST_PLIES = ("simplexity", "othello", "connect4"), (0.01, 0.1), 25, 30


def positions(game):
    """Games under way."""
    rng, found = random.Random(1), []
    while len(found) < POSITIONS:
        record = Record(game)
        for _ in range(rng.randrange(MOST_PLIES)):
            if not record.is_over:
                record.play(rng.choice(record.legal))
        if not record.is_over:
            found.append(record)
    return found


def latest_ms(bot, game, seconds):
    """Of all positions the worst; below 0 if all moves came in time."""
    late = []
    for record in positions(game):
        began = time.perf_counter()
        move = bot.choose(record, seconds).move
        late.append(time.perf_counter() - began - seconds)
        assert move in record.legal
    return 1e3 * max(late)


def main():
    for name in GAMES:
        game = load_game(name)
        for words in sorted(set(HOMES) - {"cluster", "perfect"}):  # one starts ranks, one has no limit
            bot = load_bot(words, game)
            told = ", ".join(f"{latest_ms(bot, game, seconds):+.1f} ms for {seconds:g} s" for seconds in TIMES_S)
            print(f"{name:<12}{words:<20}{told}")


if __name__ == "__main__":
    main()
