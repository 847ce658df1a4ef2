"""Which part of a tree a rectangle shows, and how it gets there."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

import pygame

from kalahgui.theatre.recording import ROOT
from kalahgui.theatre.tree_frame import Point, TreeFrame
from kalahgui.theatre.tree_layout import TreeLayout
from kalahgui.theatre.unfolding import Room

_MOST = 1.7  # how many times larger than needed for reading a fitted tree may be
_NEAREST = 2.4
_STEP_MOST = 150.0  # pixels to a row, in a layout of 1280 x 800
_STEM = 1.9  # letters that an edge comes down from straight above
_SLOPE = 9.0  # pixels that it slopes at least
_INNER_OF_PITCH, _LEAF_OF_PITCH = 1.14, 0.86
_INNER_MOST, _LEAF_MOST = 56.0, 44.0
_MARGIN = 14.0

_GLIDE_SECONDS = 0.3
_APART = 0.75  # of that, after which what comes out of a node no longer lies over its neighbours


@dataclass(frozen=True)
class CameraView:
    """Where the middle of a rectangle lies in the layout, and how large a unit of it is."""

    across: float
    line: float
    pitch: float


class Camera(TreeFrame):
    """The frame of a tree in a rectangle, which can be moved and zoomed.

    What comes to lie elsewhere glides there, from where it was in the picture; what is new comes
    out of the node above, and what is folded away goes back there. ``readable`` is the pitch, in
    pixels, from which on all words can be read, ``letter`` the size of their letters.
    """

    def __init__(
        self, layout: TreeLayout, rect: pygame.Rect, unit: float, readable: float, letter: int
    ) -> None:
        """Show all of a layout; ``unit`` is the scale of the window's layout."""
        super().__init__(layout, unit)
        self.rect = pygame.Rect(rect)
        self.readable = readable
        self.stem = _STEM * letter
        self._margin = max(_MARGIN * unit, float(letter))  # below folded nodes words stand
        self.stamp = 0  # grows with every change of what is to be seen
        self._before: dict[int, Point] = {}
        self._gone = 1.0
        self._points: dict[int, Point] = {}
        self.look(self.fitted)

    # -- gliding

    def look(self, view: CameraView, layout: TreeLayout | None = None) -> None:
        """Show a view at once, of another layout of the tree if that is given."""
        self.layout = layout or self.layout
        self._show(view)
        self._before, self._gone, self._points = {}, 1.0, {}

    def glide_to(self, view: CameraView, layout: TreeLayout | None = None) -> None:
        """Go to a view smoothly, from what is seen now."""
        if view == self.view and layout in (None, self.layout):
            return
        # What is still on its way to where it was folded away before is seen no more.
        seen = self.layout.places if self._gone else self.places
        before = {index: self.at(index) for index in seen}
        self.look(view, layout)
        self._before, self._gone, self._points = before, 0.0, {}

    @property
    def gliding(self) -> bool:
        """Tell whether anything is on its way."""
        return self._gone < 1

    def elapse(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        if self.gliding:
            self._gone = min(1.0, self._gone + dt / _GLIDE_SECONDS)
            self.stamp += 1
            self._points = {}
            if not self.gliding:
                self._before = {}

    def stands(self, index: int) -> bool:
        """Tell whether a node is clear of its neighbours.

        What comes out of the node above, or goes back there, lies over them on its way.
        """
        if not self._before:
            return True
        new = index not in self._before
        return index in self.layout.places and (not new or self._gone >= _APART)

    @property
    def places(self) -> Collection[int]:
        if not self._before:
            return self.layout.places
        return {**dict.fromkeys(self.layout.places), **self._before}

    def at(self, index: int) -> Point:
        point = self._points.get(index)
        if point is None:
            point = self._points[index] = self._find(index)
        return point

    def _find(self, index: int) -> Point:
        there = super().at(index)
        if not self._before:
            return there
        while index not in self._before and index != ROOT:
            index = self.layout.parent[index]
        x, y = self._before.get(index, there)
        share = 1 - (1 - self._gone) ** 2
        return x + (there[0] - x) * share, y + (there[1] - y) * share

    def _show(self, view: CameraView) -> None:
        self.view = view
        self.stamp += 1
        inner = min(view.pitch * _INNER_OF_PITCH, max(_INNER_MOST * self.unit, self.inner_least))
        leaf = min(view.pitch * _LEAF_OF_PITCH, max(_LEAF_MOST * self.unit, self.inner_least))
        inner = min(inner, self._step - self.straight - _SLOPE * self.unit)
        self.set(self._root_of(view), view.pitch, self._step, inner, leaf)

    @property
    def inner_least(self) -> float:
        """Return the side of a node that is no leaf where all can just be read."""
        return self.readable * _INNER_OF_PITCH

    def _root_of(self, view: CameraView) -> tuple[int, int]:
        """Return where the layout begins in a view: a whole pixel, so that nothing trembles."""
        left = self.rect.centerx - view.across * view.pitch
        top = self.rect.centery - view.line * self._step
        return round(left), round(top)

    # -- views

    @property
    def fitted(self) -> CameraView:
        """Return the view of all that is open, or of as much as can be read."""
        layout = self.layout
        room = self.rect.width - 2 * _MARGIN * self.unit
        pitch = min(room / (layout.right - layout.left), _MOST * self.readable)
        middle = (layout.left + layout.right) / 2
        pitch = max(pitch, self.readable)
        return self.held(CameraView(middle, (len(layout.rows) - 1) / 2, pitch))

    @property
    def room(self) -> Room:
        """Return how much of a tree can be read at once."""
        across = (self.rect.width - 2 * _MARGIN * self.unit) / self.readable
        return Room(across, 1 + int((self.rect.height - self._margins) / self._step_least))

    def zoomed(self, factor: float, point: tuple[float, float]) -> CameraView:
        """Return the view with larger or smaller units; what lies under a point stays there."""
        view = self.view
        pitch = min(max(view.pitch * factor, self.readable), _NEAREST * self.readable)
        across = self.across(point[0]) + (self.rect.centerx - point[0]) / pitch
        return self.held(CameraView(across, view.line, pitch))

    def moved(self, view: CameraView, right: float, down: float) -> CameraView:
        """Return a view with the tree moved by some pixels."""
        across = view.across - right / view.pitch
        return self.held(replace(view, across=across, line=view.line - down / self._step))

    def held(self, view: CameraView) -> CameraView:
        """Return a view that does not lose the tree: no more is empty than needs to be.

        A tree that fits in one direction stays in the middle of it.
        """
        layout, rect = self.layout, self.rect
        left, right = layout.left, layout.right
        half = (rect.width / 2 - _MARGIN * self.unit) / view.pitch
        across = (left + right) / 2
        if right - left > 2 * half:
            across = min(max(view.across, left + half), right - half)
        last, half = len(layout.rows) - 1, (rect.height - self._margins) / 2 / self._step
        line = last / 2
        if last > 2 * half + 1e-6:
            line = min(max(view.line, half), last - half)
        return CameraView(across, line, view.pitch)

    def near(self, index: int, view: CameraView | None = None) -> CameraView:
        """Return a view moved just so far that a place lies well inside the rectangle."""
        view, rect, layout = view or self.view, self.rect, self.layout
        x = rect.centerx + (layout.across(index) - view.across) * view.pitch
        y = rect.centery + (layout.line_of(index) - view.line) * self._step
        room = rect.width * 0.22
        # What led to a node says most; but its moves are to be seen, too.
        top = rect.top + min(rect.height * 0.5, self._step * 2.6)
        below = self._margins / 2 + (self._step if layout.is_open(index) else 0)
        bottom = rect.bottom - min(rect.height * 0.5, below)
        right = max(0.0, rect.left + room - x) - max(0.0, x - rect.right + room)
        down = max(0.0, top - y) - max(0.0, y - bottom)
        return self.moved(view, right, down)

    def as_in(self, other: Camera) -> CameraView:
        """Return the view of a camera of the same layout, in this one's rectangle and units."""
        view = other.view
        if view == other.fitted:
            return self.fitted
        return self.held(replace(view, pitch=view.pitch * self.readable / other.readable))

    # -- lengths

    @property
    def _step_least(self) -> float:
        return self.inner_least + self.straight + _SLOPE * self.unit

    @property
    def _step(self) -> float:
        """Return the pixels between two rows: as many as there are, within reason."""
        lines = max(1, len(self.layout.rows) - 1)
        fitted = (self.rect.height - self._margins) / lines
        return max(self._step_least, min(fitted, max(_STEP_MOST * self.unit, self._step_least)))

    @property
    def _margins(self) -> float:
        """Return the height that the first and the last row need beyond their middles."""
        return self.inner_least + 2 * self._margin

    @property
    def whole(self) -> tuple[int, int]:
        """Return the size of a rectangle in which all that is open can be read."""
        layout = self.layout
        width = (layout.right - layout.left) * self.readable + 2 * _MARGIN * self.unit
        height = (len(layout.rows) - 1) * self._step_least + self._margins
        return math.ceil(width) + 1, math.ceil(height) + 1
