"""ProbCut made usable: fits for a game, and the measured price of relying on them."""
