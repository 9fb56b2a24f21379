"""What a bot has found so far."""

from __future__ import annotations

from dataclasses import replace

from mpi_search.bots.bot import Thought


class Latest:
    """The last of its thoughts. A move stays the best until there is another: when a search begins to look deeper, it
    has none yet at that depth."""

    def __init__(self) -> None:
        self.thought: Thought | None = None

    def tell(self, thought: Thought) -> None:
        """The bot says this."""
        if thought.move is None and self.thought is not None:
            thought = replace(thought, move=self.thought.move)
        self.thought = thought

    @property
    def move(self) -> int | None:
        return None if self.thought is None else self.thought.move
