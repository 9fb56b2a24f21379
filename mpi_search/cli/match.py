"""`mpi-search match`: games between bots, and what they say about who is better."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mpi_search.cli.common import game_argument, json_option, position_argument, stderr, stdout, text_table
from mpi_search.cli.kept import keeping
from mpi_search.cli.live import LiveLine
from mpi_search.cli.solve import RANKS
from mpi_search.cli.stopping import Stop
from mpi_search.errors import InputError
from mpi_search.front.launch import launch_of

if TYPE_CHECKING:
    from mpi_search.matches.contest import Contest
    from mpi_search.matches.games_file import SavedGame
    from mpi_search.matches.ranks import Ended
    from mpi_search.matches.schedule import Pairing
    from mpi_search.matches.sprt import Sprt
    from mpi_search.matches.standing import Duel

#: Ranks that were told to stop have so long to tell what was played, and to end.
END_S = 15.0
#: Between two signals that say so, where several mean the same as one.
AGAIN_S = 2.0
#: What stands for an engine that is started by a command, where a bot is named.
COMMAND = "command:"


@click.command()
@game_argument
@position_argument
@click.option("--first", metavar="BOT", help="One bot: NAME:option=value,... or ./mybot.py.")
@click.option("--second", metavar="BOT", help="The other.")
@click.option("--bots", metavar="BOT,BOT,...", help="A round robin instead, each against each.")
@click.option("--opponent-command", "command", metavar="COMMAND", help="The other is a GTP engine that this starts.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="Between any two bots.")
@click.option("--time", "move_s", type=float, help="Seconds for every move.  [default: 3]")
@click.option("--clock", metavar="5m+2s", help="A clock for the whole game instead, with what each move adds.")
@click.option("--openings", "plies", default=4, show_default=True, type=click.IntRange(0), help="Random plies before.")
@click.option("--seed", default=1, show_default=True, help="Of openings and bots.")
@click.option("--sprt", "question", metavar="ELO0,ELO1", help="End when it is settled whether the first is better.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Append every game to this file.")
@click.option(
    "--ggf", type=click.Path(dir_okay=False, path_type=Path), help="Append games of Othello to this one as GGF too."
)
@click.option("--ranks", type=RANKS, help="Play so many games at once, each on a rank of its own.")
@click.option("--hostfile", type=click.Path(exists=True, dir_okay=False), help="Start the ranks on these hosts.")
@click.option("--quiet", is_flag=True, help="No live line; only the result.")
@json_option
def match(
    game: str,
    position: str,
    first: str | None,
    second: str | None,
    bots: str | None,
    command: str | None,
    games: int,
    move_s: float | None,
    clock: str | None,
    plies: int,
    seed: int,
    question: str | None,
    out: Path | None,
    ggf: Path | None,
    ranks: int | None,
    hostfile: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play games between bots. Every opening is played twice, each bot once with the first move.

    With --out, games are kept in a file, and a match that was stopped goes on where it was.

    \b
    mpi-search match simplexity --first kernel --second hill-climbing --time 0.1 --games 100
    mpi-search match othello --first kernel:depth=6 --second kernel:depth=4 --sprt 0,50 --out games.jsonl
    mpi-search match connect4 --bots random,greedy,mcts,kernel --games 20 --time 0.1
    mpi-search match othello --first kernel --opponent-command "gtp-rhino -l 4" --time 0.3
    """
    launch, stop = launch_of(os.environ), Stop()
    if launch is not None and launch.has_started:
        stop.listen_among_ranks(is_first=launch.rank == 0)
    names = names_of(first, second, bots, command)
    if ranks is not None or hostfile is not None:
        raise SystemExit(on_ranks(ranks or None, hostfile))
    from mpi_search.bots.clock import Control, parse_control
    from mpi_search.matches.contest import Contest
    from mpi_search.matches.openings import Openings
    from mpi_search.matches.sprt import parse_sprt
    from mpi_search.rules.load import load_game

    if clock is not None and move_s is not None:
        raise InputError("--time is for every move, --clock for the whole game: give one of them")
    if move_s is not None and not move_s > 0:
        raise InputError(f"--time must be more than 0 seconds, not {move_s:g}")
    control = parse_control(clock) if clock else Control(move_s=3.0 if move_s is None else move_s)
    sprt = parse_sprt(question) if question else None
    if sprt is not None and len(names) != 2:
        raise InputError("--sprt is about two bots")
    rules = load_game(game)
    rules.unfinished(position)
    if ggf is not None:
        from mpi_search.protocols.ggf_match import check_ggf

        check_ggf(ggf, rules, out)
    contest = Contest(rules, Openings(rules, plies, seed, position), control, bot_maker(rules), seed, position)
    raise SystemExit(play_and_tell(Match(contest, names, games, sprt, out, ggf, quiet, as_json), stop))


