"""How a search thinks, as something to look at."""
