"""`mpi-search compare`: every sequential algorithm on one position, or on many, or at growing depths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mpi_search.cli.common import BoardCommand, count, game_argument, json_option, position_argument, stdout, text_table
from mpi_search.cli.growth import depths_of, sweep_depths, tell_growth
from mpi_search.cli.live import LiveLine
from mpi_search.errors import InputError

if TYPE_CHECKING:
    from mpi_search.algorithms import Algorithm
    from mpi_search.compile.kernel import Kernel
    from mpi_search.rules.game import Game
    from mpi_search.study.compare import Question, Trial


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
    from mpi_search.compile.kernel import bind
    from mpi_search.rules.load import load_game
    from mpi_search.study.compare import Truth, chosen
    from mpi_search.study.compare import compare as answer_all

    if folder is not None and sweep is None:
        raise InputError("--plot needs --sweep-depth")
    rules = load_game(game)
    kernel = bind(rules)
    algorithms = chosen(names, known_algorithms(rules, fits_file))
    truth = Truth(kernel)
    if sweep is not None:
        growths = sweep_depths(algorithms, position, depths_of(sweep), truth, max_nodes, seed, quiet=as_json)
        tell_growth(rules, position, growths, folder, as_json)
        raise SystemExit(any(growth.exact and growth.wrong for growth in growths))
    questions = questions_of(kernel, [position] if file is None else read_positions(file), depth, max_nodes)
    with LiveLine(as_json) as line:

        def tell(question: Question, trial: Trial) -> None:
            line.show(f"{question.position}: {trial.algorithm} {trial.note or f'{count(trial.nodes)} nodes'}")

        answers = answer_all(algorithms, questions, truth, max_nodes=max_nodes, seed=seed, on_trial=tell)
    fits = fits_used(rules, answers, fits_file)
    if as_json:
        print(json.dumps(as_object(rules, answers, fits)))
    elif file is None:
        show_one(rules, *answers[0])
    else:
        show_sums(answers)
    if fits and not as_json:
        stdout.print(f"fits of ProbCut: {fits}", markup=False)
    raise SystemExit(any(trial.exact and trial.is_right is False for _, trials in answers for trial in trials))


# --- asking ----------------------------------------------------------------------------------------------------------


def known_algorithms(game: Game, fits_file: Path | None) -> dict[str, Algorithm]:
    """All algorithms; ProbCut with the fits of a file if there is one."""
    from mpi_search.algorithms import ALGORITHMS, probcut_algorithms
    from mpi_search.algorithms.fit_files import load_fits

    if fits_file is None:
        return ALGORITHMS
    fitted = {algorithm.name: algorithm for algorithm in probcut_algorithms(load_fits(fits_file, game))}
    return {**ALGORITHMS, **fitted}


def fits_used(game: Game, answers: list[tuple[Question, list[Trial]]], fits_file: Path | None) -> str | None:
    """Where the fits of ProbCut come from: a file, or guesses; None if it did not run."""
    from mpi_search.algorithms import probcut_algorithms
    from mpi_search.algorithms.fit_files import own_file

    names = {algorithm.name for algorithm in probcut_algorithms()}
    if not any(trial.algorithm in names and trial.nodes for _, trials in answers for trial in trials):
        return None
    return str(fits_file or own_file(game) or "guesses")


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


def questions_of(kernel: Kernel, positions: list[str], depth: int | None, max_nodes: int) -> list[Question]:
    """One question a position: to a depth that the slowest algorithm can reach, if none is given."""
    from mpi_search.study.compare import Question, deepest_within

    questions = []
    for position in positions:
        state = kernel.game.unfinished(position)
        plies = deepest_within(kernel, state, max_nodes // 20) if depth is None else depth
        if plies is not None and plies >= kernel.game.plies_left(state):
            plies = None
        questions.append(Question(position, state, plies))
    return questions


# --- telling ---------------------------------------------------------------------------------------------------------


def as_object(game: Game, answers: list[tuple[Question, list[Trial]]], fits: str | None) -> dict[str, Any]:
    """What `--json` prints: the rows of one position, or of each in turn."""
    objects = [
        {
            "game": game.name,
            "position": question.position,
            "depth": question.depth,
            "fits": fits,
            "rows": [row_of(game, question, trial) for trial in trials],
        }
        for question, trials in answers
    ]
    return objects[0] if len(objects) == 1 else {"game": game.name, "positions": objects}


def row_of(game: Game, question: Question, trial: Trial) -> dict[str, Any]:
    return {
        "algorithm": trial.algorithm,
        "value": trial.value,
        "best_move": None if trial.move is None else game.move_name(question.state, trial.move),
        "nodes": trial.nodes,
        "leaves": trial.leaves,
        "peak_stored_nodes": trial.peak_stored,
        "seconds": trial.seconds,
        "exact": trial.exact,
        "agrees": trial.is_right,
        "note": trial.note,
    }


def show_one(game: Game, question: Question, trials: list[Trial]) -> None:
    """One position, for people."""
    reach = "to the end of the game" if question.depth is None else f"{question.depth} plies deep"
    stdout.print(f"{game.name}  {question.position}, {reach}\n", markup=False)
    titles = ("value", "move", "nodes", "leaves", "stored", "seconds")
    table = text_table("algorithm", "kind", numbers=titles, header_style="")
    table.add_column("")
    for trial in trials:
        row = row_of(game, question, trial)
        value = "" if trial.value is None else f"{trial.value:+d}"
        figures = (f"{trial.nodes:,}", f"{trial.leaves:,}", f"{trial.peak_stored:,}", f"{trial.seconds:.3f}")
        table.add_row(trial.algorithm, kind(trial.exact), value, row["best_move"] or "", *figures, trial.note)
    stdout.print(table)
    stdout.print(
        "\nexact: by construction it finds minimax's value and a best move; may err: it need not", markup=False
    )


def kind(exact: bool) -> str:
    return "exact" if exact else "may err"


def show_sums(answers: list[tuple[Question, list[Trial]]]) -> None:
    """Many positions, for people: sums over those that an algorithm finished."""
    stdout.print(f"{len(answers)} positions\n")
    titles = ("finished", "right", "nodes", "most stored", "seconds")
    table = text_table("algorithm", "kind", numbers=titles, header_style="")
    for trials in zip(*(trials for _, trials in answers), strict=True):
        done = [trial for trial in trials if trial.value is not None]
        table.add_row(
            trials[0].algorithm,
            kind(trials[0].exact),
            str(len(done)),
            str(sum(trial.is_right is True for trial in done)),
            f"{sum(trial.nodes for trial in done):,}",
            f"{max((trial.peak_stored for trial in done), default=0):,}",
            f"{sum(trial.seconds for trial in done):.3f}",
        )
    stdout.print(table)
