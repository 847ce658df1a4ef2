"""How large the window and its picture are, and where the window stands on the screens."""

from __future__ import annotations

import pygame

SMALLEST, _USUAL = (800, 500), (1280, 800)
_SHARE = 2 / 3  # of a large screen's width or height, whichever has less room
_TALLEST = 1.1  # times as high as wide; paper alone is below the picture in a higher window
_LEAST = (600, 400)  # of a picture: systems may make a window smaller than it is willing to be
_BARS = (16, 80)  # what a system takes of a screen: its own bar, and a window's frame and title
_CORNER = 100  # of a window, by which it can be moved


def first_size() -> tuple[int, int]:
    """Return the size of a window that nobody has given one: on a large screen it is larger."""
    screen = pygame.display.get_desktop_sizes()[0]
    room = min(side / least for side, least in zip(screen, _USUAL, strict=True))
    width, height = (round(side * max(1, _SHARE * room)) for side in _USUAL)
    return width, height


def size_on_screen(size: tuple[int, ...]) -> tuple[int, int]:
    """Return the size of a window that is at most as large as the screen without its bars."""
    screen = pygame.display.get_desktop_sizes()[0]
    width, height = (
        max(1, min(side, room - bars)) for side, room, bars in zip(size, screen, _BARS, strict=True)
    )
    return width, height


def picture_size(window: pygame.Surface) -> tuple[int, int]:
    """Return how large the picture in a window is, of which a hardly visible one shows a part."""
    width, height = (max(*sides) for sides in zip(window.get_size(), _LEAST, strict=True))
    return width, min(height, round(width * _TALLEST))


def place_on_screens(position: tuple[int, ...], size: tuple[int, int]) -> tuple[int, ...]:
    """Return where a window stands that was at a position, moved so that all of it is seen.

    Screens stand beside each other. Nothing is known of one that was out of sight.
    """
    screens = pygame.display.get_desktop_sizes()
    room = sum(screen[0] for screen in screens), max(screen[1] for screen in screens)
    if not all(0 <= at < extent - _CORNER for at, extent in zip(position, room, strict=False)):
        return ()
    return tuple(
        min(at, max(0, extent - side))
        for at, extent, side in zip(position, room, size, strict=False)
    )
