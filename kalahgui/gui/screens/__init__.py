"""The screens of the window, a folder each; none imports another."""
