"""Measurements of the real window: frames, the theatre, the library, games played by chance."""
