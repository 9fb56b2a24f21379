"""The door: from a request to what is found. Commands and `import mpi_search as ms` go through it.

solve, cluster, simulate, compare   what `ms` offers
ask                                 what the command line does: one request to whoever is at hand
request, found, listener            plain data that goes in and comes out, and who hears how far it is
deepening                           one request after the other, a ply deeper every time
alone                               searches in this process
launch, join, joined, crew          the ranks among which this process was started
started, talk, serve                ranks that this process starts, the line to them, and what they run
sources                             games and policies that live in a script or a notebook, as files
"""
