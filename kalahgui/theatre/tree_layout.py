"""Where the nodes of a tree lie: children under their parent, subtrees close together.

Lengths across are in units of a leaf's width, down in levels: a move is a level, an extra move too.
"""

from __future__ import annotations

import math
import operator
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress, pairwise

from kalahgui.theatre.game_tree import TreeNode
from kalahgui.theatre.recording import ROOT, SearchNode

# Places of a level from which on they lie close together as a rule.
_CROWD = 300
# Half the width that is kept free for a place, the gap to its neighbour included.
HALF_INNER, HALF_LEAF, HALF_STUB = 0.75, 0.5, 0.4


@dataclass
class LayoutRow:
    """The places of one level from the left: where they lie, and where their parents do."""

    places: list[int] = field(default_factory=list)
    across: array[float] = field(default_factory=lambda: array("d"))
    above: array[float] = field(default_factory=lambda: array("d"))

    def between(self, left: float, right: float) -> range:
        """Return which entries lie from ``left`` to ``right``."""
        return range(bisect_left(self.across, left), bisect_right(self.across, right))

    def crossing(self, left: float, right: float) -> range:
        """Return which entries have an edge from above that meets ``left`` to ``right``.

        Edges of a level never cross, so these are neighbours.
        """
        begin = min(bisect_left(self.across, left), bisect_left(self.above, left))
        end = max(bisect_right(self.across, right), bisect_right(self.above, right))
        return range(begin, end)

    @property
    def crowded(self) -> bool:
        """Tell whether the places lie close together as a rule."""
        return len(self.places) > _CROWD

    def after(self, entry: int, distance: float) -> int:
        """Return the first entry that lies at least ``distance`` to the right of another."""
        return bisect_left(self.across, self.across[entry] + distance, entry + 1)


