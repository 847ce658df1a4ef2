"""A match: its tree of moves, whose turn it is, and its events in time."""
