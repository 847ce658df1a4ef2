"""The card with the rules and the keys."""
