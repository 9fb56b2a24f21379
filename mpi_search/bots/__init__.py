"""Players: each chooses a move within a time, on any game. One file, one way of playing.

bot, record        what a bot is, and what it is shown: the game so far
load               from `annealing:time=3` or `./mybot.py` to a bot
clock              how long a move may take, when a whole game has a clock

random_moves, greedy, hill_climbing, annealing, minimax_random, minimax_heuristic     look at moves one by one
minimax, mcts, proof                                                                  search a little
kernel, cluster                                                                       search as well as this project can
"""
