"""The part of the kernel that is compiled anew for every game.

Binding a game copies this folder into the user's cache under a name that contains a hash of every source
involved, and appends to `hooks.py` the names that the game defines. What you read here is what runs there.
"""
