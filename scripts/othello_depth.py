"""How deep the kernel bot looks in Othello's midgame: one second each for 100 positions with 20 to 36 discs.

python scripts/othello_depth.py
"""

import random
import statistics

from mpi_search.bots.load import load_bot
from mpi_search.bots.record import Record
from mpi_search.rules.load import load_game

POSITIONS, SECONDS = 100, 1.0


def midgame(game, fast, rng):
    """A game under way that was played half at random; None if there is nothing to choose in it."""
    record = Record(game)
    for ply in range(rng.randrange(16, 33)):
        if record.is_over:
            return None
        at_random = ply < 8 or rng.random() < 0.1
        record.play(rng.choice(record.legal) if at_random else fast.choose(record, 9).move)
    return None if len(record.legal) < 2 else record


def main():
    game, rng = load_game("othello"), random.Random(1)
    fast, bot, depths = load_bot("kernel:nodes=3000", game), load_bot("kernel", game), []
    while len(depths) < POSITIONS:
        record = midgame(game, fast, rng)
        if record is not None:
            bot.forget()
            choice = bot.choose(record, SECONDS)
            if not choice.exact:  # one that is solved has no depth
                depths.append(choice.depth)
    print(f"mean {statistics.mean(depths):.2f}, least {min(depths)}, most {max(depths)}")


if __name__ == "__main__":
    main()
