"""One game: the referee asks the bots in turn, looks at the clock, and accepts no move that is not legal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from mpi_search.bots.bot import Bot
from mpi_search.bots.clock import Clock, Control
from mpi_search.bots.record import Record

#: How the note of a game begins to tell that a bot is broken.
FAILS = "fails: "
#: And how that of a side ends whose clock has run out.
TIME_IS_UP = "has no time left"


@dataclass
class Played:
    """How a game went."""

    result: int  #: the value for the side that moved first
    note: str  #: why it ended, if not by the rules
    seconds: list[float] = field(default_factory=list)  #: of every move
    broken: Bot | None = None  #: a bot that has failed, and may do nothing else from now on


def play_game(
    record: Record, bots: tuple[Bot, Bot], control: Control, now: Callable[[], float] = time.perf_counter
) -> Played:
    """Play on to the end. `bots`: the one that moves first in the record's first position, then the other. What their
    `should_stop` raises ends the game."""
    clocks = Clock(control), Clock(control)
    played = Played(0, "")
    for bot in bots:
        bot.forget()
    while not record.is_over:
        side = record.side
        bot, clock = bots[side], clocks[side]
        bot.should_stop()  # raises where nobody wants the game any more; bots need not ask
        plies = record.game.plies_left(record.state)
        allowed = bot.seconds if bot.seconds is not None else clock.allowance((plies + 1) // 2)
        began = now()
        try:
            move: int | None = bot.choose(record, allowed).move
            error = "" if move in record.legal else f"plays {move}, which is not legal"
        except Exception as fault:  # a bot of somebody's: its fault costs its game, not the match
            error, played.broken = f"{FAILS}{type(fault).__name__}: {fault}", bot
        took = now() - began
        played.seconds.append(took)
        clock.spend(took)
        if not error and clock.is_up:
            error = TIME_IS_UP
        if error:
            return _forfeit(played, record, side, f"{bot.name or type(bot).__name__} {error}")
        assert move is not None
        record.play(move)
    played.result = record.result_for(0)
    return played


def _forfeit(played: Played, record: Record, side: int, note: str) -> Played:
    """That side loses as badly as one can."""
    worst = record.game.max_value
    played.result, played.note = (-worst if side == 0 else worst), note
    return played
