"""One search on one rank: frames, windows, the table, move ordering, the plan of the root, limits.

`core/` is compiled anew for every game; the files beside it are plain Python over it.
"""
