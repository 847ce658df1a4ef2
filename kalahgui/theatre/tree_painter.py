"""A tree as it is drawn, by any pen: nodes with their values, edges, moves, windows and cuts.

Nodes of the side that maximises are squares, the others circles. All that colours tell apart has
shapes as well: an edge not gone yet ends open, one that was cut away is dashed and struck through,
a double one says that the same player moves again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, Protocol

from kalahgui.theatre.node_labels import NodeLabel, NodeState
from kalahgui.theatre.tree_frame import Point, TreeFrame
from kalahgui.theatre.tree_layout import TreeLayout

OPEN_SHARE = 0.42  # of an edge is drawn where nobody has gone yet
LEAST_LETTER = 9  # the size from which on words can be read
_STRUCK = 0.66  # how far down an edge is struck through
_NAMED = 0.55  # how far down a straight edge its move's name stands
_NAMED_CUT_AWAY = 0.98
WEDGE = 1.05  # the height of a wedge below a folded node, in letters
_LEADING = 1.2
_OFF_NODE = 0.65  # letters from a node to its name, with room for a ring
_BELOW_NAME = 0.75  # letters from a name's middle to what stands below it
_AIR = 0.5  # letters between a pill beside a node and what lies there
_DOUBLE = 2.2  # from the middle of a double line to either of the two
_FORK = 0.66  # radians between the line of an open end and either side of its fork
# How an edge stands out: nobody went there, somebody did, it is on the best line, or on the lit.
_UNSEEN, _SEEN, _BEST, _LIT = range(4)
_WIDTHS = (1.0, 1.0, 2.0, 3.2)
_LEAST_WIDTH = 1.3  # of what stands out

# The edge of a node that shows who wins, of its side.
_EDGE_OF_RESULT, _EDGE_OF_LIT = 0.08, 0.14
# Nodes that are shown though nobody went there.
_OUTLINED = (NodeState.AHEAD, NodeState.LEFT_OUT, NodeState.RULED_OUT)

_TO_COME = (NodeState.HIDDEN, NodeState.WAITING)
_BESIDE = 9.0  # between a node and its window, beyond a ring around the node

MoveName = Callable[[int, int], str]
# A term of search that stands beside a node, the node, and where: left, top, width, height.
TermBeside = tuple[str, int, tuple[float, float, float, float]]


@dataclass(frozen=True)
class TreeInks:
    """The colours of a picture, as its pen takes them.

    ``best`` is that of the best line and of the lit one, ``ghost`` that of nodes to come and of
    what is folded. ``results`` and ``pale`` are those of nodes that show who wins, strongly and
    weakly: the second player, nobody, the first player.
    """

    ground: Any
    raised: Any
    ink: Any
    quiet: Any
    thread: Any
    faint: Any
    accent: Any
    best: Any
    on_accent: Any
    ghost: Any = None
    results: tuple[Any, ...] = ()
    pale: tuple[Any, ...] = ()


@dataclass(frozen=True)
class NodeInks:
    """The colours of a node: its ground, its edge, and the value in it."""

    fill: Any
    edge: Any
    ink: Any


class TreePen(Protocol):
    """What a tree is drawn with."""

    def line(
        self, start: Point, end: Point, colour: Any, width: float = 1.0, dash: float = 0.0
    ) -> None:
        """Draw a line, in dashes of a length if it is given."""

    def node(
        self, at: Point, side: float, square: bool, inks: NodeInks, words: str, edge: float
    ) -> None:
        """Draw a square or a circle with words in it; 0 is an edge as thin as usual."""

    def write(
        self, words: str, at: Point, letter: int, ink: Any, bold: bool = False, side: int = 0
    ) -> None:
        """Write words to the left (-1) or the right (1) of a point, or around it on a ground."""

    def wedge(self, corners: list[Point], colour: Any) -> None:
        """Fill the shape between some corners."""

    def pill(self, words: str, at: Point, letter: int, fill: Any, ink: Any) -> None:
        """Draw words in a pill that hangs from a point."""

    def width(self, words: str, letter: int, bold: bool = False) -> float:
        """Return how wide words come out, with what is kept free beside them."""


class TreePainter:
    """Paint places of a frame, with what is written at them.

    ``label_of`` says how each place stands. ``letter`` is the size of all words beside nodes.
    ``move_name`` writes a move of a node, by its index there; without it edges have no names.
    ``cut`` says why a node was cut, and holds ``{}`` for the values. A ``complete`` picture names
    all moves and tells all cuts, also where that comes close to their neighbours, and shows all
    nodes in outline. With ``ghosts`` what the search has not come to yet is there palely.
    Nothing beside a node reaches beyond ``edges``, the left and the right one. ``number`` writes
    how many nodes are hidden.
    """

    def __init__(
        self,
        label_of: Callable[[int], NodeLabel],
        frame: TreeFrame,
        inks: TreeInks,
        letter: int,
        move_name: MoveName | None = None,
        cut: str = "{}",
        complete: bool = False,
        ghosts: bool = False,
        edges: tuple[float, float] = (-math.inf, math.inf),
        number: Callable[[int], str] = str,
    ) -> None:
        self.label_of = label_of
        self.frame = frame
        self.inks = inks
        self.letter = letter
        self._layout = frame.layout
        self._move_name = move_name
        self._cut = cut
        self._complete = complete
        self._ghosts = ghosts
        self._edges = edges
        self._number = number
        self.terms: list[TermBeside] = []  # of the last picture

    def paint(
        self,
        pen: TreePen,
        edges: Iterable[int],
        nodes: Iterable[int],
        best: Collection[int] = (),
        lit: Collection[int] = (),
    ) -> None:
        """Paint the edges to some places and the nodes of some; what is lit lies on top.

        What stands on the ``best`` line and on the ``lit`` one is emphasised.
        """
        self.terms = []
        ranks = dict.fromkeys(best, _BEST) | dict.fromkeys(lit, _LIT)
        to_places = sorted(self._ranked(edges, ranks), key=lambda ranked: ranked[1])
        nodes = dict.fromkeys(nodes)
        for index, rank in to_places:
            self._edge(pen, index, rank, index in nodes)
        if self._move_name is not None:
            for index, rank in to_places:
                if index in nodes:
                    self._write_move(pen, index, rank, self._move_name)
        shown = [ranked for ranked in self._ranked(nodes, ranks) if self._has_node(ranked[0])]
        for index, rank in shown:
            self._node(pen, index, rank)
        if self.letter >= LEAST_LETTER:
            for index, rank in shown:
                self._write_beside(pen, index, rank)

    def _ranked(self, places: Iterable[int], ranks: dict[int, int]) -> Iterable[tuple[int, int]]:
        """Yield the places that anything is shown of, and how each stands out."""
        for index in places:
            label = self.label_of(index)
            if self._ghosts or label.state is not NodeState.HIDDEN:
                usual = _LIT if label.lit else _SEEN if label.visited else _UNSEEN
                yield index, ranks.get(index, usual)

    def _has_node(self, index: int) -> bool:
        label = self.label_of(index)
        if index in self._layout.gathered:
            return False
        if self._ghosts and label.state in _TO_COME:
            return True
        return label.visited or label.state in _OUTLINED

    # -- edges

    def _edge(self, pen: TreePen, index: int, rank: int, whole: bool) -> None:
        """Draw the edge to a place; to one that is not in the picture it has no end."""
        if not index:
            return
        inks, unit, state = self.inks, self.frame.unit, self.label_of(index).state
        ends = whole and index not in self._layout.gathered
        route = self.frame.route(index) if ends else list(self.frame.slope(index))
        if state in _TO_COME:
            if self._ghosts:
                self._follow(pen, route, inks.ghost)
            if state is NodeState.WAITING:
                self._open_end(pen, *self.frame.slope(index))
        elif state in (NodeState.CUT_AWAY, NodeState.LEFT_OUT):
            slope = self.frame.slope(index)
            self._follow(pen, list(slope), inks.faint, unit, max(6.0, 9 * unit))
            above = self.label_of(self._layout.parent[index])
            if above.state is not NodeState.LEFT_OUT:
                self._strike(pen, index, *slope)
        elif state in (NodeState.AHEAD, NodeState.RULED_OUT):
            self._follow(pen, route, inks.pale[1])
        else:
            least = _LEAST_WIDTH if rank >= _BEST or self._complete else 1.0
            width = max(least, _WIDTHS[rank] * unit)
            colour = inks.thread if rank < _BEST else inks.best
            if self._layout.nodes[index].again:
                for side in (-1, 1):
                    moved = _aside(route, side * max(1.6, _DOUBLE * unit))
                    self._follow(pen, moved, colour, max(1.0, width * 0.65))
            else:
                self._follow(pen, route, colour, width)

    def _follow(
        self, pen: TreePen, route: list[Point], colour: Any, width: float = 1.0, dash: float = 0.0
    ) -> None:
        for start, end in pairwise(route):
            pen.line(start, end, colour, width, dash)

    def _open_end(self, pen: TreePen, start: Point, end: Point) -> None:
        """Draw the beginning of an edge that nobody has gone yet: short, with an open fork."""
        stop = _between(start, end, OPEN_SHARE)
        pen.line(start, stop, self.inks.faint)
        size, turned = 5 * self.frame.unit, math.atan2(end[1] - start[1], end[0] - start[0])
        for way in (turned - _FORK, turned + _FORK):
            tip = stop[0] + size * math.cos(way), stop[1] + size * math.sin(way)
            pen.line(stop, tip, self.inks.faint)

    def _strike(self, pen: TreePen, index: int, start: Point, end: Point) -> None:
        size = max(5.0, min(self.frame.half(index), 12 * self.frame.unit))
        x, y = _between(start, end, _STRUCK)
        right, up = size * 0.5, size * 0.35
        ends = (x - right, y + up), (x + right, y - up)
        pen.line(*ends, self.inks.accent, max(1.0, size / 6))

    def _write_move(self, pen: TreePen, index: int, rank: int, name: MoveName) -> None:
        label, frame = self.label_of(index), self.frame
        if not index or label.state is NodeState.HIDDEN:
            return
        words = name(self._layout.parent[index], self._layout.index[index])
        if index in self._layout.gathered:
            words = f"+{self._layout.gathered[index]}"
        if not words:
            return
        ink = self.inks.ink if rank else self.inks.quiet
        bold = rank >= (_SEEN if label.winner is None else _BEST)
        if frame.stem:
            # Names of a row stand beside each other; those that would touch are left out.
            at, fits = frame.name_at(index), pen.width(words, self.letter, bold)
            if fits <= min(frame.gaps(index)) + 2 and at[1] >= self.letter * 0.6:
                pen.write(words, at, self.letter, ink, bold)
            return
        start, end = frame.route(index)
        share = _NAMED
        if label.state is NodeState.WAITING:
            share = OPEN_SHARE + self.letter / max(1.0, math.dist(start, end))
        elif label.state is NodeState.CUT_AWAY:
            share = _NAMED_CUT_AWAY
        if rank < _BEST and not self._complete:
            # On their way down the edges of neighbours part.
            room = min(frame.gaps(index)) * min(1.0, share)
            high = frame.height(index) >= self.letter * 1.5
            if not high or pen.width(words, self.letter, True) > room:
                return
        pen.write(words, _between(start, end, share), self.letter, ink, bold)

    # -- nodes

    def node_inks(self, label: NodeLabel, side: float, rank: int = _SEEN) -> NodeInks:
        """Return the colours of a node."""
        inks = self.inks
        if label.state in _TO_COME:
            return NodeInks(inks.ghost, inks.ghost, inks.ghost)
        if label.winner is not None:
            return self._result_inks(label, label.winner, rank)
        if label.state is NodeState.CUT:
            return NodeInks(inks.accent, inks.accent, inks.on_accent)
        if rank == _LIT:
            return NodeInks(inks.best, inks.best, inks.on_accent)
        if label.state in (NodeState.AHEAD, NodeState.LEFT_OUT):
            return NodeInks(inks.ground, inks.faint, inks.thread)
        edge = inks.best if rank == _BEST or label.state is NodeState.OPEN else inks.thread
        return NodeInks(inks.raised, edge, inks.ink)

    def _result_inks(self, label: NodeLabel, winner: int, rank: int) -> NodeInks:
        """Return the colours of a node that shows who wins: filled when nothing follows."""
        inks = self.inks
        colour = (inks.pale if label.state is NodeState.RULED_OUT else inks.results)[winner + 1]
        edge = inks.best if rank == _LIT else colour
        if label.state is NodeState.DONE:
            return NodeInks(colour, edge, inks.on_accent)
        ruled_out = label.state is NodeState.RULED_OUT
        return NodeInks(inks.ground, edge, inks.quiet if ruled_out else colour)

    def _node(self, pen: TreePen, index: int, rank: int) -> None:
        label, unit = self.label_of(index), self.frame.unit
        side, edge = 2 * self.frame.half(index), 0.0
        if label.winner is not None:
            edge = max(1.0, side * (_EDGE_OF_LIT if rank == _LIT else _EDGE_OF_RESULT))
            side += 2 * edge if rank == _LIT else 0
        elif rank == _BEST:
            side, edge = max(6.0, side), _WIDTHS[rank] * unit
        inks = self.node_inks(label, side, rank)
        square = self._is_square(index)
        pen.node(self.frame.at(index), side, square, inks, label.value, edge)

    def _is_square(self, index: int) -> bool:
        """Tell whether the player who maximises moves at a place, also where nobody came."""
        layout = self._layout
        if layout.is_stub(index):
            return layout.nodes[layout.parent[index]].mover == 1
        return layout.nodes[index].mover == 0

    # -- what stands beside nodes

    def _write_beside(self, pen: TreePen, index: int, rank: int) -> None:
        """Write a node's name or its window beside it, what it hides, and why it was cut."""
        label = self.label_of(index)
        if label.name:
            self._write_name(pen, index, label)
        elif label.window and self._layout.is_open(index):
            self._write_window(pen, index, label, rank)
        if index in self._layout.folded:
            self._write_hidden(pen, index)
        elif label.cut and self.frame.stem:
            self._write_cut(pen, index, label)
        elif label.cut:
            self._write_cut_beside(pen, index, label)

    def _write_cut_beside(self, pen: TreePen, index: int, label: NodeLabel) -> None:
        """Write why a node was cut beside it, clear of all nodes and edges, in short if need be."""
        letter, free = self.letter, self._free_side(index)
        said = self._cut.format(label.cut), label.cut_in_short or label.cut
        for side, words in product((free, -free), said):
            drop = letter * (_BELOW_NAME if label.name or side != free else -0.8)
            near, far = self._room_beside(index, side, drop + 1.7 * letter)
            width = pen.width(words, letter, True) + 1.5 * letter
            at = near + side * width / 2, self.frame.at(index)[1] + drop
            if side * (far - near) >= width and not self._is_taken(at, width):
                self._pill(pen, index, words, at)
                return

    def _is_taken(self, at: Point, width: float) -> bool:
        """Tell whether a pill that hangs from a point would lie on another one."""
        return any(
            abs(at[0] - left - wide / 2) < (width + wide) / 2 and abs(at[1] - top) < high
            for _, _, (left, top, wide, high) in self.terms
        )

    def _room_beside(self, index: int, side: int, drop: float) -> Point:
        """Return between which places nothing lies beside a node, down to so far below it."""
        frame, other = self.frame, self._layout.neighbours(index)[side > 0]
        air = self.letter * _AIR
        near = frame.at(index)[0] + side * (self._reach(index, side, drop) + air)
        if other is None:
            return near, self._edges[side > 0]
        return near, frame.at(other)[0] - side * (self._reach(other, -side, drop) + air)

    def _reach(self, index: int, side: int, drop: float) -> float:
        """Return how far a node and its edges go to a side, down to so far below it."""
        x, y = self.frame.at(index)
        below = map(self.frame.at, self._layout.below(index))
        ways = (side * (at - x) * drop / (bottom - y) for at, bottom in below)
        return max(self.frame.half(index), *ways, 0.0)

    def _pill(self, pen: TreePen, index: int, words: str, at: Point) -> None:
        """Write why a node was cut in a pill that hangs from a point."""
        letter = self.letter
        width = pen.width(words, letter, True) + letter
        pen.pill(words, at, letter, self.inks.accent, self.inks.on_accent)
        self.terms.append(("cut", index, (at[0] - width / 2, at[1], width, letter * 1.65)))

    def _free_side(self, index: int) -> int:
        """Return on which side of a node no line comes from above."""
        x, _ = self.frame.at(index)
        return -1 if index and x < self.frame.at(self._layout.parent[index])[0] else 1

    def _write_window(self, pen: TreePen, index: int, label: NodeLabel, rank: int) -> None:
        """Write a node's window beside it, alpha over beta, where there is room."""
        (x, y), frame, letter = self.frame.at(index), self.frame, self.letter
        words, away = label.window.partition(" \u03b2"), _BESIDE * frame.unit
        lines = words[0], "".join(words[1:]).strip()
        width = max(pen.width(text, letter) for text in lines)
        for side in (1, -1):
            if width + away <= frame.free_beside(index, side):
                at = x + side * (frame.half(index) + away)
                high, left = letter * _LEADING, at - width * (side < 0)
                for line, text, term in zip((0, 1), lines, ("alpha", "beta"), strict=True):
                    top = y + (line - 1) * high
                    pen.write(text, (at, top + high / 2), letter, self.inks.quiet, side=side)
                    self.terms.append((term, index, (left, top, width, high)))
                return

    def _write_hidden(self, pen: TreePen, index: int) -> None:
        """Draw a wedge below a folded node, and in it the number of nodes that it hides."""
        (x, y), half, letter = self.frame.at(index), self.frame.half(index), self.letter
        words = self._number(self._layout.hidden_below(index))
        width, top = pen.width(words, letter), y + half + 1
        bottom = top + WEDGE * letter
        above, below = half * 0.6, max(half, width / 2)
        corners = [(x - above, top), (x + above, top), (x + below, bottom), (x - below, bottom)]
        pen.wedge(corners, self.inks.ghost)
        pen.write(words, (x - width / 2 + 2, (top + bottom) / 2), letter, self.inks.ink, side=1)

    def _write_cut(self, pen: TreePen, index: int, label: NodeLabel) -> None:
        """Write why a node was cut where the nodes would lie that were never looked at."""
        layout, frame, letter = self._layout, self.frame, self.letter
        stubs = [place for place in layout.below(index) if layout.is_stub(place)]
        if not stubs or not layout.is_shown(stubs[0]):
            return
        (left, y), (right, _) = frame.at(stubs[0]), frame.at(stubs[-1])
        room = right - left + 2 * (layout.half(stubs[0]) * frame.pitch - letter)
        words = self._cut.format(label.cut)
        if pen.width(words, letter, True) > room:
            words = label.cut
        if pen.width(words, letter, True) <= room + 1:
            self._pill(pen, index, words, ((left + right) / 2, y - letter * 0.8))

    def _write_name(self, pen: TreePen, index: int, label: NodeLabel) -> None:
        """Write a node's name and its window where no line comes from above.

        That is below a leaf, and else beside the node, the window over the name.
        """
        (x, y), half, letter = self.frame.at(index), self.frame.half(index), self.letter
        ink = self.inks.ink if label.visited else self.inks.quiet
        if not self._layout.slots[index]:
            pen.write(label.name, (x, y + half + letter * 0.75), letter, ink, True)
            return
        side = self._free_side(index)
        x += side * (half + letter * _OFF_NODE)
        pen.write(label.name, (x, y), letter, ink, True, side)
        room = self.frame.gaps(index)[side > 0] / 2 - half - letter * _OFF_NODE
        room = min(room, side * (self._edges[side > 0] - x))
        lines = [label.window]
        if label.window and pen.width(label.window, letter) > room:
            lines = label.window.split("  ")
        for line, words in enumerate(reversed(lines), 1):
            at = (x, y - letter * 1.15 * line)
            pen.write(words, at, letter, self.inks.quiet, side=side)

    def name_levels(
        self, pen: TreePen, names: Sequence[str], left: float, top: float, bottom: float
    ) -> None:
        """Write the names of rows below each other, as far as they are in view and keep apart.

        ``names`` are those of all levels of the layout.
        """
        letter, last = self.letter, -math.inf
        for line, row in enumerate(self._layout.rows):
            y, words = self.frame.y(line), names[row.level]
            if words and top + letter <= y <= bottom - letter and y - last >= letter * 1.3:
                pen.write(words, (left, y), letter, self.inks.quiet, side=1)
                last = y


