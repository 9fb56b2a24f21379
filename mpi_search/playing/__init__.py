"""A game at the board, between people and bots, without any terminal: what a line of input means, what is to be seen.

session            the game, whose turn it is, taken back and played again, clocks
commands           the words that people type; effects is what becomes of them
refusals           why a line means nothing, and what would
changes            what a move has changed on the board, where one can move
endings            how a game ended, in words
advice             a hint; why: what every move is worth
thoughts           what a bot has found so far
replay             a saved game, move by move
words              values, results and times as people read them
"""
