"""The home screen and the list of games to go on with."""
