#!/usr/bin/env python3
"""In how many games of a match a bot got less than its opening was worth: each opening is solved exactly.

mpi-search match connect4 --first kernel --second perfect --openings 8 --time 1 --games 100 --out games.jsonl
.venv/bin/python -m scripts.given_away games.jsonl kernel
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mpi_search.bots.record import Record
from mpi_search.compile.kernel import bind
from mpi_search.matches.games_file import SavedGame, read_games
from mpi_search.rules.load import load_game
from mpi_search.search.solve import Solver


def worth(saved: SavedGame, solvers: dict[str, Solver]) -> int:
    """What the opening is worth to the side that moves first in the game."""
    if saved.game not in solvers:
        solvers[saved.game] = Solver(bind(load_game(saved.game)))
    solver = solvers[saved.game]
    record = Record(solver.kernel.game, saved.position, list(saved.moves[: saved.opening]))
    value = solver.solve(record.state, want_pv=False).value
    return value if record.side == 0 else -value


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def main() -> None:
    parser = argparse.ArgumentParser(description="In how many games a bot got less than its opening was worth.")
    parser.add_argument("games", type=Path, help="a file that mpi-search match has written")
    parser.add_argument("bot", help="as it was named")
    options = parser.parse_args()
    solvers: dict[str, Solver] = {}
    played = result_lost = value_lost = 0
    for saved in read_games(options.games):
        if options.bot not in (saved.first, saved.second) or saved.result is None:
            continue
        view = 1 if saved.first == options.bot else -1
        got, could = view * saved.result, view * worth(saved, solvers)
        played += 1
        result_lost += sign(got) < sign(could)
        value_lost += got < could
        if got < could:
            print(f"game {saved.number}: got {got:+}, the opening was worth {could:+}: {' '.join(saved.moves)}")
    print(f"{played} games of {options.bot}: {result_lost} with a worse result, {value_lost} with a lower value")


if __name__ == "__main__":
    main()
