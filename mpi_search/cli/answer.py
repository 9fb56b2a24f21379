"""What `solve` shows: a line while it searches, the answer for people afterwards."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.table import Table as TextTable

from mpi_search.cli.common import count, stderr, stdout, text_table
from mpi_search.cli.live import LiveLine
from mpi_search.cli.stopping import is_interruption, stop_signals
from mpi_search.cluster.figures import RankReport
from mpi_search.front.found import Found, Progress
from mpi_search.front.launch import terminal

#: Up to so many ranks, the table at the end has a line for each; then one for each host.
MOST_LINES = 16
_BARS = " ▁▂▃▄▅▆▇█"


class Display:
    """Tells how far a search is, unless nobody wants to know, and hears when the user wants no more."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._line: LiveLine | None = None  # from the first progress on
        self._terminal: str | None = None  # at the other end of a launcher
        self.was_interrupted = False

    @contextmanager
    def searching(self, *, together: bool, is_first: bool) -> Iterator[Callable[[], bool]]:
        self._terminal = terminal(os.environ) if together and is_first else None
        with stop_signals(together=together, is_first=is_first) as signals:
            try:
                yield lambda: bool(signals)
            finally:
                if self._line:
                    self._line.__exit__()
                self.was_interrupted = is_interruption(signals)

    def compiling(self, game: str, *, on_every_host: bool) -> None:
        once = ", once on every host" if on_every_host else " (once for each version of the game)"
        self.note(f"compiling the search for {game}{once} ...")

    def note(self, text: str) -> None:
        if not self._quiet:
            stderr.print(text, style="dim")

    def progress(self, at: Progress) -> None:
        if self._line is None:
            self._line = LiveLine(self._quiet, self._terminal)
        self._line.show(cluster_line(at) if at.busy else line(at))


def line(at: Progress) -> str:
    """How far a search on one rank is, in one line."""
    best = f"best {at.best_move}" if at.best_move is not None else ""
    speed = count(at.nodes / max(at.seconds, 1e-9))
    parts = [depth(at), f"value {at.lower} .. {at.upper}", best, f"{count(at.nodes)} nodes", f"{speed} nodes/s"]
    return "  ".join(part for part in (*parts, f"{at.seconds:.1f} s") if part)


def cluster_line(at: Progress) -> str:
    """How far the cluster is, in one line."""
    seconds = max(at.seconds, 1e-9)
    parts = [
        depth(at),
        f"{at.lower} .. {at.upper}",
        at.best_move or "",
        f"{count(at.nodes / seconds)} nodes/s",
        f"busy {busy_text(at.busy)}",
        f"table {at.table_fill or 0.0:.0%}",
        f"{count(at.messages / seconds)} msg/s",
        f"{at.seconds:.1f} s",
    ]
    return "  ".join(part for part in parts if part)


def depth(progress: Progress) -> str:
    return "to the end" if progress.depth is None else f"depth {progress.depth}"


def busy_text(shares: list[float]) -> str:
    """How busy ranks are: the mean, and a bar for each, or the extremes if there are many."""
    mean = f"{sum(shares) / len(shares):.0%}"
    if len(shares) > 2 * MOST_LINES:
        return f"{mean} ({min(shares):.0%} to {max(shares):.0%})"
    return f"{mean} " + "".join(_BARS[round(share * (len(_BARS) - 1))] for share in shares)


# --- the answer --------------------------------------------------------------------------------------------------


def show(found: Found, quiet: bool) -> None:
    """The answer for people."""
    stdout.print(f"{found.game}  {found.position}\n", markup=False)
    stdout.print(found.board, markup=False)
    rate = count(found.nodes / max(found.seconds, 1e-9))
    rows = [
        ("value", found.meaning),
        ("best move", found.best_move),
        ("variation", " ".join(found.pv)),
        *zip(("moves", *[""] * len(found.moves)), other_moves(found), strict=False),
        ("nodes", f"{found.nodes:,} in {found.seconds:.3f} s ({rate} nodes/s)"),
    ]
    stdout.print("\n" + "\n".join(f"{label:<10} {text}" for label, text in rows), markup=False)
    if found.policy != "serial" and not quiet:
        stdout.print()
        stdout.print(rank_table(found))


def other_moves(found: Found) -> list[str]:
    """A line for each move that was asked for, if there are several."""
    if len(found.moves) < 2:
        return []
    width = max(len(each.move) for each in found.moves)
    lines = []
    for each in found.moves:
        proof = " " if each.exact else "?"
        lines.append(f"{each.move:<{width}}  {each.value:+4d}{proof}  {' '.join(each.pv)}")
    return lines


def rank_table(found: Found) -> TextTable:
    """Who did what: a line for each rank, or for each host if there are many ranks."""
    seconds, ranks = max(found.seconds, 1e-9), found.per_rank
    by_host: dict[str, list[RankReport]] = {}
    for report in ranks:
        by_host.setdefault(report.host, []).append(report)
    table = text_table("rank", "host", numbers=("nodes", "jobs", "busy", "sent", "received", "bytes"))
    for group in [[report] for report in ranks] if len(ranks) <= MOST_LINES else list(by_host.values()):
        first, last = group[0].rank, group[-1].rank
        table.add_row(
            str(first) if len(group) == 1 else f"{first}-{last}",
            group[0].host,
            count(sum(report.nodes for report in group)),
            count(sum(report.jobs for report in group)),
            f"{sum(report.busy_seconds for report in group) / seconds / len(group):.0%}",
            count(sum(report.messages_sent for report in group)),
            count(sum(report.messages_received for report in group)),
            count(sum(report.bytes_sent for report in group)),
        )
    return table
