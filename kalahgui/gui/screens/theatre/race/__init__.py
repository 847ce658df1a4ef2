"""Searches that race."""
