"""`mpi-search play`: people and bots at one board, in the terminal."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import click

from mpi_search.cli.common import BoardCommand, game_argument, position_argument
from mpi_search.cli.solve import RANKS
from mpi_search.errors import InputError
from mpi_search.front.launch import launch_of

if TYPE_CHECKING:
    from mpi_search.bots.clock import Control
    from mpi_search.rules.game import Game

#: The game is over, or somebody is tired of it, long before that.
MOST_SECONDS = 1e6


@click.command(cls=BoardCommand)
@game_argument
@position_argument
@click.option("--x", metavar="BOT|human", help="Who moves first.  [default: you, or kernel if you are --o]")
@click.option("--o", metavar="BOT|human", help="Who moves second.  [default: kernel, or you if a bot is --x]")
@click.option("--time", "move_s", type=float, help="Seconds for each move of a bot.  [default: 3]")
@click.option(
    "--clock", metavar="5m+2s", help="Time for the whole game instead, of each side, and more with each move."
)
@click.option("--pause", default=0.5, show_default=True, help="Seconds between moves where two bots play.")
@click.option("--load", metavar="FILE", help="Go on with the last unfinished game of this file.")
@click.option("--save", metavar="FILE", help="Append games to this file when they are over, or left.")
@click.option("--replay", metavar="FILE", help="Show a game of this file move by move.")
@click.option("--number", type=int, help="The game in this line of the file.  [default: the last]")
@click.option("--seed", type=int, help="For bots that draw lots.  [default: another one each time]")
@click.option(
    "--ranks", type=RANKS, help="The bot kernel is so many ranks, or all that there is room for: it starts them."
)
@click.option("--policy", metavar="NAME", help="How these ranks share the work.  [default: ybwc]")
@click.option("--hostfile", type=click.Path(exists=True, dir_okay=False), help="Start them on these hosts.")
def play(
    game: str,
    position: str,
    x: str | None,
    o: str | None,
    move_s: float | None,
    clock: str | None,
    pause: float,
    load: str | None,
    save: str | None,
    replay: str | None,
    number: int | None,
    seed: int | None,
    ranks: int | None,
    policy: str | None,
    hostfile: str | None,
) -> None:
    """Play GAME in the terminal, from POSITION on: against a bot, two people, or two bots to watch. A bot is kernel,
    mcts, random, minimax:depth=4, kernel:time=1, ./mybot.py, ...; ? at the prompt lists what can be typed.

    \b
    mpi-search play othello
    mpi-search play connect4 4453 --x kernel --time 1
    mpi-search play simplexity --o minimax-heuristic --save games.jsonl
    mpi-search play tictactoe --x human --o human
    mpi-search play othello --x kernel --o mcts --clock 1m+1s
    mpi-search play othello --replay games.jsonl
    """
    from mpi_search.rules.load import load_game

    control = _control(move_s, clock, pause)
    rules = load_game(game)
    if replay is not None:
        _replay(rules, replay, number)
        return
    if number is not None:
        raise InputError("--number belongs to --replay")
    seed = random.randrange(1 << 31) if seed is None else seed
    _play(rules, position, (x, o), control, (load, save), seed, (ranks, policy, hostfile), pause)


def _control(move_s: float | None, clock: str | None, pause: float) -> Control:
    from mpi_search.bots.bot import MOVE_S
    from mpi_search.bots.clock import Control, parse_control

    if move_s is not None and clock is not None:
        raise InputError("--time is for each move, --clock for the whole game: give one of them")
    if move_s is not None and not 0 < move_s <= MOST_SECONDS:
        raise InputError(f"--time must be more than 0 seconds, not {move_s:g}")
    if not 0 <= pause <= MOST_SECONDS:
        raise InputError(f"--pause must be 0 seconds or more, not {pause:g}")
    return parse_control(clock) if clock is not None else Control(move_s=MOVE_S if move_s is None else move_s)


def _replay(game: Game, path: str, number: int | None) -> None:
    from mpi_search.cli.terminal.replay import show_replay
    from mpi_search.cli.terminal.screen import Screen
    from mpi_search.matches.games_file import read_games
    from mpi_search.playing.replay import Replay, chosen

    show_replay(Replay(game, chosen(read_games(path), number, path, game.name)), Screen(game))


def _play(
    game: Game,
    position: str,
    asked: tuple[str | None, str | None],
    control: Control,
    files: tuple[str | None, str | None],
    seed: int,
    cluster: tuple[int | None, str | None, str | None],
    pause: float,
) -> None:
    from mpi_search.bots.load import check_bot
    from mpi_search.cli.terminal.screen import Screen
    from mpi_search.cli.terminal.table import Options, Table
    from mpi_search.matches.games_file import last_unfinished, open_games, read_games
    from mpi_search.playing.session import HUMAN, Session

    load, save = files
    saved = None
    if load is not None:
        saved = last_unfinished(read_games(load), game.name)
        if saved is None:
            raise InputError(f"{load} has no unfinished game of {game.name}")
        asked = asked[0] or saved.first or None, asked[1] or saved.second or None
    players = _players(asked, *cluster)
    for player in players:
        if player != HUMAN:
            check_bot(player)
    session = Session(game, position, players, control, seed)
    if saved is not None:
        session.resume(saved)
    if save is not None:
        open_games(save).close()  # better now than after the game
    Table(session, Screen(game), Options(pause, save, lambda bot: _say_loading(game, bot))).run()


def _players(
    asked: tuple[str | None, str | None], ranks: int | None, policy: str | None, hostfile: str | None = None
) -> tuple[str, str]:
    """Who plays: you against the best bot, unless something else is said. Raises InputError."""
    x, o = asked
    x = x or ("kernel" if o == "human" else "human")
    o = o or ("kernel" if x == "human" else "human")
    if ranks is None and hostfile is None:
        if policy is not None:
            raise InputError("--policy belongs to --ranks")
        return x, o
    together = _together(x, ranks, policy, hostfile), _together(o, ranks, policy, hostfile)
    if together == (x, o):
        if ranks == 0 and hostfile is None:  # scripts/ybwc.sh says so to every game, also of two people
            return x, o
        raise InputError("--ranks is for the bot kernel, which does not play")
    if launch_of(os.environ) is not None:
        raise InputError("--ranks starts ranks from a plain process: run this without mpiexec")
    return together


def _together(bot: str, ranks: int | None, policy: str | None, hostfile: str | None) -> str:
    """The words of the bot `kernel` on several ranks, on all without a number; those of any other as they are."""
    name, _, options = bot.partition(":")
    if name != "kernel":
        return bot
    given = {"ranks": ranks or None, "policy": policy or "ybwc", "hostfile": hostfile}
    more = (f"{name}={value}" for name, value in given.items() if value is not None)
    return f"cluster:{','.join(filter(None, (*more, options)))}"


def _say_loading(game: Game, bot: str) -> None:
    """Why nothing happens for some seconds."""
    from mpi_search.cli.common import say_compiling, stderr
    from mpi_search.compile.kernel import bind

    if bot.startswith("cluster"):
        stderr.print("starting ranks, which compile the search the first time ...", style="dim")
    elif not bind(game).is_compiled:
        say_compiling(game)