def names_of(first: str | None, second: str | None, bots: str | None, command: str | None) -> list[str]:
    """Who plays. Raises InputError."""
    if bots is not None:
        if first or second or command:
            raise InputError("--bots names all of them: leave out --first, --second and --opponent-command")
        names = [name.strip() for name in re.split(r",(?![\w-]+=)", bots)]  # commas between options stay
        if len(names) < 2 or len(set(names)) < len(names):
            raise InputError(f"--bots needs two different bots or more, not {bots!r}")
        return names
    if second and command:
        raise InputError("--second or --opponent-command, not both")
    other = f"{COMMAND}{command}" if command else second
    if not first or not other:
        raise InputError("who plays? Give --first and --second, or --bots a,b,c")
    if first == other:
        raise InputError(f"{first} against itself tells nothing: give one of them another option")
    return [first, other]


def bot_maker(rules: Any) -> Any:
    """From words to bots, engines that are started by a command among them."""
    from mpi_search.bots.bot import Bot
    from mpi_search.bots.load import load_bot

    def make(words: str) -> Bot:
        if not words.startswith(COMMAND):
            return load_bot(words, rules)
        from mpi_search.bots.bot import Setup
        from mpi_search.protocols.gtp_player import GtpPlayer

        return GtpPlayer(Setup(rules), words.removeprefix(COMMAND))

    return make


# --- playing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """What is played, and what becomes of it."""

    contest: Contest
    names: list[str]
    games: int
    sprt: Sprt | None
    out: Path | None
    ggf: Path | None
    quiet: bool
    as_json: bool


def play_and_tell(match: Match, stop: Stop) -> int:
    """The whole match, or this rank's part of it; the exit code. `stop`: is used among ranks only."""
    launch = launch_of(os.environ)
    if launch is not None and launch.has_started:
        from mpi_search.cli.match_ranks import play_and_tell_among

        return play_and_tell_among(match, launch, stop)
    from mpi_search.matches.ranks import Here

    with closing(match.contest):
        match.contest.check(match.names)
        left, done = what_is_left(match)
        code = follow(match, Here(match.contest.play, left), left, done)
    tell(match.names, done, match.sprt, match.as_json)
    return code


def what_is_left(match: Match) -> tuple[list[Pairing], list[SavedGame]]:
    """The games that are still to be played, and those of the file that were."""
    from mpi_search.matches.contest import of_match, still_to_play
    from mpi_search.matches.schedule import schedule

    pairings = list(schedule(match.names, match.games))
    done = of_match(read_if_there(match.out), match.contest, pairings)
    return list(still_to_play(pairings, done)), done


def read_if_there(out: Path | None) -> list[SavedGame]:
    from mpi_search.matches.games_file import read_games

    return read_games(out) if out is not None and out.exists() else []


def follow(match: Match, ended: Ended, left: list[Pairing], done: list[SavedGame]) -> int:
    """Keep the games as they end, and tell how it stands; the exit code."""
    from mpi_search.matches.standing import duels

    names, sprt, total = match.names, match.sprt, len(left) + len(done)
    if done and not match.quiet:
        stderr.print(f"{len(done)} games are in {match.out} already", style="dim")
    try:
        with keeping(match.contest, done, match.out, match.ggf) as keep, LiveLine(match.quiet or match.as_json) as line:
            if is_settled(sprt, duels(names, done)):
                return 0
            for saved in ended:
                done.append(saved)
                keep(saved)
                standing = duels(names, done)
                line.show(live_text(standing, len(done), total, sprt))
                if is_settled(sprt, standing):
                    break
    except KeyboardInterrupt:
        return 130
    return 0


def is_settled(sprt: Sprt | None, standing: list[Duel]) -> bool:
    return sprt is not None and sprt.verdict(list(standing[0].pairs.values())) is not None


def on_ranks(ranks: int | None, hostfile: str | None) -> int:
    """The same command on ranks that an mpiexec starts; its exit code."""
    from mpi_search.transport.mpi.mpiexec import find_mpi, ranks_of

    launch = launch_of(os.environ)
    if launch is not None and launch.has_started:
        raise InputError(f"{launch.by} shows that ranks were started already: leave out --ranks and --hostfile")
    mpi = find_mpi(os.environ)
    words = without_options(sys.argv[1:], "--ranks", "--hostfile")
    program = [sys.executable, "-m", "mpi_search", *words]
    command = mpi.command(program, ranks or ranks_of(os.environ, mpi, hostfile), hostfile)
    stop = Stop()
    stop.listen(signal.SIGINT)  # it must not hit between the start and what takes care of the end
    process = subprocess.Popen(
        command, env=mpi.environment(os.environ), stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        with stop.raising():
            return process.wait()
    except KeyboardInterrupt:
        stop_ranks(process, mpi.stop_signal)
        stderr.print("stopped; with --out the games that were played are kept, and the same command goes on")
        return 130
    finally:
        end_process(process)


def stop_ranks(process: subprocess.Popen[bytes], number: int) -> None:
    """Have them tell what was played, and end. A launcher that has no ranks yet may lose the signal, so it is sent
    again; but a second Ctrl-C would end them without a word."""
    until = time.monotonic() + END_S
    while process.poll() is None and time.monotonic() < until:
        process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_S if number == signal.SIGINT else AGAIN_S)


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Be sure that nothing of it is left. The launcher takes its ranks with it."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, number)
            with suppress(subprocess.TimeoutExpired):
                process.wait(5.0)


