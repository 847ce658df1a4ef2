"""The screen with all games: the list, what they say of the player, and the back-up."""
