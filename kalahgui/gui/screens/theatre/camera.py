"""Which part of a tree a rectangle shows, and how it gets there."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame

from kalahgui.theatre.tree_frame import TreeFrame
from kalahgui.theatre.tree_layout import TreeLayout

# Pixels in a layout of 1280 x 800.
_PITCH_MOST = 76.0  # to a leaf's width
_PITCH_FIT = 38.0
_STEP_MOST = 132.0  # to a level when the whole tree is fitted in
_STEP_WHOLE = 116.0
_STEP_NEAR = 92.0  # what a level has at least when nodes can be read
_NEAR = 34.0  # the pitch at which they can
_NEAR_FROM = 9.0  # the pitch from which on more is drawn than lines and dots
_INNER, _LEAF = 46.0, 29.0
_INNER_OF_STEP, _LEAF_OF_STEP = 0.5, 0.42
_MARGIN = 14.0

_GLIDE_SECONDS = 0.18


@dataclass(frozen=True)
class CameraView:
    """Where the middle of a rectangle lies in the layout, and how large a unit of it is."""

    across: float
    level: float
    pitch: float


class Camera(TreeFrame):
    """The frame of a tree in a rectangle, which can be moved, zoomed and glides to its ``goal``."""

    def __init__(self, layout: TreeLayout, rect: pygame.Rect, unit: float) -> None:
        """Show all of a layout; ``unit`` is the scale of the window's layout."""
        super().__init__(layout, unit)
        self.rect = pygame.Rect(rect)
        self.full_from = _NEAR_FROM * unit
        self.look(self.fitted)

    def look(self, view: CameraView) -> None:
        """Show a view at once."""
        self._show(view)
        self.goal = self._start = view
        self._gone = 1.0

    def _show(self, view: CameraView) -> None:
        self.view = view
        step = self.step_at(view.pitch)
        inner = min(step * _INNER_OF_STEP, _INNER * self.unit)
        leaf = min(step * _LEAF_OF_STEP, _LEAF * self.unit)
        self.set(self._root_of(view), view.pitch, step, inner, leaf)

    def _root_of(self, view: CameraView) -> tuple[int, int]:
        """Return where the layout begins in a view.

        That is a whole pixel, so that what is moved looks as what is painted anew.
        """
        left = self.rect.centerx - view.across * view.pitch
        top = self.rect.centery - view.level * self.step_at(view.pitch)
        return round(left), round(top)

    # -- gliding

    def glide_to(self, view: CameraView) -> None:
        """Go to a view smoothly, from where the camera is."""
        if view != self.view:
            self._start, self.goal, self._gone = self.view, view, 0.0

    @property
    def gliding(self) -> bool:
        """Tell whether the camera is on its way."""
        return self._gone < 1

    @property
    def zooming(self) -> bool:
        """Tell whether it is on its way to a view of another size."""
        return self.gliding and not math.isclose(self.goal.pitch, self._start.pitch, rel_tol=1e-6)

    def elapse(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        if not self.gliding:
            return
        self._gone = min(1.0, self._gone + dt / _GLIDE_SECONDS)
        share = 1 - (1 - self._gone) ** 2
        start, goal = self._start, self.goal
        pitch, moved = start.pitch, share
        if self.zooming:
            pitch *= (goal.pitch / start.pitch) ** share
            # What both views show at one point stays there on the way.
            moved = (1 / pitch - 1 / start.pitch) / (1 / goal.pitch - 1 / start.pitch)
        across = start.across + (goal.across - start.across) * moved
        level = start.level + (goal.level - start.level) * moved
        self._show(CameraView(across, level, pitch) if self.gliding else goal)

    # -- views

    @property
    def fitted(self) -> CameraView:
        """Return the view of the whole tree."""
        layout = self.layout
        room = self.rect.width - 2 * _MARGIN * self.unit
        pitch = min(room / (layout.right - layout.left), _PITCH_FIT * self.unit)
        middle = (layout.left + layout.right) / 2
        return CameraView(middle, (len(layout.rows) - 1) / 2, pitch)

    def zoomed(self, factor: float, point: tuple[float, float]) -> CameraView:
        """Return the goal with larger or smaller units, which keeps the place under a point."""
        view = self.goal
        least = min(self.fitted.pitch, _PITCH_FIT * self.unit)
        pitch = min(max(view.pitch * factor, least), _PITCH_MOST * self.unit)
        left, top = self._root_of(view)
        across = (point[0] - left) / view.pitch + (self.rect.centerx - point[0]) / pitch
        level = (point[1] - top) / self.step_at(view.pitch)
        level += (self.rect.centery - point[1]) / self.step_at(pitch)
        return self.held(CameraView(across, level, pitch))

    def moved(self, view: CameraView, right: float, down: float) -> CameraView:
        """Return a view with the tree moved by some pixels."""
        across = view.across - right / view.pitch
        level = view.level - down / self.step_at(view.pitch)
        return self.held(replace(view, across=across, level=level))

    def held(self, view: CameraView) -> CameraView:
        """Return a view that does not lose the tree: its middle stays over it.

        A tree that fits in one direction stays in the middle of it.
        """
        layout, rect = self.layout, self.rect
        left, right = layout.left, layout.right
        if (right - left) * view.pitch <= rect.width:
            across = (left + right) / 2
        else:
            across = min(max(view.across, left), right)
        last, step = len(layout.rows) - 1, self.step_at(view.pitch)
        if last * step + self._margins <= rect.height + 1:
            level = last / 2
        else:
            level = min(max(view.level, 0.0), float(last))
        return CameraView(across, level, view.pitch)

    def near(self, place: int, readable: bool = False) -> CameraView:
        """Return the goal moved just so far that a place lies well inside the rectangle.

        A ``readable`` view is near enough for the values of all nodes.
        """
        view, rect = self.goal, self.rect
        if readable:
            view = replace(view, pitch=max(view.pitch, _NEAR * self.unit))
        step = self.step_at(view.pitch)
        x = rect.centerx + (self.layout.across(place) - view.across) * view.pitch
        y = rect.centery + (self.layout.level[self.layout.shown(place)] - view.level) * step
        room = rect.width * 0.22
        # More room above than below: what led to a node says more than what follows.
        top = rect.top + min(rect.height * 0.5, step * 2.6)
        bottom = rect.bottom - min(rect.height * 0.3, step * 1.4)
        right = max(0.0, rect.left + room - x) - max(0.0, x - rect.right + room)
        down = max(0.0, top - y) - max(0.0, y - bottom)
        return self.moved(view, right, down)

    def as_in(self, other: Camera) -> CameraView:
        """Return the view of a camera of the same layout, in this one's rectangle and units."""
        view = other.view
        if view == other.fitted:
            return self.fitted
        pitch = max(view.pitch * self.unit / other.unit, self.fitted.pitch)
        return self.held(replace(view, pitch=pitch))

    # -- lengths

    @property
    def whole(self) -> tuple[int, int]:
        """Return the size of a rectangle in which all of the tree is fitted and can be read.

        The rectangle is one in a window of 1280 x 800.
        """
        layout = self.layout
        width = (layout.right - layout.left) * _PITCH_FIT + 2 * _MARGIN
        height = (len(layout.rows) - 1) * _STEP_WHOLE + self._margins / self.unit
        return math.ceil(width), math.ceil(height)

    def step_at(self, pitch: float) -> float:
        """Return the pixels between two levels at a pitch."""
        levels = max(1, len(self.layout.rows) - 1)
        most = _STEP_MOST * self.unit
        fitted = max(3.0, min((self.rect.height - self._margins) / levels, most))
        near, readable, least = _STEP_NEAR * self.unit, _NEAR * self.unit, self.fitted.pitch
        if pitch <= least or fitted >= near or least >= readable:
            return fitted
        # Levels part more slowly than neighbours, so that near views come out as they should.
        share = math.log(pitch / least) / math.log(readable / least)
        return float(fitted * (near / fitted) ** min(1.0, share))

    @property
    def _margins(self) -> float:
        """Return the height that the first and the last level need beyond their middles."""
        return (_INNER + 2 * _MARGIN + 16) * self.unit
