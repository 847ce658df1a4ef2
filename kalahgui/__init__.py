"""Kalah and other board games against a computer that shows how it thinks."""

__version__ = "0.1.0"
