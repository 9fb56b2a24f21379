"""The contract of a game: what a game file defines, how it is found and run, what the rest of the program sees."""
