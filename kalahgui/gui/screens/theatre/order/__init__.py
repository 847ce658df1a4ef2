"""One search with its moves in different orders."""
