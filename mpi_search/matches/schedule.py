"""Which games are to be played: every opening twice, each side once with the first move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Pairing:
    """A game to be played."""

    number: int  #: in the whole schedule, from 0
    opening: int
    first: str  #: moves first
    second: str


def schedule(bots: list[str], games: int) -> Iterator[Pairing]:
    """So many games between any two of the bots, in rounds: after each, all pairs have met equally often."""
    number = 0
    for game in range(games):
        for one, other in combinations(bots, 2):
            pair = (one, other) if game % 2 == 0 else (other, one)
            yield Pairing(number, game // 2, *pair)
            number += 1
