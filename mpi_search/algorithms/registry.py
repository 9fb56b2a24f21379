"""All algorithms by the names that a command line uses."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mpi_search.algorithms.alphabeta import open_hard, open_soft
from mpi_search.algorithms.alphabeta_memory import alphabeta_memory
from mpi_search.algorithms.best_first import best_first
from mpi_search.algorithms.breadth_first import breadth_first
from mpi_search.algorithms.bstar import bstar
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.deepening import deepening
from mpi_search.algorithms.dfpn import dfpn
from mpi_search.algorithms.fit import Fit, deepest_pair, guessed_fits
from mpi_search.algorithms.fit_files import own_fits
from mpi_search.algorithms.mcts import mcts
from mpi_search.algorithms.minimax import best_move
from mpi_search.algorithms.mtdf import mtdf_from_evaluation
from mpi_search.algorithms.multi_probcut import multi_probcut
from mpi_search.algorithms.nbest import nbest
from mpi_search.algorithms.negacstar import negacstar
from mpi_search.algorithms.negamax import negamax
from mpi_search.algorithms.negascout import negascout
from mpi_search.algorithms.pn import proof_number_search
from mpi_search.algorithms.probcut import probcut
from mpi_search.algorithms.pvs import pvs
from mpi_search.algorithms.quiescence import quiescence
from mpi_search.algorithms.sss import sss
from mpi_search.algorithms.tree import Answer
from mpi_search.rules.game import Game, State

Run = Callable[[Game, State, "int | None", Count, random.Random], Answer]
Applies = Callable[[Game, State, "int | None"], str]


@dataclass(frozen=True)
class Algorithm:
    """One algorithm of the literature."""

    name: str  #: as on the command line
    title: str  #: for people
    reference: str  #: where it was published
    exact: bool  #: whether its value is minimax's and its move a best one, by construction
    run: Run  #: (game, state, depth, count, rng) -> Answer; depth None: to the end of the game
    applies: Applies  #: (game, state, depth) -> '' or the reason, in words, why it cannot run there


def _always(game: Game, state: State, depth: int | None) -> str:
    return ""


def _with_noisy_moves(game: Game, state: State, depth: int | None) -> str:
    if not game.has("noisy"):
        return "the game has no noisy moves"
    return "a search to the end of the game has no horizon" if depth is None else ""


def _with_ranked_moves(game: Game, state: State, depth: int | None) -> str:
    return "" if game.has("evaluate") or game.has("order") else "the game ranks no moves (no evaluate, no order)"


def _with_fits(fits: Sequence[Fit] | None) -> Applies:
    def applies(game: Game, state: State, depth: int | None) -> str:
        if not game.has("evaluate"):
            return "the game has no evaluation"
        if depth is None:
            return "it needs a depth"
        return "" if _usable(game, depth, fits) else f"no pair of depths fits below depth {depth}"

    return applies


def _usable(game: Game, depth: int, fits: Sequence[Fit] | None) -> list[Fit]:
    """The fits that can cut below a root of this depth. At the root itself nothing is cut."""
    known = fits if fits is not None else own_fits(game) or guessed_fits(game, depth)
    return [fit for fit in known if fit.deep < depth]


def _seedless(search: Callable[[Game, State, int | None, Count], Answer]) -> Run:
    """An algorithm without randomness."""
    return lambda game, state, depth, count, rng: search(game, state, depth, count)


def probcut_algorithms(fits: Sequence[Fit] | None = None) -> list[Algorithm]:
    """ProbCut and Multi-ProbCut with these fits; None: with those that belong to the game, or guesses. ProbCut uses the
    deepest pair of depths that applies."""

    def single(game: Game, state: State, depth: int | None, count: Count, rng: random.Random) -> Answer:
        assert depth is not None
        return probcut(game, state, depth, count, deepest_pair(_usable(game, depth, fits)))

    def multiple(game: Game, state: State, depth: int | None, count: Count, rng: random.Random) -> Answer:
        assert depth is not None
        return multi_probcut(game, state, depth, count, _usable(game, depth, fits))

    applies = _with_fits(fits)
    return [
        Algorithm("probcut", "ProbCut", "Buro 1995", False, single, applies),
        Algorithm("multi-probcut", "Multi-ProbCut", "Buro 1997", False, multiple, applies),
    ]


_EXACT = [
    ("minimax", "Minimax", "Shannon 1950", best_move),
    ("negamax", "Negamax", "Knuth and Moore 1975", negamax),
    ("alphabeta", "Alpha-beta (fail-soft)", "Fishburn 1983", open_soft),
    ("alphabeta-hard", "Alpha-beta (fail-hard)", "Knuth and Moore 1975", open_hard),
    ("alphabeta-memory", "Alpha-beta with memory", "Slate and Atkin 1977", alphabeta_memory),
    ("negascout", "NegaScout", "Reinefeld 1983", negascout),
    ("pvs", "Principal variation search", "Marsland and Campbell 1982", pvs),
    ("deepening", "Iterative deepening", "Slate and Atkin 1977", deepening),
    ("mtdf", "MTD(f)", "Plaat et al. 1996", mtdf_from_evaluation),
    ("negacstar", "NegaC*", "Weill 1992", negacstar),
    ("sss", "SSS*", "Stockman 1979", sss),
    ("bstar", "B*", "Berliner 1979", bstar),
    ("breadth-first", "Breadth-first minimax", "Zermelo 1913", breadth_first),
    ("best-first", "Best-first search", "Rivest 1988", best_first),
    ("pn", "Proof-number search", "Allis et al. 1994", proof_number_search),
    ("dfpn", "Depth-first proof-number search", "Nagai 2002", dfpn),
]

_ALL = [
    *(Algorithm(name, title, reference, True, _seedless(run), _always) for name, title, reference, run in _EXACT),
    Algorithm("mcts", "Monte-Carlo tree search (UCT)", "Kocsis and Szepesvari 2006", False, mcts, _always),
    Algorithm("quiescence", "Quiescence search", "Beal 1990", True, _seedless(quiescence), _with_noisy_moves),
    Algorithm("nbest", "N-best selective search", "Shannon 1950", False, _seedless(nbest), _with_ranked_moves),
    *probcut_algorithms(),
]

#: Every algorithm by its name.
ALGORITHMS: dict[str, Algorithm] = {algorithm.name: algorithm for algorithm in _ALL}