class TreeLayout:
    """Places for all nodes of a tree, and for the moves that its search never looked at.

    A place is the number of a node, or above those numbers a stub: a move whose node was never
    entered. A subtree can be folded away; the other places then move together. ``left`` and
    ``right`` are the edges of all that is shown.
    """

    def __init__(self, nodes: Sequence[SearchNode], inner: float = HALF_INNER) -> None:
        """Lay out a recording's nodes; a node comes after its parent.

        ``inner`` is half the width that is kept free for a node that is no leaf.
        """
        self.nodes = nodes
        self._half_inner = inner
        count = len(nodes)
        self.parent: list[int] = [-1 if node.parent is None else node.parent for node in nodes]
        self.index: list[int] = [-1] * count  # which move of its parent leads to a place
        self.slots: list[tuple[int, ...]] = []
        self.level: list[int] = [0] * count
        for number, node in enumerate(nodes):
            if number:
                self.level[number] = self.level[self.parent[number]] + 1
            self.slots.append(self._take_slots(number, node))
        self._below = [1] * count
        for number in range(count - 1, 0, -1):
            self._below[self.parent[number]] += self._below[number]
        self.folded: set[int] = set()
        self._shift: list[float] = [0.0] * len(self.parent)
        self._left: list[list[float]] = [[]] * count
        self._right: list[list[float]] = [[]] * count
        for number in range(count - 1, -1, -1):
            self._pack(number)
        self._levels = self._sort_by_level()
        self._place()

    def _take_slots(self, number: int, node: SearchNode) -> tuple[int, ...]:
        """Return the places below a node, giving numbers to its stubs."""
        if all(child is None for child in node.children):
            return ()
        slots = []
        for i, child in enumerate(node.children):
            if child is None:
                child = len(self.parent)
                self.parent.append(number)
                self.level.append(self.level[number] + 1)
                self.index.append(i)
            else:
                self.index[child] = i
            slots.append(child)
        return tuple(slots)

    # -- packing

    def _pack(self, number: int) -> None:
        """Move the subtrees below a node together until their outlines touch at some level."""
        slots = () if number in self.folded else self.slots[number]
        half = self.half(number)
        if not slots:
            self._left[number], self._right[number] = [-half], [half]
            return
        left: list[float] = []
        right: list[float] = []
        offsets: list[float] = []
        count = len(self.nodes)
        for place in slots:
            if place < count:
                begins, ends = self._left[place], self._right[place]
            else:
                begins, ends = _STUB_LEFT, _STUB_RIGHT
            offset = 0.0
            if offsets:
                offset = max(map(float.__sub__, right, begins))
            offsets.append(offset)
            reached = len(left)
            if len(ends) < reached:
                right[: len(ends)] = [end + offset for end in ends]
            else:
                right = [end + offset for end in ends]
                left += [begin + offset for begin in begins[reached:]]
        middle = (offsets[0] + offsets[-1]) / 2
        for place, offset in zip(slots, offsets, strict=True):
            self._shift[place] = offset - middle
        self._left[number] = [-half, *(begin - middle for begin in left)]
        self._right[number] = [half, *(end - middle for end in right)]

    def _sort_by_level(self) -> list[tuple[list[int], list[int]]]:
        """Return the places of each level below the root from the left, and their parents."""
        levels = []
        above = [ROOT]
        while above:
            parents = [number for number in above for _ in self.slots[number]]
            places = [place for number in above for place in self.slots[number]]
            levels.append((places, parents))
            above = [place for place in places if place < len(self.nodes)]
        return levels[:-1]

    def _place(self) -> None:
        """Fill the rows from the root down."""
        across: list[float | None] = [None] * len(self.parent)
        across[ROOT] = 0.0
        folded = self.folded
        self.rows = [LayoutRow([ROOT], array("d", [0.0]), array("d", [0.0]))]
        for places, parents in self._levels:
            if folded:
                open_ = [across[each] is not None and each not in folded for each in parents]
                places = list(compress(places, open_))
                parents = list(compress(parents, open_))
            if not places:
                break
            above = array("d", [across[each] or 0.0 for each in parents])
            at = array("d", map(operator.add, above, map(self._shift.__getitem__, places)))
            for place, x in zip(places, at, strict=True):
                across[place] = x
            self.rows.append(LayoutRow(places, at, above))
        self._across = across
        self._spreads = dict(self._find_spreads())
        self.left, self.right = min(self._left[ROOT]), max(self._right[ROOT])

    def _find_spreads(self) -> Iterator[tuple[int, float]]:
        for row in self.rows:
            if row.crowded:
                continue
            halves = list(map(self.half, row.places))
            needed = map(operator.add, halves, halves[1:])
            gaps = map(operator.sub, row.across[1:], row.across)
            times = [math.inf, *map(operator.truediv, gaps, needed), math.inf]
            yield from zip(row.places, map(min, pairwise(times)), strict=True)

    # -- folding

    def fold(self, number: int) -> None:
        """Hide what lies below a node; a node with nothing below stays as it is."""
        if self.slots[number] and number not in self.folded:
            self.folded.add(number)
            self._pack_up_from(number)

    def unfold(self, number: int) -> None:
        """Show again what lies below a node."""
        if number in self.folded:
            self.folded.remove(number)
            self._pack_up_from(number)

    def reveal(self, number: int) -> bool:
        """Unfold whatever hides a node; return True when something did."""
        hidden = [each for each in self.line(number)[:-1] if each in self.folded]
        for each in hidden:
            self.folded.remove(each)
        for each in reversed(hidden):
            self._pack(each)
        if hidden:
            self._pack_up_from(hidden[-1])
        return bool(hidden)

    def _pack_up_from(self, number: int) -> None:
        while number >= 0:
            self._pack(number)
            number = self.parent[number]
        self._place()

    # -- asking

    def half(self, place: int) -> float:
        """Return half the width kept free for a place."""
        if place >= len(self.nodes):
            return HALF_STUB
        return self._half_inner if self.slots[place] else HALF_LEAF

    def has_more(self, place: int) -> bool:
        """Tell whether there are places below one, shown or folded away."""
        return place < len(self.nodes) and bool(self.slots[place])

    def spread(self, place: int) -> float:
        """Return how many times larger a place can be drawn, as can all others, without touching.

        In a crowded level it is 1 for all.
        """
        return self._spreads.get(place, 1.0)

    def across(self, place: int) -> float:
        """Return where a place lies; a hidden one where what hides it lies."""
        at = self._across[self.shown(place)]
        assert at is not None, "what is shown has its place"
        return at

    def shown(self, place: int) -> int:
        """Return a place, or the folded node that hides it."""
        while self._across[place] is None:
            place = self.parent[place]
        return place

    def is_shown(self, place: int) -> bool:
        """Tell whether no folded node hides a place."""
        return self._across[place] is not None

    def is_stub(self, place: int) -> bool:
        """Tell whether a place stands for a move that was never looked at."""
        return place >= len(self.nodes)

    def move_text(self, number: int, move: int) -> str:
        """Return a move of a node by its place there, as its game writes it."""
        return self.nodes[number].texts[move]

    def hidden_below(self, number: int) -> int:
        """Return how many nodes a folded node hides."""
        return self._below[number] - 1

    def line(self, place: int) -> list[int]:
        """Return the places from the root down to one."""
        line = [place]
        while line[-1] and self.parent[line[-1]] >= 0:
            line.append(self.parent[line[-1]])
        return line[::-1]

    def gaps(self, place: int) -> tuple[float, float]:
        """Return the distances to the neighbours of a place in its level, left and right."""
        row = self.rows[self.level[place]]
        at = self.across(place)
        entry = bisect_left(row.across, at)
        before = at - row.across[entry - 1] if entry else math.inf
        after = row.across[entry + 1] - at if entry + 1 < len(row.across) else math.inf
        return before, after

    def nearest(self, across: float, level: int) -> int | None:
        """Return the place of a level that lies nearest, None where there is no such level."""
        if not 0 <= level < len(self.rows):
            return None
        row = self.rows[level]
        after = bisect_left(row.across, across)
        near = range(max(0, after - 1), min(len(row.across), after + 1))
        return row.places[min(near, key=lambda entry: abs(row.across[entry] - across))]


def numbered(tree: TreeNode) -> list[SearchNode]:
    """Return the nodes of a written tree for a layout, in the order of ``walk``."""
    nodes: list[SearchNode] = []

    def add(node: TreeNode, parent: int | None, place: int | None, height: int) -> int:
        number = len(nodes)
        texts = tuple(child.label for child in node.children)
        moves = tuple(range(len(texts)))
        found = SearchNode(parent, place, node.label, node.mover, False, height, moves, texts)
        nodes.append(found)
        found.children += [
            add(child, number, i, height + 1) for i, child in enumerate(node.children)
        ]
        return number

    add(tree, None, None, 0)
    return nodes


_STUB_LEFT, _STUB_RIGHT = [-HALF_STUB], [HALF_STUB]
