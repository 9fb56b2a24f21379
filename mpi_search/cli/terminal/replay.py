"""A saved game on a terminal, move by move; its moves and its last position where nobody can press a key."""

from __future__ import annotations

from rich.text import Text

from mpi_search.cli.terminal.screen import PANEL_HEIGHT, Screen, move_lines
from mpi_search.playing.replay import KEYS, Replay


def show_replay(replay: Replay, screen: Screen) -> None:
    """Until somebody leaves."""
    if not screen.reads_terminal or not screen.ability.clears:
        replay.at = replay.last
        _show(replay, screen, *move_lines(replay.record.names, screen.width, replay.last))
        return
    note = KEYS
    while not replay.is_left:
        _show(replay, screen, note)
        try:
            line = screen.ask("> ")
        except KeyboardInterrupt:
            return
        if line is None:
            return
        note = replay.read(line)


def _show(replay: Replay, screen: Screen, *notes: str) -> None:
    board = screen.board(replay.state, replay.before, with_targets=False)
    width = screen.beside(board)
    saved, names = replay.saved, replay.record.names
    result = "not over" if saved.result is None else f"{saved.result:+d} for the first"
    heads = [f"{saved.first or '?'} - {saved.second or '?'}", f"{result}{f' ({saved.note})' if saved.note else ''}"]
    played = move_lines(names[: replay.at], width, max(len(board), PANEL_HEIGHT) - 4) if screen.ability.clears else []
    where = f"move {replay.at} of {replay.last}"
    screen.show(board, [Text(line) for line in (*heads, where, "", *played)], list(filter(None, notes)))
