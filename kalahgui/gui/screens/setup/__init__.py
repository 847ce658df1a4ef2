"""The set-up screen."""
