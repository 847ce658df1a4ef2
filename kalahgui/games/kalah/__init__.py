"""Kalah as the program sees it."""
