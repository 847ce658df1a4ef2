"""The search theatre: how a search thinks, on the player's own board."""
