"""The tree of a playback as a picture in SVG: well-formed, of one size, without anything outside.

It shows what the stage shows when all of the tree can be read. Folded subtrees stay folded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from kalahgui.theatre.node_labels import NodeLabels, NodeState, best_line
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.tree_layout import LayoutRow, TreeLayout

_PITCH, _STEP = 40.0, 124.0
_INNER, _LEAF = 46.0, 30.0
_MARGIN = 40.0
_COLUMN = 64.0  # the names of the levels
_LETTER = 13.0
_OPEN = 0.42  # of an edge is drawn where nobody has gone yet
_STRUCK = 0.66  # how far down an edge that was cut away is struck through
_BASELINE = 0.35  # of a letter's size below the middle of its line

Point = tuple[float, float]


@dataclass(frozen=True)
class Colours:
    """The colours of a picture."""

    ground: str = "#fbf7f0"
    raised: str = "#f9f6f0"
    ink: str = "#3a2c20"
    quiet: str = "#8b7a67"
    faint: str = "#b8ac9d"
    line: str = "#e2d6c4"
    accent: str = "#c9772b"
    best: str = "#2c7a6b"
    on_accent: str = "#ffffff"


@dataclass(frozen=True)
class Words:
    """The words of a picture; ``cut`` holds ``{}`` for the values."""

    title: str = "The tree of a search"
    you: str = "you"
    them: str = "them"
    values: str = "value"
    cut: str = "cut: {}"


def svg(
    playback: Playback,
    layout: TreeLayout | None = None,
    as_mover: bool = False,
    words: Words | None = None,
    colours: Colours | None = None,
) -> str:
    """Return the tree as it stands at the playback's point."""
    layout = layout or TreeLayout(playback.recording.nodes)
    looks = NodeLabels(playback, layout, as_mover)
    picture = _Picture(looks, playback, words or Words(), colours or Colours())
    return picture.text()


