"""What games say about who is better.

The score of a bot is the mean of its games: 1 a win, 1/2 a draw, 0 a loss. Its interval is Wilson's, which holds for
few games and for scores of 0 and 1 too; draws make it wider than it need be. An Elo difference of d means an expected
score of 1 / (1 + 10^(-d/400)).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from mpi_search.matches.games_file import SavedGame

#: Of 95 %.
Z = 1.959964


@dataclass
class Tally:
    """Wins, draws and losses of one bot against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The mean; 1/2 before any game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the score lies, with 95 % confidence."""
        count, score = self.games, self.score
        if not count:
            return 0.0, 1.0
        middle = (score + Z * Z / (2 * count)) / (1 + Z * Z / count)
        half = Z / (1 + Z * Z / count) * math.sqrt(score * (1 - score) / count + Z * Z / (4 * count * count))
        return (0.0 if score == 0 else middle - half), (1.0 if score == 1 else middle + half)

    def add(self, result: int) -> None:
        """A game that was worth so much to the bot."""
        self.wins += result > 0
        self.draws += result == 0
        self.losses += result < 0


def elo(score: float) -> float | None:
    """The difference that makes one expect this score; None if it is beyond all bounds."""
    return None if score in (0.0, 1.0) else 400 * math.log10(score / (1 - score))


@dataclass
class Duel:
    """All games of one bot against another, seen by the first of them."""

    first: str
    second: str
    total: Tally = field(default_factory=Tally)
    moving_first: Tally = field(default_factory=Tally)
    moving_second: Tally = field(default_factory=Tally)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves: list[int] = field(default_factory=lambda: [0, 0])
    slowest: list[float] = field(default_factory=lambda: [0.0, 0.0])
    pairs: dict[int, float] = field(default_factory=dict)  #: points of finished pairs of games with one opening
    notes: list[str] = field(default_factory=list)
    _half: dict[int, float] = field(default_factory=dict)

    def add(self, saved: SavedGame) -> None:
        """A game between these two."""
        if saved.result is None:
            return
        begins = saved.first == self.first
        result = saved.result if begins else -saved.result
        self.total.add(result)
        (self.moving_first if begins else self.moving_second).add(result)
        for ply, took in enumerate(saved.seconds, saved.opening):
            side = ply % 2 if begins else 1 - ply % 2
            self.seconds[side] += took
            self.moves[side] += 1
            self.slowest[side] = max(self.slowest[side], took)
        if saved.note:
            self.notes.append(saved.note)
        self._pair(saved, 1.0 if result > 0 else 0.5 if result == 0 else 0.0)

    def _pair(self, saved: SavedGame, points: float) -> None:
        if saved.number is None:
            return
        opening = saved.number // 2  # of a match of two: the games 2n and 2n + 1 have the same
        if opening in self._half:
            self.pairs[opening] = self._half.pop(opening) + points
        else:
            self._half[opening] = points

    @property
    def seconds_per_move(self) -> list[float]:
        """Of each of the two, on average."""
        return [total / max(moves, 1) for total, moves in zip(self.seconds, self.moves, strict=True)]

    def to_dict(self) -> dict[str, object]:
        """What `match --json` prints."""
        low, high = self.total.interval
        sides = {"moving_first": self.moving_first, "moving_second": self.moving_second}
        return {
            "first": self.first,
            "second": self.second,
            "games": self.total.games,
            "first_wins": self.total.wins,
            "draws": self.total.draws,
            "second_wins": self.total.losses,
            "score": self.total.score,
            "score_low": low,
            "score_high": high,
            "elo": elo(self.total.score),
            "elo_low": elo(low),
            "elo_high": elo(high),
            "seconds_per_move": self.seconds_per_move,
            "slowest_move": self.slowest,
            "notes": self.notes,
            **{name: [tally.wins, tally.draws, tally.losses] for name, tally in sides.items()},
        }


def duels(bots: list[str], games: Iterable[SavedGame]) -> list[Duel]:
    """One for any two of the bots, with their games."""
    found = {(one, other): Duel(one, other) for number, one in enumerate(bots) for other in bots[number + 1 :]}
    for saved in games:
        duel = found.get((saved.first, saved.second)) or found.get((saved.second, saved.first))
        if duel is not None:
            duel.add(saved)
    return list(found.values())
