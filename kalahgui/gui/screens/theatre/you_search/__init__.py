"""Being the search oneself."""
