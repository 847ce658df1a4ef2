"""Reversi on all its boards as the program sees it."""
