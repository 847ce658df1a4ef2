"""What shows a search wherever it is shown, and what being the search needs."""
