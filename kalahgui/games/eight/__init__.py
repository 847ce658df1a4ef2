"""The game of Eight as the program sees it."""
