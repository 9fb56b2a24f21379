"""`mpi-search compare`: every sequential algorithm on one position, or on many, or at growing depths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from mpi_search.cli.common import BoardCommand, count, game_argument, json_option, position_argument, stdout, text_table
from mpi_search.cli.growth import depths_of, sweep_depths, tell_growth
from mpi_search.cli.live import LiveLine
from mpi_search.errors import InputError

if TYPE_CHECKING:
    from mpi_search.front.compare import Comparison, Row


@click.command(cls=BoardCommand)
@game_argument
@position_argument
@click.option("--depth", type=click.IntRange(1), help="Plies.  [default: as deep as minimax can]")
@click.option("--algorithms", "names", default="all", show_default=True, help="A list with commas.")
@click.option("--max-nodes", default=1_000_000, show_default=True, type=click.IntRange(1), help="For each algorithm.")
@click.option("--positions", "file", type=click.Path(path_type=Path), help="A file with a position on each line.")
@click.option("--sweep-depth", "sweep", metavar="FIRST..LAST", help="At each of these depths; shows how costs grow.")
@click.option("--plot", "folder", type=click.Path(path_type=Path), help="With --sweep-depth: draw two plots in here.")
@click.option(
    "--fits",
    "fits_file",
    type=click.Path(path_type=Path),
    help="A file of fits for ProbCut, by `probcut fit`.  [default: the game's own, else guesses]",
)
@click.option("--seed", default=1, show_default=True, help="Of algorithms with randomness.")
@json_option
def compare(
    game: str,
    position: str,
    depth: int | None,
    names: str,
    max_nodes: int,
    file: Path | None,
    sweep: str | None,
    folder: Path | None,
    fits_file: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Let every sequential algorithm answer the same question: value, move, nodes, nodes stored at once, time.

    They are plain Python: a million nodes take about ten seconds.

    \b
    mpi-search compare tictactoe "OXOXX..O. O"
    mpi-search compare connect4:4x4 --algorithms minimax,alphabeta,mtdf,sss --depth 6
    mpi-search compare synthetic:branching=4,depth=12 --sweep-depth 1..8 --plot plots
    """
    if folder is not None and sweep is None:
        raise InputError("--plot needs --sweep-depth")
    if sweep is not None:
        sweep_and_tell(game, position, names, sweep, folder, fits_file, max_nodes, seed, as_json)
    from mpi_search.front.compare import compare as answer_all

    positions = [position] if file is None else read_positions(file)
    with LiveLine(as_json) as line:
        found = answer_all(
            game,
            positions,
            algorithms=names,
            depth=depth,
            max_nodes=max_nodes,
            fits=fits_file,
            seed=seed,
            on_progress=lambda row: line.show(
                f"{row.position}: {row.algorithm} {row.note or f'{count(row.nodes)} nodes'}"
            ),
        )
    if as_json:
        print(json.dumps(found.to_dict()))
    elif file is None:
        show_one(found)
    else:
        show_sums(found.rows, len(positions))
    if found.fits and not as_json:
        stdout.print(f"fits of ProbCut: {found.fits}", markup=False)
    raise SystemExit(found.has_fault)


def sweep_and_tell(
    game: str,
    position: str,
    names: str,
    sweep: str,
    folder: Path | None,
    fits_file: Path | None,
    max_nodes: int,
    seed: int,
    as_json: bool,
) -> NoReturn:
    """At growing depths."""
    from mpi_search.compile.kernel import bind
    from mpi_search.front.compare import known_algorithms
    from mpi_search.rules.load import load_game
    from mpi_search.study.compare import Truth, chosen

    rules = load_game(game)
    algorithms, truth = chosen(names, known_algorithms(rules, fits_file)), Truth(bind(rules))
    growths = sweep_depths(algorithms, position, depths_of(sweep), truth, max_nodes, seed, quiet=as_json)
    tell_growth(rules, position, growths, folder, as_json)
    raise SystemExit(any(growth.exact and growth.wrong for growth in growths))


def read_positions(file: Path) -> list[str]:
    """The positions of a file: one on each line; empty lines and those that begin with # are passed over."""
    try:
        lines = [line.strip() for line in file.read_text().splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    positions = [line for line in lines if line and not line.startswith("#")]
    if not positions:
        raise InputError(f"{file} has no positions in it")
    return positions


# --- telling ---------------------------------------------------------------------------------------------------------


def show_one(found: Comparison) -> None:
    """One position, for people."""
    depth, position = found.rows[0].depth, found.rows[0].position
    reach = "to the end of the game" if depth is None else f"{depth} plies deep"
    stdout.print(f"{found.game.name}  {position}, {reach}\n", markup=False)
    titles = ("value", "move", "nodes", "leaves", "stored", "seconds")
    table = text_table("algorithm", "kind", numbers=titles, header_style="")
    table.add_column("")
    for row in found.rows:
        value = "" if row.value is None else f"{row.value:+d}"
        figures = (f"{row.nodes:,}", f"{row.leaves:,}", f"{row.peak_stored_nodes:,}", f"{row.seconds:.3f}")
        table.add_row(row.algorithm, kind(row.exact), value, row.best_move or "", *figures, row.note)
    stdout.print(table)
    stdout.print(
        "\nexact: by construction it finds minimax's value and a best move; may err: it need not", markup=False
    )


def kind(exact: bool) -> str:
    return "exact" if exact else "may err"


def show_sums(rows: list[Row], positions: int) -> None:
    """Many positions, for people: sums over those that an algorithm finished."""
    stdout.print(f"{positions} positions\n")
    titles = ("finished", "right", "nodes", "most stored", "seconds")
    table = text_table("algorithm", "kind", numbers=titles, header_style="")
    for name in dict.fromkeys(row.algorithm for row in rows):
        own = [row for row in rows if row.algorithm == name]
        done = [row for row in own if row.value is not None]
        table.add_row(
            name,
            kind(own[0].exact),
            str(len(done)),
            str(sum(row.agrees is True for row in done)),
            f"{sum(row.nodes for row in done):,}",
            f"{max((row.peak_stored_nodes for row in done), default=0):,}",
            f"{sum(row.seconds for row in done):.3f}",
        )
    stdout.print(table)
