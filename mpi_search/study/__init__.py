"""Measurements: what `mpi-search bench` runs."""
