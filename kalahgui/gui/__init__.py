"""The window: the only part of the program that knows pygame."""

import os

# All set before pygame is imported: real pixels on Windows, no greeting on the console.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# We draw in memory; where a window can take that as it is, a detour through a renderer costs
# up to four times the work of a frame (a software OpenGL takes the engine's processor for it).
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
