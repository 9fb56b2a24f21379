"""The part of the search that is compiled anew for every game: alpha-beta on an explicit stack, df-pn, perft.

Binding a game copies this folder into the user's cache and makes its imports local (`compile/bind.py`). What you read
here is what runs there.
"""
