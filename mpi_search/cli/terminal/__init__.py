"""A game on a terminal, or through a pipe.

table              the people and bots at the board: who does what next
opponents          the bots; counsel is the search that people ask
screen             what is shown and asked for
board              the board in colour, or in letters
thinking           a line that changes while a bot thinks
ability            what the terminal at the other end can show
"""
