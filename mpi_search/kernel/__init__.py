"""The resumable search kernel, and binding a game to it."""
