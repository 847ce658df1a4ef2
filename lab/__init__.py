"""The laboratory: what measures the program, and makes the data that its releases bring along."""
