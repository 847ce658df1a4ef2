"""Where a layout's places lie in a picture, and how large their nodes are there.

A frame shows a layout at some size. Which part is shown, and how large, is the affair of whoever
sets it; what is painted there, that of the painter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from kalahgui.theatre.node_labels import cut_words, signed
from kalahgui.theatre.recording import LEAF, Recording
from kalahgui.theatre.tree_layout import TreeLayout, Widths

Point = tuple[float, float]

# Half a node's side, of a leaf's width.
_INNER_SHARE, _FOLDED_SHARE, _LEAF_SHARE = 0.57, 0.5, 0.43
_FOLDED_OF_INNER = _FOLDED_SHARE / _INNER_SHARE
_STUB_SHARE = 0.7
_NECK = 0.45  # of a stem, that an edge goes straight down first, beside what folded nodes hide
_RING = 8.0  # what is kept free above a node for a ring around it, in a layout of 1280 x 800


class TreeFrame:
    """Turn places of a layout into points of a picture.

    ``pitch`` is the width of a leaf, and ``step`` the distance of two rows. ``unit`` is how many
    times larger than usual lines and margins are drawn. With a ``stem`` edges come down to a node
    from straight above for so long, with their moves' names beside nothing else; without one they
    are straight lines.
    """

    def __init__(self, layout: TreeLayout, unit: float = 1.0) -> None:
        self.layout = layout
        self.unit = unit
        self.stem = 0.0
        self.from_middles = False  # edges reach to the middles of nodes, not to their sides
        self.set((0.0, 0.0), 1.0, 1.0, 1.0, 1.0)

    def set(self, root: Point, pitch: float, step: float, inner: float, leaf: float) -> None:
        """Say where the middle of the layout's first row lies, and how large all is.

        ``inner`` and ``leaf`` are the sides that nodes have where there is room.
        """
        self.root = root
        self.pitch = pitch
        self.step = step
        self._inner_most, self._leaf_most = inner / 2, leaf / 2
        self._halves: dict[int, float] = {}

    # -- to points and back

    def x(self, across: float) -> float:
        """Return where something lies from the left."""
        return self.root[0] + across * self.pitch

    def y(self, line: float) -> float:
        """Return where a row lies from the top."""
        return self.root[1] + line * self.step

    def across(self, x: float) -> float:
        """Return which place across lies at a distance from the left."""
        return (x - self.root[0]) / self.pitch

    def line(self, y: float) -> float:
        """Return which row lies at a distance from the top."""
        return (y - self.root[1]) / self.step

    # -- places

    @property
    def places(self) -> Collection[int]:
        """Return all places that are in the picture."""
        return self.layout.places

    def at(self, index: int) -> Point:
        """Return the middle of a place; a hidden one lies where what hides it does.

        A folded one is smaller and lies higher: below it in its row stands how much it hides.
        """
        index = self.layout.shown(index)
        y = self.y(self.layout.line_of(index))
        if index in self.layout.folded:
            y -= self._inner_most - self.half(index)
        return self.x(self.layout.across(index)), y

    def half(self, index: int) -> float:
        """Return half the side of a place's node: large where the neighbours are far."""
        half = self._halves.get(index)
        if half is None:
            half = self._halves[index] = self._find_half(index)
        return half

    def _find_half(self, index: int) -> float:
        if self.layout.is_stub(index):
            return self.pitch * min(self.layout.half(index), _LEAF_SHARE) * _STUB_SHARE
        pitch = self.pitch * self.layout.spread(index)
        if index in self.layout.folded:
            return max(1.0, min(pitch * _FOLDED_SHARE, self._inner_most * _FOLDED_OF_INNER))
        if self.layout.has_more(index):
            return max(1.0, min(pitch * _INNER_SHARE, self._inner_most))
        return max(1.0, min(pitch * _LEAF_SHARE, self._leaf_most))

    def route(self, index: int) -> list[Point]:
        """Return the points that the edge to a place goes through, from above."""
        parent = self.layout.parent[index]
        (above_x, above_y), (x, y) = self.at(parent), self.at(index)
        if self.from_middles:
            return [(above_x, above_y), (x, y)]
        top, bottom = above_y + self.half(parent), y - self.half(index)
        if not self.stem:
            return [(above_x, top), (x, bottom)]
        # Between two rows all bends have one height, however large the nodes are.
        neck = above_y + self._inner_most + _NECK * self.stem
        bend = above_y + self.step - self._inner_most - self.stem
        bend = max(neck, min(bend, bottom))
        return [(above_x, top), (above_x, neck), (x, bend), (x, bottom)]

    @property
    def straight(self) -> float:
        """Return how far an edge goes straight down, at its beginning and at its end."""
        return (1 + _NECK) * self.stem

    def slope(self, index: int) -> tuple[Point, Point]:
        """Return where the sloping part of the edge to a place begins and ends."""
        start, end = self.route(index)[1:3] if self.stem else self.route(index)
        return start, end

    def name_at(self, index: int) -> Point:
        """Return the middle of the name of the move to a place, on its stem."""
        x, bend = self.slope(index)[1]
        return x, bend + (self.stem - _RING * self.unit) / 2

    def gaps(self, index: int) -> tuple[float, float]:
        """Return the distances to the neighbours of a place, left and right."""
        before, after = self.layout.gaps(index)
        return before * self.pitch, after * self.pitch

    def free_beside(self, index: int, side: int) -> float:
        """Return how much is free beside a place's node, to the left (-1) or to the right (1)."""
        layout, which = self.layout, side > 0
        free = layout.passing(index)[which] * self.pitch
        other = layout.neighbours(index)[which]
        if other is not None:
            away = layout.gaps(index)[which] - layout.half(other)
            free = min(free, away * self.pitch)
        return free - self.half(index)

    def height(self, index: int) -> float:
        """Return how much is free between a place's node and the row above."""
        above = max(0, self.layout.parent[index])
        return self.step - self.half(index) - self.half(above)


