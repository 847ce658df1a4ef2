"""The window itself: its frame loop, and the program that opens the screens."""
