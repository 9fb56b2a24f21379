"""The compiled part of sharing a search. Bound to a game together with `search/core/`."""
