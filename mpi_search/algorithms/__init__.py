"""The sequential algorithms of the literature, one file each, in plain Python over the game contract."""

from __future__ import annotations

from mpi_search.algorithms.count import Count, TooManyNodes
from mpi_search.algorithms.registry import ALGORITHMS, Algorithm, probcut_algorithms
from mpi_search.algorithms.tree import Answer

__all__ = ["ALGORITHMS", "Algorithm", "Answer", "Count", "TooManyNodes", "probcut_algorithms"]
