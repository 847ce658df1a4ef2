"""Painters of boards and of what lies on them."""
