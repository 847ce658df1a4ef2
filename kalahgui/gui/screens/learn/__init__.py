"""The Learn screen: courses, puzzles and mistakes, and the screen on which they are done."""
