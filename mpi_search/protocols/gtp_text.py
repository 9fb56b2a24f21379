"""The syntax of GTP 2: commands are lines, replies end with an empty line.

[id] command [words...]     # the rest of the line is a comment
=[id] text                  what was asked for
?[id] message               it could not be done
"""

from __future__ import annotations

import re
from dataclasses import dataclass

#: A comment that is sent while a command runs: its reply is wanted at once. GoGui has invented it; who understands it
#: has the command of that name.
INTERRUPT, KNOWS_INTERRUPT = "# interrupt", "gogui-interrupt"
#: Control characters mean nothing; a tab is a space.
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


@dataclass(frozen=True)
class Command:
    """One line."""

    id: str  #: as it was written, or ""
    name: str
    words: tuple[str, ...]


class GtpError(Exception):
    """A command could not be done; the text is the reply."""


def parse_command(line: str) -> Command | None:
    """The command of a line; None for one that is empty or a comment."""
    words = plain(line).partition("#")[0].split()
    if not words:
        return None
    number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
    name = words.pop(0) if words else ""
    return Command(number, name, tuple(words))


def success(command: Command, text: str) -> str:
    """The reply to a command that was done."""
    return _reply(f"={command.id}", text)


def failure(command: Command, message: str) -> str:
    """The reply to one that was not."""
    return _reply(f"?{command.id}", message)


def plain(line: str) -> str:
    """Without control characters."""
    return _CONTROL.sub("", line.replace("\t", " "))


def _reply(head: str, text: str) -> str:
    """An empty line within would be the end."""
    first, *rest = map(plain, text.splitlines() or [""])
    return "\n".join([f"{head} {first}".rstrip(), *filter(str.strip, rest)]) + "\n\n"
