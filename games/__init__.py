"""The games that come with mpi-search: one file each, in the form that docs/write-a-game.md describes."""
