"""The sequential algorithms of the literature, one file each, in plain Python over the game contract."""
