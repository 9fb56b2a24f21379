"""From a question to its answer: what every way to ask (the command line, Python) has behind it."""