def without_options(words: list[str], *options: str) -> list[str]:
    """The words of a command line without these options and their values."""
    kept, skip = [], False
    for word in words:
        if skip:
            skip = False
        elif word in options:
            skip = True
        elif not word.startswith(tuple(f"{option}=" for option in options)):
            kept.append(word)
    return kept


# --- telling ---------------------------------------------------------------------------------------------------------


def live_text(standing: list[Duel], played: int, total: int, sprt: Sprt | None) -> str:
    """How it stands, in one line."""
    parts = [f"game {played} of {total}"]
    if len(standing) == 1:
        duel = standing[0]
        parts.append(f"{duel.total.wins} won, {duel.total.draws} drawn, {duel.total.losses} lost")
        if sprt is not None:
            parts.append(f"log likelihood ratio {sprt.ratio(list(duel.pairs.values())):+.2f}")
    return "  ".join(parts)


def tell(names: list[str], done: list[SavedGame], sprt: Sprt | None, as_json: bool) -> None:
    """The result."""
    from mpi_search.matches.standing import duels

    standing = duels(names, done)
    if as_json:
        rows = [with_verdict(duel, sprt) for duel in standing]
        print(json.dumps(rows[0] if len(rows) == 1 else {"bots": names, "duels": rows}))
    elif len(standing) == 1:
        tell_duel(standing[0], sprt)
    else:
        tell_table(names, standing)


def with_verdict(duel: Duel, sprt: Sprt | None) -> dict[str, object]:
    row = duel.to_dict()
    if sprt is not None:
        points = list(duel.pairs.values())
        row |= {"log_likelihood_ratio": sprt.ratio(points), "first_is_better": sprt.verdict(points)}
    return row


def tell_duel(duel: Duel, sprt: Sprt | None) -> None:
    """Two bots, for people."""
    stdout.print(f"{duel.first} against {duel.second}: {duel.total.games} games\n", markup=False)
    table = text_table("", numbers=("won", "drawn", "lost", "score"))
    for label, tally in (
        ("moving first", duel.moving_first),
        ("moving second", duel.moving_second),
        ("all", duel.total),
    ):
        table.add_row(label, str(tally.wins), str(tally.draws), str(tally.losses), f"{tally.score:.1%}")
    stdout.print(table)
    low, high = duel.total.interval
    stdout.print(f"\nscore  {duel.total.score:.1%} ({low:.1%} to {high:.1%} with 95 % confidence)")
    stdout.print(f"Elo    {elo_text(duel.total.score)} ({elo_text(low)} to {elo_text(high)})")
    seconds = " and ".join(f"{each:.3f}" for each in duel.seconds_per_move)
    slowest = " and ".join(f"{each:.3f}" for each in duel.slowest)
    stdout.print(f"time   {seconds} s a move, {slowest} s at most")
    if sprt is not None:
        points = list(duel.pairs.values())
        verdict = {True: f"better by {sprt.elo1:g} Elo", False: f"no more than {sprt.elo0:g} Elo better", None: "open"}
        stdout.print(f"SPRT   {verdict[sprt.verdict(points)]} (log likelihood ratio {sprt.ratio(points):+.2f})")
    for note in dict.fromkeys(duel.notes):
        stdout.print(f"note   {note} ({duel.notes.count(note)} times)", markup=False)


def elo_text(score: float) -> str:
    from mpi_search.matches.standing import elo

    difference = elo(score)
    return f"{difference:+.0f}" if difference is not None else "beyond +1000" if score > 0.5 else "below -1000"


def tell_table(names: list[str], standing: list[Duel]) -> None:
    """A cross table: the score of the row's bot against the column's, in per cent."""
    scores = {(duel.first, duel.second): duel.total for duel in standing}
    table = text_table("", "bot", numbers=[*(str(number) for number in range(1, len(names) + 1)), "points", "score"])
    rows = []
    for one in names:
        points, games, cells = 0.0, 0, []
        for other in names:
            tally = scores.get((one, other)) or scores.get((other, one))
            if tally is None or not tally.games:
                cells.append("")
                continue
            share = tally.score if (one, other) in scores else 1 - tally.score
            points, games = points + share * tally.games, games + tally.games
            cells.append(f"{100 * share:.0f}")
        rows.append((points / max(games, 1), one, [*cells, f"{points:g}", f"{points / max(games, 1):.1%}"]))
    for _, one, cells in sorted(rows, key=lambda row: -row[0]):
        table.add_row(str(names.index(one) + 1), one, *cells)
    stdout.print(table)
