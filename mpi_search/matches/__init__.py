"""Games that were played, one after the other.

games_file         games as lines of JSON
"""
