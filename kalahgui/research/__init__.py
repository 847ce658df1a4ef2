"""Measurements of players and searches, without a word printed."""
