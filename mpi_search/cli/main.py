"""`mpi-search`: the group of commands, and what becomes of errors.

Exit codes: 0 done; 1 a check failed; 2 the input or the options are wrong; 130 interrupted.
"""

from __future__ import annotations

import os
import sys

import click

from mpi_search import __version__
from mpi_search.cli.bench import bench
from mpi_search.cli.check import check
from mpi_search.cli.games import games
from mpi_search.cli.perft import perft
from mpi_search.cli.simulate import simulate
from mpi_search.cli.solve import solve
from mpi_search.cli.swarm import swarm
from mpi_search.errors import InputError

#: How the launchers tell a process how many there are.
_WORLD_SIZES = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_SIZE", "MPI_LOCALNRANKS")
_RANKS = ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="mpi-search")
def cli() -> None:
    """Exact and depth-limited game-tree search.

    GAME is a name with an optional board (connect4, connect4:6x5, othello) or the path of a game file of your own.
    `mpi-search games` lists what there is.
    """


for command in (games, solve, simulate, perft, check, bench, swarm):
    cli.add_command(command)


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit."""
    _expect_one_rank()
    try:
        cli.main(arguments, prog_name="mpi-search", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        _fail(error.format_message(), error.ctx if isinstance(error, click.UsageError) else None)
    except InputError as error:
        _fail(str(error))
    except (KeyboardInterrupt, click.Abort):
        print("mpi-search: interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:  # the reader of a pipe had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


def _fail(message: str, context: click.Context | None = None) -> None:
    """One line on stderr that names what and where."""
    path = context.command_path if context else "mpi-search"
    print(f"{path}: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


def _expect_one_rank() -> None:
    """Several ranks would search the same position side by side without helping each other."""
    given = (os.environ.get(name, "") for name in _WORLD_SIZES)
    size = max((int(text) for text in given if text.isdecimal()), default=1)
    if size <= 1:
        return
    if all(os.environ.get(name, "0") == "0" for name in _RANKS):
        print(f"mpi-search: this version searches on one rank, but mpiexec started {size}", file=sys.stderr)
    sys.exit(2)
