"""Games and positions that leave the window and come into it: as text, pictures and files."""
