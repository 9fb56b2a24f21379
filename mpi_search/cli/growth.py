"""`mpi-search compare --sweep-depth`: how the costs of algorithms grow with depth."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpi_search.cli.common import count, stdout, text_table
from mpi_search.cli.live import LiveLine
from mpi_search.errors import InputError

if TYPE_CHECKING:
    from mpi_search.algorithms import Algorithm
    from mpi_search.rules.game import Game
    from mpi_search.study.compare import Trial, Truth
    from mpi_search.study.growth import Growth


def depths_of(text: str) -> range:
    """'1..9' as a range. Raises InputError."""
    first, dots, last = text.partition("..")
    if not (dots and first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
        raise InputError(f"--sweep-depth must be FIRST..LAST, as in 1..9, not {text!r}")
    return range(int(first), int(last) + 1)


def sweep_depths(
    algorithms: list[Algorithm], position: str, depths: range, truth: Truth, max_nodes: int, seed: int, *, quiet: bool
) -> list[Growth]:
    """Every algorithm at every depth, until it comes to no end within the limit."""
    from mpi_search.study.compare import Question, run
    from mpi_search.study.growth import growth_of

    state = truth.game.unfinished(position)
    growths = []
    with LiveLine(quiet) as line:
        for algorithm in algorithms:
            trials: list[tuple[int, Trial]] = []
            for depth in depths:
                trial = run(algorithm, Question(position, state, depth), truth, max_nodes=max_nodes, seed=seed)
                trials.append((depth, trial))
                line.show(f"{algorithm.name} at depth {depth}: {count(trial.nodes)} nodes")
                if trial.note.startswith("stopped"):
                    break
            growths.append(growth_of(trials))
    return growths


def tell_growth(game: Game, position: str, growths: list[Growth], folder: Path | None, as_json: bool) -> None:
    """How costs grow with depth: completeness, time, space and optimality, measured."""
    from mpi_search.study.growth import exponent, nearest_law

    minimax = next((growth.factor for growth in growths if growth.algorithm == "minimax"), None)
    rows = [
        {
            **asdict(growth),
            "factor": growth.factor,
            "exponent": exponent(growth.factor, minimax),
            "stored_factor": growth.stored_factor,
            "law": nearest_law(exponent(growth.factor, minimax)),
        }
        for growth in growths
    ]
    if folder is not None:
        from mpi_search.study.plots import draw_growth

        draw_growth(folder, f"{game.name}  {position}", growths)
    if as_json:
        print(json.dumps({"game": game.name, "position": position, "minimax_factor": minimax, "sweep": rows}))
        return
    show_growth(game, position, minimax, rows)
    if folder is not None:
        stdout.print(f"\nplots: {folder}/nodes.png, {folder}/stored.png", markup=False)


def show_growth(game: Game, position: str, minimax: float | None, rows: list[dict[str, Any]]) -> None:
    stdout.print(f"{game.name}  {position}\n", markup=False)
    titles = ("complete to", "nodes there", "x a ply", "exponent", "nearest", "stored there", "stored x", "right")
    table = text_table("algorithm", numbers=titles, header_style="")
    for row in rows:
        if not row["asked"]:
            continue
        deepest = f"{row['depths'][-1]}" if row["depths"] else "-"
        table.add_row(
            row["algorithm"],
            deepest,
            f"{row['nodes'][-1]:,}" if row["nodes"] else "",
            "" if row["factor"] is None else f"{row['factor']:.2f}",
            "" if row["exponent"] is None else f"{row['exponent']:.2f}",
            row["law"],
            f"{row['peak_stored_nodes'][-1]:,}" if row["nodes"] else "",
            "" if row["stored_factor"] is None else f"{row['stored_factor']:.2f}",
            f"{len(row['depths']) - row['wrong']} of {len(row['depths'])}",
        )
    stdout.print(table)
    if minimax is not None:
        text = f"\nnodes = c * x^depth, fitted; b = {minimax:.2f} is minimax's x; exponent e: x = b^e"
        stdout.print(text, markup=False)
