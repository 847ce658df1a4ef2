"""Which part of a tree a rectangle shows: units and levels of the layout in pixels, and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame

from kalahgui.theatre.tree_layout import TreeLayout

_PITCH_MOST = 76.0  # pixels to a leaf's width in a layout of 1280 x 800
_PITCH_FIT = 38.0
_STEP_MOST = 132.0  # pixels to a level when the whole tree is fitted in
_STEP_WHOLE = 116.0
_STEP_NEAR = 92.0  # what a level has at least when nodes can be read
_NEAR = 34.0  # the pitch at which they can
_NEAR_FROM = 9.0  # the pitch from which on more is drawn than lines and dots
_INNER, _LEAF = 46.0, 29.0
_INNER_SHARE, _LEAF_SHARE = 0.66, 0.43  # half a node's side, of the pitch
_MARGIN = 14.0


@dataclass(frozen=True)
class View:
    """Where the middle of a rectangle lies in the layout, and how large a unit of it is."""

    across: float
    level: float
    pitch: float


class Camera:
    """Turn places of a layout into pixels of a rectangle."""

    def __init__(self, layout: TreeLayout, rect: pygame.Rect, unit: float) -> None:
        """Show all of a layout; ``unit`` is the scale of the window's layout.

        ``step_now`` has the pixels between two levels.
        """
        self.layout = layout
        self.rect = pygame.Rect(rect)
        self.unit = unit
        self.look(self.fitted)

    def look(self, view: View) -> None:
        """Show a view."""
        self.view = view
        # Asked for with every edge and node: what follows from the view is found once.
        self.step_now = step = self.step(view.pitch)
        self._inner_most = min(step * 0.5, _INNER * self.unit) / 2
        self._leaf_most = min(step * 0.42, _LEAF * self.unit) / 2

    # -- what is shown

    @property
    def fitted(self) -> View:
        """Return the view of the whole tree."""
        layout = self.layout
        width = layout.right - layout.left
        room = self.rect.width - 2 * _MARGIN * self.unit
        pitch = min(room / width, _PITCH_FIT * self.unit)
        middle = (layout.left + layout.right) / 2
        return View(middle, (len(layout.rows) - 1) / 2, pitch)

    def zoomed(self, view: View, factor: float, point: tuple[float, float]) -> View:
        """Return a view with larger or smaller units that keeps the place under a point."""
        least = min(self.fitted.pitch, _PITCH_FIT * self.unit)
        pitch = min(max(view.pitch * factor, least), _PITCH_MOST * self.unit)
        right, down = point[0] - self.rect.centerx, point[1] - self.rect.centery
        across = view.across + right / view.pitch - right / pitch
        level = view.level + down / self.step(view.pitch) - down / self.step(pitch)
        return self.held(View(across, level, pitch))

    def moved(self, view: View, right: float, down: float) -> View:
        """Return a view with the tree moved by some pixels."""
        across = view.across - right / view.pitch
        return self.held(
            replace(view, across=across, level=view.level - down / self.step(view.pitch))
        )

    def held(self, view: View) -> View:
        """Return a view that does not lose the tree: its middle stays over it.

        A tree that fits in one direction stays in the middle of it.
        """
        layout, rect = self.layout, self.rect
        left, right = layout.left, layout.right
        if (right - left) * view.pitch <= rect.width:
            across = (left + right) / 2
        else:
            across = min(max(view.across, left), right)
        last, step = len(layout.rows) - 1, self.step(view.pitch)
        if last * step + self._margins <= rect.height + 1:
            level = last / 2
        else:
            level = min(max(view.level, 0.0), float(last))
        return View(across, level, view.pitch)

    def near(self, place: int, view: View, pitch: float | None = None) -> View:
        """Return the view moved just so far that a place lies well inside the rectangle."""
        if pitch is not None:
            view = replace(view, pitch=pitch)
        x, y = self._at(place, view)
        room_x = self.rect.width * 0.22
        # More room above than below: what led to a node says more than what follows.
        top = self.rect.top + min(self.rect.height * 0.5, self.step(view.pitch) * 2.6)
        bottom = self.rect.bottom - min(self.rect.height * 0.3, self.step(view.pitch) * 1.4)
        right = max(0.0, self.rect.left + room_x - x) - max(0.0, x - self.rect.right + room_x)
        down = max(0.0, top - y) - max(0.0, y - bottom)
        return self.moved(view, right, down)

    @property
    def readable(self) -> float:
        """Return the pitch at which nodes can be read."""
        return _NEAR * self.unit

    @property
    def whole(self) -> tuple[int, int]:
        """Return the size of a rectangle in which all of the tree is fitted and can be read.

        The rectangle is one in a window of 1280 x 800.
        """
        layout = self.layout
        width = (layout.right - layout.left) * _PITCH_FIT + 2 * _MARGIN
        height = (len(layout.rows) - 1) * _STEP_WHOLE + self._margins / self.unit
        return math.ceil(width), math.ceil(height)

    # -- lengths

    def step(self, pitch: float) -> float:
        """Return the pixels between two levels."""
        levels = max(1, len(self.layout.rows) - 1)
        most = _STEP_MOST * self.unit
        fitted = max(3.0, min((self.rect.height - self._margins) / levels, most))
        near, least = _STEP_NEAR * self.unit, self.fitted.pitch
        if pitch <= least or fitted >= near or least >= self.readable:
            return fitted
        # Levels part more slowly than neighbours, so that near views come out as they should.
        share = math.log(pitch / least) / math.log(self.readable / least)
        return float(fitted * (near / fitted) ** min(1.0, share))

    @property
    def _margins(self) -> float:
        """Return the height that the first and the last level need beyond their middles."""
        return (_INNER + 2 * _MARGIN + 16) * self.unit

    def half(self, place: int) -> float:
        """Return half the side of a place's node: large where the neighbours are far."""
        pitch = self.view.pitch * self.layout.spread(place)
        if self.layout.has_more(place):
            return max(1.0, min(pitch * _INNER_SHARE, self._inner_most))
        return max(1.0, min(pitch * _LEAF_SHARE, self._leaf_most))

    def in_full(self, place: int) -> bool:
        """Tell whether all of a place is drawn that there is room for, and no mere line and dot."""
        return self.view.pitch * self.layout.spread(place) >= _NEAR_FROM * self.unit

    @property
    def all_in_full(self) -> bool:
        """Tell whether all places are drawn in full."""
        return self.view.pitch >= _NEAR_FROM * self.unit

    # -- to pixels and back

    def x(self, across: float) -> float:
        """Return where something lies from the left of the window."""
        return self.rect.centerx + (across - self.view.across) * self.view.pitch

    def y(self, level: float) -> float:
        """Return where a level lies from the top of the window."""
        return self.rect.centery + (level - self.view.level) * self.step_now

    def at(self, place: int) -> tuple[float, float]:
        """Return the middle of a place."""
        place = self.layout.shown(place)
        return self.x(self.layout.across(place)), self.y(self.layout.level[place])

    def _at(self, place: int, view: View) -> tuple[float, float]:
        x = self.rect.centerx + (self.layout.across(place) - view.across) * view.pitch
        down = (self.layout.level[self.layout.shown(place)] - view.level) * self.step(view.pitch)
        return x, self.rect.centery + down

    def across(self, x: float) -> float:
        """Return which place across lies under a pixel."""
        return self.view.across + (x - self.rect.centerx) / self.view.pitch

    def level(self, y: float) -> float:
        """Return which level lies under a pixel."""
        return self.view.level + (y - self.rect.centery) / self.step_now
