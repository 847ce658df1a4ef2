"""Tic-tac-toe as the program sees it."""
