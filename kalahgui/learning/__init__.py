"""Courses, puzzles, exercises and being the search: what a learner does, without a window."""
