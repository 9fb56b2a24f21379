"""What other programs and this one say to each other, in lines on stdin and stdout.

lines, stdout                   reading while it thinks; a stdout that is only for replies
session                         a program that answers one line after the other

gtp_text, gtp                   GTP 2 for every game: the syntax, the engine
gtp_time, gtp_rules, boards     what clocks mean there; the rules of a game for GoGui; what squares are called
gtp_client, gtp_player          the other side: a program that speaks GTP is asked, a bot that plays by it

nboard, hints                   the protocol of NBoard for Othello; what several moves are worth
ggf, ggf_match                  games of Othello as text; those of a match, appended to a file
"""