# -- how wide nodes must be for their words, so that nothing covers anything


# Pixels of words in letters of a size, bold or not.
WidthOf = Callable[[str, int, bool], float]

_LEAST = 2.2  # a leaf's width in letters
# Of a leaf's width, what can be written on in a leaf, and in a folded node.
_LEAF_SIDE, _FOLDED_SIDE = 0.79, 0.92
_BESIDE = 12.0  # pixels between a node and what stands beside it, with the gap behind
_GAP = 3.0


def measured(
    recording: Recording,
    width: WidthOf,
    letter: int,
    name: Callable[[int, int], str],
    cut: str = "{}",
) -> tuple[float, Widths]:
    """Return the pixels of a leaf's width at which all can be read, and what places need then.

    ``name`` writes a move of a node, by its index there, and ``cut`` holds ``{}`` for the values of
    a cut.
    """
    values = {step.value for step in recording.steps if step.value is not None}
    leaves = {step.value or 0 for step in recording.steps if step.kind == LEAF}

    def longest(words: set[str], bold: bool = True) -> float:
        return max((width(word, letter, bold) for word in words), default=0.0)

    bounds = set(map(signed, values))
    beside = width("", letter, True)
    pitch = max(
        _LEAST * letter,
        (longest(set(map(signed, leaves))) - beside) / _LEAF_SIDE,
        (longest({f"≥{bound}" for bound in bounds}) - beside) / _FOLDED_SIDE,
    )
    samples: dict[str, str] = {}
    for number, node in enumerate(recording.nodes):
        for i, text in enumerate(node.texts):
            if text not in samples:
                samples[text] = name(number, i)
    named = longest(set(samples.values())) + _GAP
    window = longest({"α −∞", *(f"β {bound}" for bound in bounds)}, bold=False)
    cuts = {
        cut.format(cut_words(value, value, value, mover))
        for value in _outer(values)
        for mover in (0, 1)
    }
    inner = Widths.inner
    return pitch, Widths(
        leaf=max(0.5, named / 2 / pitch),
        figure=(width("00", letter, False) - width("0", letter, False)) / pitch,
        stub=max(0.3, named / 2 / pitch),
        # What is free on a node's right already is counted twice, as air.
        beside=max(0.0, (window + _BESIDE) / pitch - (inner - 0.57)),
        cut=(longest(cuts) + 2 * letter) / pitch,
    )


def _outer(values: set[int]) -> set[int]:
    """Return those of some values that are longest to write."""
    return {min(values), max(values)} if values else {0}
