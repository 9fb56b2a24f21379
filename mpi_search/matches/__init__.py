"""Games between bots: who is how good.

openings       positions to begin from, balanced, each played with both colours
schedule       which games a match or a round robin consists of
referee        plays one of them
games_file     games as JSON lines, written as they end, so that a match can be stopped and go on
standing       wins, draws and losses so far: the score with its interval, Elo, a cross table
sprt           whether the question is settled
contest        plays a schedule, here or in parts on the ranks of a launcher
"""