class _Picture:
    """The elements of a picture, from the back to the front."""

    def __init__(
        self, looks: NodeLabels, playback: Playback, words: Words, colours: Colours
    ) -> None:
        self.looks = looks
        self.layout = layout = looks.layout
        self.words = words
        self.colours = colours
        line = [node for node in playback.path if layout.is_shown(node)]
        self._best = {node for node in best_line(playback) if layout.is_shown(node)}
        self._lit = self._best if len(line) == 1 else set(line)
        places = [place for row in layout.rows for place in row.places]
        self._places = [p for p in places if looks.of(p).state is not NodeState.HIDDEN]
        self._room = {place: room * _PITCH for row in layout.rows for place, room in _rooms(row)}
        self._root = ElementTree.Element("svg")

    def text(self) -> str:
        layout, colours = self.layout, self.colours
        width = (layout.right - layout.left) * _PITCH + 2 * _MARGIN + _COLUMN
        height = (len(layout.rows) - 1) * _STEP + _INNER + 2 * _MARGIN
        for name, value in (
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("viewBox", f"0 0 {width:.0f} {height:.0f}"),
            ("width", f"{width:.0f}"),
            ("height", f"{height:.0f}"),
            ("font-family", "sans-serif"),
            ("font-size", f"{_LETTER:g}"),
            ("text-anchor", "middle"),
        ):
            self._root.set(name, value)
        self._add("title").text = self.words.title
        self._add("rect", width="100%", height="100%", fill=colours.ground)
        self._levels()
        for place in sorted(self._places[1:], key=self._rank):
            self._edge(place)
        for place in self._places:
            if self.looks.of(place).visited:
                self._node(place)
        for place in self._places[1:]:
            self._name(place)
        for place in self._places:
            self._beside(place)
        ElementTree.indent(self._root, " ")
        return ElementTree.tostring(self._root, encoding="unicode") + "\n"

    def _add(self, tag: str, **attributes: object) -> ElementTree.Element:
        named = {
            name.replace("_", "-"): f"{value:.1f}" if isinstance(value, float) else str(value)
            for name, value in attributes.items()
        }
        return ElementTree.SubElement(self._root, tag, named)

    def _write(self, words: str, at: Point, size: float, ink: str, **more: object) -> None:
        x, y = at
        element = self._add("text", x=x, y=y + size * _BASELINE, fill=ink, **more)
        if size != _LETTER:
            element.set("font-size", f"{size:g}")
        element.text = words

    # -- where things are

    def _at(self, place: int) -> Point:
        x = _MARGIN + _COLUMN + (self.layout.across(place) - self.layout.left) * _PITCH
        return x, _MARGIN + _INNER / 2 + self.layout.level[place] * _STEP

    def _half(self, place: int) -> float:
        stub = self.layout.is_stub(place)
        return (_LEAF if stub or not self.layout.slots[place] else _INNER) / 2

    def _ends(self, place: int) -> tuple[Point, Point]:
        x, y = self._at(place)
        above_x, above_y = self._at(self.layout.parent[place])
        return (above_x, above_y + _INNER / 2), (x, y - self._half(place))

    def _rank(self, place: int) -> int:
        """Return which edges lie over others."""
        if not self.looks.of(place).visited:
            return 0
        return 3 if place in self._lit else 2 if place in self._best else 1

    # -- the parts

    def _levels(self) -> None:
        for level, row in enumerate(self.layout.rows):
            inner = [p for p in row.places if not self._is_leaf(p)]
            movers = {self.layout.nodes[place].mover for place in inner}
            if len(movers) == 2:
                continue  # after an extra move both players are to move in one level
            name = self.words.them if 1 in movers else self.words.you
            at = (_MARGIN / 2, _MARGIN + _INNER / 2 + level * _STEP)
            words = name if movers else self.words.values
            self._write(words, at, _LETTER, self.colours.quiet, text_anchor="start")

    def _is_leaf(self, place: int) -> bool:
        return self.layout.is_stub(place) or not self.layout.slots[place]

    def _edge(self, place: int) -> None:
        state, (start, end) = self.looks.of(place).state, self._ends(place)
        colours = self.colours
        if state is NodeState.WAITING:
            x, y = _between(start, end, _OPEN)
            self._line(start, (x, y), colours.faint)
            self._line((x, y), (x - 3.5, y + 5), colours.faint)
            self._line((x, y), (x + 3.5, y + 5), colours.faint)
        elif state is NodeState.CUT_AWAY:
            self._line(start, end, colours.faint, stroke_dasharray="5 4")
            x, y = _between(start, end, _STRUCK)
            self._line((x - 6, y + 4), (x + 6, y - 4), colours.accent, stroke_width=2.2)
        else:
            rank = self._rank(place)
            colour = colours.best if rank > 1 else colours.quiet
            width = (1.0, 1.4, 2.0, 3.2)[rank]
            if self.layout.nodes[place].again:
                for side in (-1, 1):
                    shifted = _aside(start, end, side * 2.0)
                    self._line(*shifted, colour, stroke_width=max(1.0, width * 0.55))
            else:
                self._line(start, end, colour, stroke_width=width)

    def _line(self, start: Point, end: Point, colour: str, **more: object) -> None:
        self._add("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], stroke=colour, **more)

    def _name(self, place: int) -> None:
        """Write a move's name on its edge."""
        look, (start, end) = self.looks.of(place), self._ends(place)
        words = self.layout.nodes[self.layout.parent[place]].texts[self.layout.index[place]]
        share = 0.55
        if look.state is NodeState.WAITING:
            share = _OPEN + _LETTER / math.dist(start, end)
        elif look.state is NodeState.CUT_AWAY:
            share = 1.04
        at = _between(start, end, share)
        if look.visited:
            self._halo(words, at)
            self._write(words, at, _LETTER, self.colours.ink, font_weight="bold")
        else:
            self._write(words, at, _LETTER, self.colours.faint)

    def _halo(self, words: str, at: Point) -> None:
        """Clear the ground behind words, so that lines do not run through them."""
        self._box(at, _width(words) - _LETTER, _LETTER * 1.15, 0.0, self.colours.ground)

    def _box(self, middle: Point, width: float, height: float, radius: float, fill: str) -> None:
        x, y = middle[0] - width / 2, middle[1] - height / 2
        self._add("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill)

    def _node(self, place: int) -> None:
        look, colours = self.looks.of(place), self.colours
        (x, y), half = self._at(place), self._half(place)
        fill, edge, ink = colours.raised, colours.quiet, colours.ink
        if look.state is NodeState.CUT:
            fill, edge, ink = colours.accent, colours.accent, colours.on_accent
        elif place in self._lit:
            fill, edge, ink = colours.best, colours.best, colours.on_accent
        elif place in self._best or look.state is NodeState.OPEN:
            edge = colours.best
        width = 2.4 if place in self._best else 1.4
        drawn: dict[str, object] = {"fill": fill, "stroke": edge, "stroke_width": width}
        if self.layout.nodes[place].mover == 0:
            side = 2 * half
            corner = {"x": x - half, "y": y - half, "width": side, "height": side}
            self._add("rect", **corner, rx=half / 2, **drawn)
        else:
            self._add("circle", cx=x, cy=y, r=half, **drawn)
        if look.value:
            size = round(half * (0.74 if len(look.value) < 4 else 0.56), 1)
            self._write(look.value, (x, y), size, ink, font_weight="bold")

    def _beside(self, place: int) -> None:
        look = self.looks.of(place)
        if not look.visited:
            return
        x, y = self._at(place)
        half = self._half(place)
        windowed = look.window and not self._is_leaf(place)
        if windowed and _width(look.window) <= self._room[place]:
            at = (x, y - half - _LETTER * 0.8)
            self._halo(look.window, at)
            self._write(look.window, at, _LETTER - 1, self.colours.quiet)
        if place in self.layout.folded:
            words = f"+{self.layout.hidden_below(place)}"
            self._pill(words, (x, y + half + 13), self.colours.line, self.colours.ink)
        elif look.cut:
            words = self.words.cut.format(look.cut)
            if _width(words) > self._room[place]:
                words = look.cut
            self._pill(words, (x, y + half + 13), self.colours.accent, self.colours.on_accent)

    def _pill(self, words: str, at: Point, fill: str, ink: str) -> None:
        self._box(at, _width(words), 20.0, 10.0, fill)
        self._write(words, at, _LETTER, ink, font_weight="bold")


def _aside(start: Point, end: Point, distance: float) -> tuple[Point, Point]:
    """Return a line moved to its side."""
    share = distance / math.dist(start, end)
    x, y = (end[1] - start[1]) * share, (start[0] - end[0]) * share
    return (start[0] + x, start[1] + y), (end[0] + x, end[1] + y)


def _width(words: str) -> float:
    """Guess how wide words are in an unknown face, with the ends of a badge around them."""
    return len(words) * _LETTER * 0.58 + _LETTER


def _rooms(row: LayoutRow) -> Iterator[tuple[int, float]]:
    """Yield the places of a row with the distance to the nearer neighbour."""
    across = (-math.inf, *row.across, math.inf)
    for entry, place in enumerate(row.places, 1):
        before, at, after = across[entry - 1 : entry + 2]
        yield place, min(at - before, after - at)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
