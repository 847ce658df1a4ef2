"""What a game that was played was worth, move by move."""
