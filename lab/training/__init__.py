"""Learning evaluations from the program's own games."""
