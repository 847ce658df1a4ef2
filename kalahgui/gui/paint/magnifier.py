"""The part of the picture that the window shows where the picture is larger: a magnifying glass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

Point = tuple[int, int]
# What is looked for by the keys stays so far away from the window's edges, as a share of it.
_MARGIN = 0.1


@dataclass(eq=False)
class Magnifier:
    """Shows a part of a picture that is ``zoom`` times as large as the window.

    ``by_keys`` tells that a key was pressed, or a screen reader asked, since the mouse was moved.
    """

    window: Point = (1, 1)
    zoom: float = 1.0
    origin: Point = (0, 0)
    by_keys: bool = False

    @property
    def picture(self) -> Point:
        """Return the size of the whole picture."""
        return round(self.window[0] * self.zoom), round(self.window[1] * self.zoom)

    @property
    def part(self) -> pygame.Rect:
        """Return the part of the picture that is seen."""
        return pygame.Rect(self.origin, self.window)

    def within(self, whole: pygame.Rect) -> pygame.Rect:
        """Return what is seen of a part of the picture; all of it where the window shows all."""
        seen = self.part.clip(whole)
        return seen if self.zoom > 1 and seen.size > (0, 0) else whole

    def point(self, at: Sequence[int]) -> Point:
        """Return the point of the picture that is seen at a point of the window."""
        return round(at[0]) + self.origin[0], round(at[1]) + self.origin[1]

    def pointer(self) -> Point:
        """Return the point of the picture that the mouse is on."""
        return self.point(pygame.mouse.get_pos())

    def follow(self, mouse: Sequence[int]) -> None:
        """Show the part that belongs to a point of the mouse: at an edge, the picture's edge."""
        x, y = (round(at * (self.zoom - 1)) for at in mouse)
        self._move_to(x, y)

    def show(self, rect: pygame.Rect) -> None:
        """Show a part of the picture around a rectangle, if that is not well within sight."""
        inner = self.part.inflate(*(-round(2 * _MARGIN * side) for side in self.window))
        if not inner.contains(rect):
            seen = self.part
            seen.center = rect.center
            # Of long words their beginning, of a large card its head.
            seen.left, seen.top = min(seen.left, rect.left), min(seen.top, rect.top)
            self._move_to(*seen.topleft)

    def _move_to(self, x: int, y: int) -> None:
        most = (whole - side for whole, side in zip(self.picture, self.window, strict=True))
        across, down = (min(max(0, at), end) for at, end in zip((x, y), most, strict=True))
        self.origin = (across, down)

    def translated(self, event: pygame.Event) -> pygame.Event:
        """Return an event of the mouse as it happens on the picture; any other as it is.

        A turn of the wheel learns where it happens.
        """
        if event.type == pygame.KEYDOWN:
            self.by_keys = True
        elif event.type == pygame.MOUSEMOTION:
            self.by_keys = False
            self.follow(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            return pygame.Event(event.type, {**event.dict, "pos": self.pointer()})
        if event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return event
        changes: dict[str, object] = {"pos": self.point(event.pos)}
        if event.type == pygame.MOUSEMOTION:
            changes["rel"] = tuple(round(self.zoom * step) for step in event.rel)
        return pygame.Event(event.type, {**event.dict, **changes})
