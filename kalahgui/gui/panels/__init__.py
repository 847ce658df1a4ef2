"""What both play and review show beside the board."""
