"""What can be shown: colour, letters beyond ASCII, a screen that is cleared."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import Console


@dataclass(frozen=True)
class Ability:
    """Of the terminal, or of whatever reads what is printed."""

    clears: bool  #: the screen can be cleared, and a line written anew
    colour: bool
    utf8: bool


def ability_of(console: Console, environ: Mapping[str, str] = os.environ) -> Ability:
    dumb = console.is_dumb_terminal or environ.get("TERM", "") in ("", "dumb")
    colour = console.color_system is not None and not console.no_color and not dumb
    return Ability(sys.stdout.isatty() and not dumb, colour, has_utf8(console.encoding, environ))


def has_utf8(encoding: str, environ: Mapping[str, str]) -> bool:
    """Whether more than ASCII is understood. With the locale C Python takes UTF-8 for granted, a terminal may not."""
    try:
        is_utf8 = codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False
    chosen = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "C"
    if chosen == "C.UTF-8" and not environ.get("LC_ALL"):  # perhaps Python's own choice
        chosen = environ.get("LANG") or "C"
    return is_utf8 and "utf" in chosen.lower()
