"""The tree of a playback as a picture in SVG: well-formed, of one size, without anything outside.

It shows what the stage shows when all of the tree can be read. Folded subtrees stay folded.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

from kalahgui.theatre.node_labels import NodeLabels, shown_lines
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.tree_frame import Point, TreeFrame, measured
from kalahgui.theatre.tree_layout import TreeLayout
from kalahgui.theatre.tree_painter import MoveName, NodeInks, TreeInks, TreePainter, level_names

_STEM, _SLOPE = 25.0, 56.0  # pixels that an edge comes down from straight above, and slopes
_MARGIN = 40.0
_COLUMN = 64.0  # the names of the rows
_LETTER = 13
_THIN = 1.4  # the width of a line at least
_BASELINE = 0.35  # of a letter's size below the middle of its line
_BESIDE = 0.3  # what is kept free beside words, in the size of their letters
_IN_NODE, _INSIDE = 17.0, 0.93  # the most letters of a value have, and what they may take
_SIGN = 0.58  # how wide a sign may be in an unknown face, in the size of its letters

INKS = TreeInks(
    ground="#fbf7f0",
    raised="#f9f6f0",
    ink="#3a2c20",
    quiet="#66594b",
    thread="#756a5c",
    faint="#8b8073",
    accent="#ae5a08",
    best="#246659",
    ghost="#c7c0b6",
    on_accent="#ffffff",
)


@dataclass(frozen=True)
class TreeWords:
    """The words of a picture; ``cut`` holds ``{}`` for the values."""

    title: str = "The tree of a search"
    you: str = "you"
    them: str = "them"
    again: str = "again"
    values: str = "value"
    cut: str = "cut: {}"


def svg(
    playback: Playback,
    layout: TreeLayout | None = None,
    as_mover: bool = False,
    words: TreeWords | None = None,
    move_name: MoveName | None = None,
) -> str:
    """Return the tree as it stands at the playback's point.

    ``move_name`` writes a move of a node, by its index there; without it moves are in notation.
    """
    tree, words = layout or TreeLayout(playback.recording.nodes), words or TreeWords()
    named = move_name or tree.move_text
    pitch, widths = measured(playback.recording, _width, _LETTER, named, words.cut)
    layout = tree.with_folded(tree.folded, widths)
    labels = NodeLabels(playback, layout, as_mover)
    frame = TreeFrame(layout)
    frame.stem = _STEM
    inner = pitch * 1.14
    root = (_MARGIN + _COLUMN - layout.left * pitch, _MARGIN + inner / 2)
    frame.set(root, pitch, inner + _STEM + _SLOPE, inner, pitch * 0.86)
    size = frame.x(layout.right) + _MARGIN, frame.y(len(layout.rows) - 1) + root[1]

    pen = _SvgPen(size, words.title)
    painter = TreePainter(labels.of, frame, INKS, _LETTER, named, words.cut, complete=True)
    names = level_names(layout, words.you, words.them, words.values, words.again)
    painter.name_levels(pen, names, _MARGIN / 2, 0.0, size[1])
    places = [index for row in layout.rows for index in row.places]
    painter.paint(pen, places, places, *shown_lines(playback, layout))
    return pen.text()


class _SvgPen:
    def __init__(self, size: Point, title: str) -> None:
        width, height = (f"{side:.0f}" for side in size)
        self._root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width} {height}",
                "width": width,
                "height": height,
                "font-family": "sans-serif",
                "font-size": f"{_LETTER}",
                "text-anchor": "middle",
            },
        )
        self._add("title").text = title
        self._add("rect", width="100%", height="100%", fill=INKS.ground)

    def text(self) -> str:
        ElementTree.indent(self._root, " ")
        return ElementTree.tostring(self._root, encoding="unicode") + "\n"

    def _add(self, tag: str, **attributes: object) -> ElementTree.Element:
        named = {
            name.replace("_", "-"): f"{value:.1f}" if isinstance(value, float) else str(value)
            for name, value in attributes.items()
        }
        return ElementTree.SubElement(self._root, tag, named)

    def line(
        self, start: Point, end: Point, colour: str, width: float = 1.0, dash: float = 0.0
    ) -> None:
        ends = dict(zip(("x1", "y1", "x2", "y2"), (*start, *end), strict=True))
        dashed = {"stroke_dasharray": f"{dash * 0.55:.1f} {dash * 0.45:.1f}"} if dash else {}
        self._add("line", **ends, stroke=colour, stroke_width=max(_THIN, width), **dashed)

    def node(
        self, at: Point, side: float, square: bool, inks: NodeInks, words: str, edge: float
    ) -> None:
        (x, y), half = at, side / 2
        drawn = {"fill": inks.fill, "stroke": inks.edge, "stroke_width": max(_THIN, edge)}
        if square:
            self._add("rect", x=x - half, y=y - half, width=side, height=side, rx=half / 2, **drawn)
        else:
            self._add("circle", cx=x, cy=y, r=half, **drawn)
        if words:
            letter = min(_IN_NODE, round(side * _INSIDE / (len(words) * _SIGN), 1))
            self._write(words, at, letter, inks.ink, font_weight="bold")

    def write(
        self, words: str, at: Point, letter: int, ink: str, bold: bool = False, side: int = 0
    ) -> None:
        more = {"font_weight": "bold"} if bold else {}
        if side:
            more["text_anchor"] = "end" if side < 0 else "start"
        else:
            # On a ground of their own, so that lines do not run through the words.
            width, height = self.width(words, letter), letter * 1.15
            self._box(at, width, height, 0.0, INKS.ground)
        self._write(words, at, letter, ink, **more)

    def _write(self, words: str, at: Point, letter: float, ink: str, **more: object) -> None:
        element = self._add("text", x=at[0], y=at[1] + letter * _BASELINE, fill=ink, **more)
        if letter != _LETTER:
            element.set("font-size", f"{letter:g}")
        element.text = words

    def pill(self, words: str, at: Point, letter: int, fill: str, ink: str) -> None:
        middle = (at[0], at[1] + letter * 0.8)
        width = self.width(words, letter) + letter
        self._box(middle, width, letter * 1.6, letter * 0.8, fill)
        self._write(words, middle, letter, ink, font_weight="bold")

    def _box(self, middle: Point, width: float, height: float, radius: float, fill: str) -> None:
        x, y = middle[0] - width / 2, middle[1] - height / 2
        self._add("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill)

    def wedge(self, corners: list[Point], colour: str) -> None:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        self._add("polygon", points=points, fill=colour)

    def width(self, words: str, letter: int, bold: bool = False) -> float:
        return _width(words, letter, bold)


def _width(words: str, letter: int, bold: bool = False) -> float:
    return (len(words) * _SIGN + _BESIDE) * letter
