"""Matches and settings, kept in a file."""
