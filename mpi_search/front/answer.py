"""The answer to a question about one position."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from mpi_search.cluster.figures import RankReport
from mpi_search.rules.game import Game, State
from mpi_search.search.solve import Result


@dataclass(frozen=True)
class Answer:
    """What was found, by whom, and how to say it."""

    game: Game
    state: State
    position: str  #: as it was asked for
    result: Result
    compile_seconds: float
    policy: str
    algorithm: str
    per_rank: list[RankReport]

    @property
    def best_move(self) -> str:
        return self.game.move_name(self.state, self.result.best_move)

    @property
    def pv(self) -> list[str]:
        """Best play, as people write moves."""
        names, state = [], self.state
        for move in self.result.pv:
            names.append(self.game.move_name(state, move))
            state = self.game.play(state, move)
        return names

    def to_dict(self) -> dict[str, Any]:
        """What `--json` prints."""
        result = self.result
        return {
            "game": self.game.name,
            "position": self.position,
            "value": result.value,
            "exact": result.exact,
            "best_move": self.best_move,
            "pv": self.pv,
            "depth": result.depth,
            "lower": result.lower,
            "upper": result.upper,
            "nodes": result.nodes,
            "seconds": result.seconds,
            "compile_seconds": self.compile_seconds,
            "ranks": len(self.per_rank),
            "hosts": len({report.host for report in self.per_rank}),
            "policy": self.policy,
            "algorithm": self.algorithm,
            "lost_ranks": [],
            "per_rank": [asdict(report) for report in self.per_rank],
        }
