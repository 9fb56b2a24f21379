"""The ranks of a cluster as state machines without I/O: events go in, actions come out. See `rank.py`."""
