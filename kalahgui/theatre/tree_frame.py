"""Where a layout's places lie in a picture, and how large their nodes are there.

A frame shows a layout at some size. Which part is shown, and how large, is the affair of whoever
sets it; what is painted there, that of the painter.
"""

from __future__ import annotations

from kalahgui.theatre.recording import ROOT
from kalahgui.theatre.tree_layout import TreeLayout

Point = tuple[float, float]
Visible = tuple[list[int], list[int]]  # places whose edges, and whose nodes, are to be seen

_INNER_SHARE, _LEAF_SHARE = 0.66, 0.43  # half a node's side, of a leaf's width


class TreeFrame:
    """Turn places of a layout into points of a picture.

    ``pitch`` is the width of a leaf, and ``step`` the distance of two levels. ``unit`` is how many
    times larger than usual lines and margins are drawn.
    """

    def __init__(self, layout: TreeLayout, unit: float = 1.0) -> None:
        self.layout = layout
        self.unit = unit
        self.full_from = 0.0  # the pitch from which on a place is drawn in full
        self.from_middles = False  # edges reach to the middles of nodes, not to their sides
        self.set((0.0, 0.0), 1.0, 1.0, 1.0, 1.0)

    def set(self, root: Point, pitch: float, step: float, inner: float, leaf: float) -> None:
        """Say where the middle of the layout's first level lies, and how large all is.

        ``inner`` and ``leaf`` are the sides that nodes have where there is room.
        """
        self.root = root
        self.pitch = pitch
        self.step = step
        self._inner_most, self._leaf_most = inner / 2, leaf / 2

    # -- to points and back

    def x(self, across: float) -> float:
        """Return where something lies from the left."""
        return self.root[0] + across * self.pitch

    def y(self, level: float) -> float:
        """Return where a level lies from the top."""
        return self.root[1] + level * self.step

    def across(self, x: float) -> float:
        """Return which place across lies at a distance from the left."""
        return (x - self.root[0]) / self.pitch

    def level(self, y: float) -> float:
        """Return which level lies at a distance from the top."""
        return (y - self.root[1]) / self.step

    # -- places

    def at(self, place: int) -> Point:
        """Return the middle of a place; a hidden one lies where what hides it does."""
        place = self.layout.shown(place)
        return self.x(self.layout.across(place)), self.y(self.layout.level[place])

    def half(self, place: int) -> float:
        """Return half the side of a place's node: large where the neighbours are far."""
        pitch = self.pitch * self.layout.spread(place)
        if self.layout.has_more(place):
            return max(1.0, min(pitch * _INNER_SHARE, self._inner_most))
        return max(1.0, min(pitch * _LEAF_SHARE, self._leaf_most))

    def ends(self, place: int) -> tuple[Point, Point]:
        """Return where the edge to a place begins and ends."""
        parent = self.layout.parent[place]
        (above_x, above_y), (x, y) = self.at(parent), self.at(place)
        if not self.from_middles:
            above_y, y = above_y + self.half(parent), y - self.half(place)
        return (above_x, above_y), (x, y)

    def gaps(self, place: int) -> tuple[float, float]:
        """Return the distances to the neighbours of a place, left and right."""
        before, after = self.layout.gaps(place)
        return before * self.pitch, after * self.pitch

    def height(self, place: int) -> float:
        """Return how much is free between a place's node and the height of the one above."""
        above = self.layout.parent[place] if place != ROOT else place
        return self.step - self.half(place) - self.half(above)

    # -- how much can be drawn

    def in_full(self, place: int) -> bool:
        """Tell whether all of a place is drawn that there is room for, and no mere line and dot."""
        return self.pitch * self.layout.spread(place) >= self.full_from

    @property
    def all_in_full(self) -> bool:
        """Tell whether all places are drawn in full."""
        return self.pitch >= self.full_from

    def within(self, left: float, top: float, right: float, bottom: float) -> Visible:
        """Return which edges meet a rectangle and which nodes lie in it, all drawn in full."""
        edges: list[int] = []
        nodes: list[int] = []
        near, far = self.across(left), self.across(right)
        upper, lower = self.level(top), self.level(bottom)
        for level, row in enumerate(self.layout.rows):
            if row.crowded and not self.all_in_full:
                continue
            if upper <= level and level - 1 <= lower:
                edges += (row.places[entry] for entry in row.crossing(near, far))
            if upper <= level <= lower:
                nodes += (row.places[entry] for entry in row.between(near, far))
        if self.all_in_full:
            return edges, nodes
        return list(filter(self.in_full, edges)), list(filter(self.in_full, nodes))
