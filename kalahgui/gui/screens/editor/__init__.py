"""The position editor: any position of any game, laid by hand."""
