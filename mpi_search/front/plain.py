"""Searches of games that cannot be compiled: alpha-beta with a memory, in plain Python."""

from __future__ import annotations

from dataclasses import dataclass, field

from mpi_search.algorithms.alphabeta_memory import Memory, search
from mpi_search.algorithms.count import Count, TooManyNodes
from mpi_search.algorithms.tree import below, infinity
from mpi_search.rules.game import Game, State
from mpi_search.search.solve import Budget, MoveResult, Result


@dataclass
class Watched(Count):
    """A count that ends a search when its budget is used up."""

    budget: Budget = field(default_factory=Budget)
    began: float = 0.0
    may_stop: bool = False  #: there is an answer already

    def node(self) -> None:
        super().node()
        if self.may_stop and self.nodes % 64 == 0 and self._is_up():
            raise TooManyNodes

    def _is_up(self) -> bool:
        budget = self.budget
        return (
            budget.should_stop()
            or (budget.max_seconds is not None and budget.clock() - self.began >= budget.max_seconds)
            or (budget.max_nodes is not None and self.nodes >= budget.max_nodes)
        )


class Horizon(Game):
    """The same game, which remembers whether a search has met its horizon: one that has not knows the value."""

    was_met = False

    def __init__(self, game: Game) -> None:
        super().__init__(game.name, game.path, game.parameters, game.module)

    def evaluate(self, state: State) -> int:
        object.__setattr__(self, "was_met", True)
        return super().evaluate(state)

    def forget(self) -> None:
        """A new search begins."""
        object.__setattr__(self, "was_met", False)


class PlainSolver:
    """Solves positions of one game, one after the other."""

    def __init__(self, game: Game) -> None:
        self._game = Horizon(game)

    def solve(self, state: State, *, depth: int | None, budget: Budget, multi_pv: int = 1) -> Result:
        """The value of an unfinished position: so many plies deep or to the end of the game, by iterations within the
        budget."""
        game, count = self._game, Watched(budget=budget, began=budget.clock())
        deepest = game.plies_left(state)
        moves: list[MoveResult] = []
        completed, exact = 0, False
        for plies in range(1, (deepest if depth is None else min(depth, deepest)) + 1):
            game.forget()
            try:
                moves = self._ranked(state, plies, count, multi_pv)
            except TooManyNodes:
                break
            completed, count.may_stop = plies, True
            exact = not game.was_met
            if exact:
                break
        best = moves[0]
        worst = game.max_value
        bounds = (best.value, best.value) if exact else (-worst, worst)
        seconds = budget.clock() - count.began
        moves = [MoveResult(each.move, each.value, exact, each.pv) for each in moves]
        return Result(best.value, exact, best.move, moves[0].pv, completed, count.nodes, seconds, *bounds, moves)

    def _ranked(self, state: State, plies: int, count: Count, multi_pv: int) -> list[MoveResult]:
        """The best moves with their values and lines, one iteration deep."""
        game, memory = self._game, Memory()
        if multi_pv == 1:
            answer = search(game, state, plies, -infinity(game), infinity(game), memory, count)
            assert answer.move is not None
            found = {answer.move: answer.value}
        else:
            found = {
                move: -search(
                    game, game.play(state, move), plies - 1, -infinity(game), infinity(game), memory, count
                ).value
                for move in game.moves(state)
            }
        best = sorted(found.items(), key=lambda item: -item[1])[: multi_pv or None]
        return [MoveResult(move, value, False, self._line(state, move, plies, memory)) for move, value in best]

    def _line(self, state: State, move: int, plies: int, memory: Memory) -> list[int]:
        """Best play as far as it is remembered."""
        line, left = [move], below(plies)
        state = self._game.play(state, move)
        while (claim := memory.get((state, left))) is not None and claim.move is not None:
            if claim.lower != claim.upper:
                break
            line.append(claim.move)
            state, left = self._game.play(state, claim.move), below(left)
        return line
