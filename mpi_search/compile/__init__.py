"""From rules to machine code: a copy of the search bound to one game, compiled once for all processes."""
