"""`python -m mpi_search` is `mpi-search`."""

from mpi_search.cli.main import mpi_search

mpi_search()
