"""Distributed game-tree search: one search on one core, under MPI, or on a virtual cluster."""

__version__ = "0.1.0"
