"""What a search shows other ranks and takes from them: offers, chances, busy positions, claims, children given away.

`core/` is compiled together with `search/core/`: its `others.py` takes the place of the one there. A search on one rank
knows nothing of all this.
"""
