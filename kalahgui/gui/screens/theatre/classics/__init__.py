"""The trees of the articles."""
