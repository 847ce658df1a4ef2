"""The kit of the window: elements of which a screen makes its tree, from its state."""