def level_names(
    layout: TreeLayout, first: str, second: str, leaves: str, again: str = ""
) -> list[str]:
    """Return a name for each level: who moves there, or that there are only leaves.

    Where a player moves once more in a turn that is ``again``; without it a level at which both
    move has none.
    """
    mixed = set[int]()
    movers: dict[int, int] = {}
    names = [leaves] * (max(layout.level) + 1)
    for number, node in enumerate(layout.nodes):
        level = layout.level[number]
        if not again and movers.setdefault(level, node.mover) != node.mover:
            mixed.add(level)
        if layout.slots[number]:
            name = (first, second)[node.mover]
            names[level] = again if again and node.again else name
    return ["" if level in mixed else name for level, name in enumerate(names)]


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _aside(route: list[Point], distance: float) -> list[Point]:
    """Return a route moved to a side: its sloping part across its way, the others sideways."""
    start, end = route if len(route) == 2 else route[1:3]
    share = distance / (math.dist(start, end) or 1.0)
    x, y = (end[1] - start[1]) * share, (start[0] - end[0]) * share
    slope = [(start[0] + x, start[1] + y), (end[0] + x, end[1] + y)]
    if len(route) == 2:
        return slope
    (top_x, top), (bottom_x, bottom) = route[0], route[-1]
    return [(top_x + distance, top), *slope, (bottom_x + distance, bottom)]
