"""Simulated annealing over the successors of a position, with the time left as the temperature.

Reference: S. Kirkpatrick, C. Gelatt and M. Vecchi, Optimization by simulated annealing (1983). This is the second of
the local-search players that were published for Simplexity:

    1.  noted = none; best = 0
    2.  until T <= 1e-4, where T is the time left in seconds:
    3.      take a random successor; dE = h(successor) - h(now)
    4.      dE > best: note it, best = dE
    5.      dE < 0 and exp(dE / T) > threshold: accept it, which is to say that it is noted if nothing better was
    6.  play what was noted, or a random move

h is the heuristic of the game file, for the side that is to move now. How bold 5 is depends on the time, for the
temperature is a number of seconds: `annealing:heat=30` with 0.1 s a move cools like the published player with 3 s.
"""

from __future__ import annotations

import math

from mpi_search.bots.bot import Bot, Choice, Setup
from mpi_search.bots.record import Record

#: It is cold.
COLD = 1e-4


class Annealing(Bot):
    name = "annealing"

    def __init__(self, setup: Setup, *, threshold: float = 0.5, heat: float = 1.0) -> None:
        """`threshold`: what a chance must exceed to be taken, 0 to 1. `heat`: the temperature for each second left."""
        super().__init__(setup)
        self.threshold, self.heat = threshold, heat

    def choose(self, record: Record, seconds: float) -> Choice:
        deadline = self.deadline(seconds)
        now = self.heuristic(record.state, to_move=True)
        successors = self.successors(record.state)
        known: dict[int, float] = {}
        noted, best = None, 0.0  # 1
        while (temperature := self.heat * (deadline - self.clock())) > COLD and not self.should_stop():  # 2
            move, child = self.rng.choice(successors)  # 3
            if move not in known:
                known[move] = self.heuristic(child)
            gain = known[move] - now
            if gain > best:  # 4
                noted, best = move, gain
            elif gain < 0 and best == 0.0 and math.exp(max(gain / temperature, -700.0)) > self.threshold:  # 5
                noted = move
        return Choice(self.rng.choice(successors)[0] if noted is None else noted, nodes=len(known))  # 6
