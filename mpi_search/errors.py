"""The errors that people meet, apart from the ones that are our own bugs."""

from __future__ import annotations


class InputError(ValueError):
    """Something the user gave is wrong; the message is one line that says what and where."""


class Contradiction(InputError):
    """Two things that a game says of one position cannot both be true."""


class Agreed(InputError):
    """The same at all ranks: none of them waits for another."""


class EngineError(RuntimeError):
    """Another program that plays is gone, is silent or breaks the rules; the message says which and how."""


class ClusterLost(RuntimeError):
    """The ranks that were to search are gone, or never came; the message says why."""
