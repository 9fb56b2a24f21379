"""What several commands share: how positions are given, how they are shown."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

import click
from rich.console import Console
from rich.table import Table as TextTable

from mpi_search.front.launch import launch_of

stdout = Console(highlight=False, soft_wrap=True)
if not stdout.is_terminal or launch_of(os.environ):  # a file, a pipe or a launcher has no edge to wrap at
    stdout = Console(highlight=False, soft_wrap=True, width=140, force_terminal=False)
stderr = Console(stderr=True, highlight=False, soft_wrap=True)

_LOOKS_LIKE_A_BOARD = re.compile(r"-[-XOxo.]{8,}( [A-Za-z])?")


class BoardCommand(click.Command):
    """A command with a POSITION, which may begin with dashes: an Othello board is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        boards = [word for word in args if _LOOKS_LIKE_A_BOARD.fullmatch(word)]
        if boards and "--" not in args:
            args = [word for word in args if word not in boards] + ["--", *boards]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if "unexpected extra argument" in error.message:
                hint = "a position with spaces is one argument: put quotes around it"
                raise click.UsageError(f"{error.message}; {hint}", ctx) from error
            raise


game_argument = click.argument("game", metavar="GAME")
position_argument = click.argument("position", metavar="[POSITION]", default="start")
evaluation_option = click.option(
    "--evaluation", metavar="FILE", help="A file with another evaluate(state) than the game's own."
)
ordering_option = click.option(
    "--ordering", metavar="FILE", help="A file with another order(state, move, child) than the game's own."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")


def text_table(*words: str, numbers: Iterable[str], **style: Any) -> TextTable:
    """A table for people with columns of words, then of numbers, under these headings."""
    table = TextTable(*words, box=None, pad_edge=False, **style)
    for heading in numbers:
        table.add_column(heading, justify="right")
    return table


def count(number: float) -> str:
    """12345678 -> '12.3 M'."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.1f} {letter}"
    return f"{number:.0f}"


def compile_now(kernel: Any, quiet: bool = False) -> float:
    """Compile the search or load it; say so if it takes a while. Returns the seconds."""
    from mpi_search.search.search import compile_search

    if not quiet and not kernel.is_compiled:
        say_compiling(kernel.game)
    return compile_search(kernel)


def say_compiling(game: Any, what: str = "the search") -> None:
    """Why nothing happens for some seconds."""
    stderr.print(f"compiling {what} for {game.name} (once for each version of the game) ...", style="dim")
