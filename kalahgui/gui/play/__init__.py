"""The playing screen."""
