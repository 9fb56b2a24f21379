"""`mpi-search`: the group of commands, and what becomes of errors.

Exit codes: 0 done; 1 a check or an engine failed; 2 the input or the options are wrong; 3 the cluster was lost; 130
interrupted.

Under a launcher every rank runs this. Rank 0 alone prints; commands that are no parallel searches are its own.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import NoReturn

import click

from mpi_search import __version__
from mpi_search.errors import ClusterLost, EngineError, InputError
from mpi_search.front.launch import launch_of
from mpi_search.leave import run_and_leave

#: Commands that take all ranks; the others run on rank 0.
_PARALLEL = ("solve", "match")
#: Of those others, the ones that take so long that somebody may have hoped for help.
_LONG = ("simulate", "compare", "probcut", "bench", "swarm", "gtp", "nboard")


#: In the order in which they are listed; each is a file of this folder.
_COMMANDS = (
    "games",
    "new",
    "solve",
    "play",
    "match",
    "simulate",
    "compare",
    "probcut",
    "perft",
    "check",
    "bench",
    "swarm",
    "gtp",
    "nboard",
)


class Commands(click.Group):
    """The commands, each imported when it is called: starting must not wait for what the others need."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(importlib.import_module(f"mpi_search.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="mpi-search")
@click.pass_context
def cli(context: click.Context) -> None:
    """Exact and depth-limited game-tree search.

    GAME is a name with an optional board (connect4, connect4:6x5, othello) or the path of a game file of your own.
    `mpi-search games` lists what there is. After `mpiexec -n N`, `solve` searches on N ranks.
    """
    launch = launch_of(os.environ)
    if launch is None or context.invoked_subcommand in _PARALLEL:
        return
    if launch.rank > 0:
        raise SystemExit(0)
    if launch.size is not None and launch.size > 1 and context.invoked_subcommand in _LONG:
        print(f"mpi-search: {context.invoked_subcommand} runs on one rank of the {launch.size}", file=sys.stderr)


def mpi_search() -> NoReturn:
    """The program."""
    run_and_leave(main)


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit."""
    try:
        cli.main(arguments, prog_name="mpi-search", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        _fail(error.format_message(), error.ctx if isinstance(error, click.UsageError) else None)
    except InputError as error:
        _fail(str(error))
    except EngineError as error:
        print(f"mpi-search: {error}", file=sys.stderr)
        sys.exit(1)
    except ClusterLost as error:
        print(f"mpi-search: {error}", file=sys.stderr)
        sys.exit(3)
    except (KeyboardInterrupt, click.Abort):
        print("mpi-search: interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:  # the reader of a pipe had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


def _fail(message: str, context: click.Context | None = None) -> None:
    """One line on stderr that names what and where; from rank 0, the others meet the same error."""
    launch = launch_of(os.environ)
    if launch is not None and launch.rank > 0:
        sys.exit(0)  # a code of its own would have the launcher kill rank 0 before it has spoken
    path = context.command_path if context else "mpi-search"
    print(f"{path}: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)
