"""`mpi-search probcut fit` and `show`: what ProbCut must know of a game, measured, and what it knows."""

from __future__ import annotations

import dataclasses
import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table as TextTable

from mpi_search.cli.common import compile_now, game_argument, json_option, stdout, text_table
from mpi_search.cli.live import LiveLine
from mpi_search.errors import InputError

if TYPE_CHECKING:
    from mpi_search.algorithms.fit import Fit
    from mpi_search.study.probcut.fitting import Request, Row, Study
    from mpi_search.study.probcut.searches import Searches, Tally

PAIRS = "1:3,2:4,1:5,3:5,2:6,4:6"
#: The headings of a fit, after its depths.
LINE = ("plies left", "a", "b", "sigma")
LEGEND = """
On positions held out, which were not fitted to:
edge   wrong cuts where one is only just made; by the normal law at most {law}, at {threshold:g} sigma
cut    with the values of other positions for windows, questions that a cut has answered
wrong  wrong cuts among these; law: as many by the normal law
"""


@click.group()
def probcut() -> None:
    """What ProbCut must know of a game: how well shallow searches foretell deep ones."""


@probcut.command()
@game_argument
@click.option("--out", "file", type=click.Path(path_type=Path), help="Save the fits, for compare --fits.")
@click.option(
    "--positions",
    default=400,
    show_default=True,
    type=click.IntRange(1),
    help="To fit to; half as many more are held out.",
)
@click.option("--pairs", default=PAIRS, show_default=True, help="Of depths, SHALLOW:DEEP.")
@click.option(
    "--phases", default=4, show_default=True, type=click.IntRange(1), help="Parts of the game with a fit each."
)
@click.option(
    "--threshold",
    default=1.5,
    show_default=True,
    type=click.FloatRange(0),
    help="Deviations that are sure enough for a cut.",
)
@click.option(
    "--searches", default=12, show_default=True, type=click.IntRange(1), help="Whole searches in which cuts are tried."
)
@click.option("--depth", type=click.IntRange(2), help="Of these searches.  [default: one more than the deepest pair]")
@click.option("--seed", default=1, show_default=True, help="Of the positions.")
@json_option
def fit(
    game: str,
    file: Path | None,
    positions: int,
    pairs: str,
    phases: int,
    threshold: float,
    searches: int,
    depth: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Fit deep values to shallow ones, and measure on other positions how often a cut is wrong.

    The deep value is taken for a * shallow + b, give or take sigma, for each pair of depths in each phase of the game.
    A phase is an interval of plies left. docs/algorithms.md explains the figures.

    \b
    mpi-search probcut fit othello
    mpi-search probcut fit connect4:6x5 --pairs 2:4,3:5,4:8 --positions 2000 --out fits.json
    mpi-search compare connect4:6x5 --depth 7 --fits fits.json
    """
    from mpi_search.algorithms.fit_files import save_fits
    from mpi_search.compile.kernel import bind
    from mpi_search.rules.load import load_game
    from mpi_search.study.probcut.fitting import Request, fit_game

    chosen = pairs_of(pairs)
    deepest = max(deep for _, deep in chosen)
    depth = deepest + 1 if depth is None else depth
    if depth <= min(deep for _, deep in chosen):
        raise InputError(f"--depth {depth} leaves no room for a cut: the pairs begin at {min(d for _, d in chosen)}")
    rules = load_game(game)
    if file is not None:
        check_place(file)
    request = Request(chosen, positions, phases, threshold, searches, depth)
    kernel = bind(rules)
    compile_now(kernel, as_json)
    with LiveLine(as_json) as line:
        study = fit_game(kernel, request, random.Random(seed), line.show)
    if file is not None:
        save_fits(file, rules, study.fits)
    if as_json:
        print(json.dumps(as_object(rules.name, request, study, seed, file)))
    else:
        show_study(rules.name, request, study, seed, file)


@probcut.command()
@game_argument
@json_option
def show(game: str, as_json: bool) -> None:
    """The fits that a game comes with, which `compare` uses."""
    from mpi_search.algorithms.fit_files import load_fits, own_file
    from mpi_search.rules.load import load_game

    rules = load_game(game)
    file = own_file(rules)
    fits = () if file is None else load_fits(file, rules)
    if as_json:
        rows = [dataclasses.asdict(row) for row in fits]
        print(json.dumps({"game": rules.name, "file": None if file is None else str(file), "fits": rows}))
    elif file is None:
        stdout.print(
            f"{rules.name} comes with no fits: ProbCut guesses (a = 1, b = 0, sigma a tenth of the largest value)"
        )
    else:
        stdout.print(f"{rules.name}: {file}\n", markup=False)
        table = text_table("depths", numbers=LINE, header_style="")
        for row in fits:
            table.add_row(*line_of(row))
        stdout.print(table)


# --- what the words mean ---------------------------------------------------------------------------------------------


def pairs_of(text: str) -> tuple[tuple[int, int], ...]:
    """'2:4,3:5' as pairs of depths. Raises InputError."""
    pairs = []
    for word in text.split(","):
        shallow, colon, deep = word.strip().partition(":")
        if not (colon and shallow.isdecimal() and deep.isdecimal()):
            raise InputError(f"--pairs must be SHALLOW:DEEP with commas between, as in 2:4,3:5, not {word.strip()!r}")
        if int(shallow) >= int(deep):
            raise InputError(f"--pairs {word.strip()}: the deep search must be deeper than the shallow one")
        pairs.append((int(shallow), int(deep)))
    return tuple(dict.fromkeys(pairs))


def check_place(file: Path) -> None:
    """Better before the work than after it. Raises InputError."""
    if file.is_dir() or not file.parent.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise InputError(f"--out {file}: no file can be written there")


# --- telling ---------------------------------------------------------------------------------------------------------


def as_object(game: str, request: Request, study: Study, seed: int, file: Path | None) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "game": game,
        "seed": seed,
        "threshold": request.threshold,
        "normal_law": law(request.threshold),
        "fits": [
            {
                **dataclasses.asdict(row.fit),
                "positions": row.positions,
                "correlation": row.correlation,
                "held_out": row.held_out._asdict(),
            }
            for row in study.rows
        ],
        "searches": {
            "depth": study.searches.depth,
            "rows": [figures(tally, study.searches) for tally in study.searches.tallies],
            "cuts": study.searches.cuts,
            "checked": study.searches.checked,
            "wrong": study.searches.wrong,
        },
        "file": None if file is None else str(file),
    }


def figures(tally: Tally, searches: Searches) -> dict[str, Any]:
    """One algorithm over all searches."""
    return {
        "algorithm": tally.algorithm,
        "searches": tally.searches,
        "nodes": tally.nodes,
        "nodes_share": tally.nodes / searches.tallies[0].nodes,
        "same_value": tally.same_value / tally.searches,
        "mean_difference": tally.difference / tally.searches,
        "good_move": tally.good_move / tally.searches,
        "mean_loss": tally.lost / tally.searches,
    }


def law(threshold: float) -> float:
    """The chance of a normal error beyond so many deviations, on one side."""
    from statistics import NormalDist

    return NormalDist().cdf(-threshold)


def show_study(game: str, request: Request, study: Study, seed: int, file: Path | None) -> None:
    """The study for people."""
    stdout.print(f"{game}, seed {seed}: deep = a * shallow + b, give or take sigma\n", markup=False)
    stdout.print(fits_table(study.rows))
    stdout.print(LEGEND.format(law=share(law(request.threshold)), threshold=request.threshold), markup=False)
    stdout.print(searches_table(study.searches))
    made = study.searches
    wrong = share(made.wrong / made.checked) if made.checked else "none"
    stdout.print(
        f"\n{made.cuts:,} cuts in Multi-ProbCut, {made.checked:,} held against a full search: {wrong} wrong\n"
        + (f"fits: {file}" if file else "the fits are not saved: --out FILE does that"),
        markup=False,
    )


def fits_table(rows: tuple[Row, ...]) -> TextTable:
    """All fits, and what they are worth on held-out positions."""
    titles = (*LINE, "corr.", "fitted to", "held out", "edge", "cut", "wrong", "law")
    table = text_table("depths", numbers=titles, header_style="")
    for row in rows:
        rates = row.held_out
        counts = f"{row.correlation:.3f}", str(row.positions), str(rates.positions)
        table.add_row(*line_of(row.fit), *counts, *map(share, (rates.edge, rates.cut, rates.wrong, rates.expected)))
    return table


def searches_table(searches: Searches) -> TextTable:
    """Whole searches with and without cuts."""
    first = searches.tallies[0].searches
    title = f"{first} searches {searches.depth} deep"
    titles = ("nodes", "", "same value", "differs by", "best move", "loses")
    table = text_table(title, numbers=titles, header_style="")
    for tally in searches.tallies:
        row = figures(tally, searches)
        table.add_row(
            tally.algorithm,
            f"{tally.nodes:,}",
            share(row["nodes_share"]),
            share(row["same_value"]),
            f"{row['mean_difference']:.2f}",
            share(row["good_move"]),
            f"{row['mean_loss']:.2f}",
        )
    return table


def line_of(fit: Fit) -> tuple[str, ...]:
    return f"{fit.shallow}:{fit.deep}", str(fit.phase), f"{fit.a:.3f}", f"{fit.b:+.2f}", f"{fit.sigma:.2f}"


def share(part: float | None) -> str:
    return "" if part is None else f"{100 * part:.1f} %"
