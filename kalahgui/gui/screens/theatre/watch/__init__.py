"""Watching a search step by step."""
