"""Where the nodes of a tree lie: children under their parent, subtrees close together.

Lengths across are in units of a leaf's width. Down there are rows, each for one player: a turn is a
row, and so is every further move in it. Values stand in the last row.
"""

from __future__ import annotations

import copy
import math
import operator
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kalahgui.theatre.game_tree import Path, TreeNode, walk
from kalahgui.theatre.recording import ROOT, SearchNode

# Places of a row from which on they lie close together as a rule.
_CROWD = 300
# Half of what an edge keeps free in the rows that it passes.
_HALF_PASSING = 0.25


@dataclass(frozen=True)
class Widths:
    """What is kept free across, in units: half of a place's width, the gap beside it included.

    A ``folded`` node has the number of nodes below it, each ``figure`` of which needs its place.
    ``beside`` is for what stands to the right of an open node, and ``cut`` is the least that the
    moves of a node need together that were never looked at.
    """

    inner: float = 0.75
    folded: float = 0.62
    figure: float = 0.0
    leaf: float = 0.5
    stub: float = 0.4
    beside: float = 0.0
    cut: float = 0.0


@dataclass
class LayoutRow:
    """The places of one row from the left, where they lie, and where edges pass between them."""

    level: int
    places: list[int] = field(default_factory=list)
    across: array[float] = field(default_factory=lambda: array("d"))
    passing: list[float] = field(default_factory=list)

    @property
    def crowded(self) -> bool:
        """Tell whether the places lie close together as a rule."""
        return len(self.places) > _CROWD

    def after(self, entry: int, distance: float) -> int:
        """Return the first entry that lies at least ``distance`` to the right of another."""
        return bisect_left(self.across, self.across[entry] + distance, entry + 1)


class TreeLayout:
    """Places for all nodes of a tree, and for the moves that its search never looked at.

    A place is a node or a stub, a move whose node was never entered. Its ``index`` is the number
    of the node; those of stubs come after all nodes. A subtree can be folded away; the other places
    then move together. ``left`` and ``right`` are the edges of all that is shown, ``level`` is the
    row that a place would have if all were shown, and ``rows`` has the rows in which something is.
    """

    def __init__(
        self, nodes: Sequence[SearchNode], widths: Widths | None = None, values_last: bool = True
    ) -> None:
        """Lay out a recording's nodes; a node comes after its parent.

        All leaves lie in the last row with ``values_last``, else each one level below its parent.
        """
        self.nodes = nodes
        self.widths = widths or Widths()
        count = len(nodes)
        self.parent: list[int] = [-1 if node.parent is None else node.parent for node in nodes]
        self._stubs: dict[int, int] = {}  # how many a node has
        self.index: list[int] = [-1] * count  # which move of its parent leads to a place
        self.slots: list[tuple[int, ...]] = [
            self._take_slots(number, node) for number, node in enumerate(nodes)
        ]
        self._below = [1] * count
        for number in range(count - 1, 0, -1):
            self._below[self.parent[number]] += self._below[number]
        self.level = self._find_levels(values_last)
        self.folded: frozenset[int] = frozenset()
        self.gathered: Mapping[int, int] = {}
        self._lay_out()

    def _take_slots(self, number: int, node: SearchNode) -> tuple[int, ...]:
        """Return the places below a node, giving numbers to its stubs."""
        if all(child is None for child in node.children):
            return ()
        slots = []
        for i, child in enumerate(node.children):
            if child is None:
                child = len(self.parent)
                self._stubs[number] = self._stubs.get(number, 0) + 1
                self.parent.append(number)
                self.index.append(i)
            else:
                self.index[child] = i
            slots.append(child)
        return tuple(slots)

    def _find_levels(self, values_last: bool) -> list[int]:
        """Return the row of each place: one for every turn, and for every further move in one."""
        moments = [(0, 0)]
        for number, node in enumerate(self.nodes[1:], 1):
            turn, moved = moments[self.parent[number]]
            moments.append((turn, moved + 1) if node.again else (turn + 1, 0))
        inner = {moment for moment, slots in zip(moments, self.slots, strict=True) if slots}
        named = inner if values_last else set(moments)
        rows = {moment: row for row, moment in enumerate(sorted(named))}
        levels = [
            rows[moment] if slots or not values_last else len(rows)
            for moment, slots in zip(moments, self.slots, strict=True)
        ]
        return levels + [levels[parent] + 1 for parent in self.parent[len(levels) :]]

    # -- packing

    def _lay_out(self) -> None:
        order = self._shown_in_order()
        self._left: dict[int, list[float]] = {}
        self._right: dict[int, list[float]] = {}
        self._shift: dict[int, float] = {ROOT: 0.0}
        for index in filter(self.is_open, reversed(order)):
            self._pack(index)
        self._place(order)
        half = self.half(ROOT)
        self.left = min(self._left.get(ROOT, [-half]))
        self.right = max(self._right.get(ROOT, [half]))
        del self._left, self._right, self._shift
        self._spreads: dict[int, float] | None = None

    def _shown_in_order(self) -> list[int]:
        """Return the shown places, each before those below it, from the left."""
        order, waiting = [], [ROOT]
        count, slots, folded = len(self.nodes), self.slots, self.folded
        while waiting:
            index = waiting.pop()
            order.append(index)
            if index < count and slots[index] and index not in folded:
                waiting += reversed(self.below(index))
        return order

    def _pack(self, index: int) -> None:
        """Move the subtrees below a place together until their outlines touch in some row."""
        left: list[float] = []
        right: list[float] = []
        offsets: list[float] = []
        slots, below = self.below(index), self.level[index] + 1
        for slot in slots:
            begins, ends = self._left.get(slot), self._right.get(slot)
            if begins is None or ends is None:
                half = self.half(slot)
                begins, ends = [-half], [half]
            passed = self.level[slot] - below
            if passed:
                begins = [-_HALF_PASSING] * passed + begins
                ends = [_HALF_PASSING] * passed + ends
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
        middle, half = (offsets[0] + offsets[-1]) / 2, self.half(index)
        for slot, offset in zip(slots, offsets, strict=True):
            self._shift[slot] = offset - middle
        self._left[index] = [-half, *(begin - middle for begin in left)]
        self._right[index] = [half + self.widths.beside, *(end - middle for end in right)]

    def _place(self, order: list[int]) -> None:
        """Fill the rows; what lies farther left comes first."""
        across: dict[int, float] = {-1: 0.0}
        rows: dict[int, LayoutRow] = {}
        parent, level, shift = self.parent, self.level, self._shift
        for index in order:
            above, at = parent[index], level[index]
            across[index] = x = across[above] + shift[index]
            row = rows.get(at)
            if row is None:
                row = rows[at] = LayoutRow(at)
            row.places.append(index)
            row.across.append(x)
            if index and at - level[above] > 1:
                for passed in range(level[above] + 1, at):
                    rows.setdefault(passed, LayoutRow(passed)).passing.append(x)
        del across[-1]
        self._across = across
        self.rows = [rows[at] for at in sorted(rows) if rows[at].places]
        self._line = {row.level: line for line, row in enumerate(self.rows)}

    # -- folding

    def with_folded(
        self,
        folded: Collection[int],
        widths: Widths | None = None,
        gathered: Mapping[int, int] | None = None,
    ) -> TreeLayout:
        """Return a layout of the same tree with other subtrees folded away.

        A place that is ``gathered`` stands for so many moves from it on: they have no room.
        """
        other = copy.copy(self)
        other.gathered = gathered or {}
        other.folded = frozenset(index for index in folded if self.slots[index])
        other.widths = widths or self.widths
        other._lay_out()
        return other

    def below(self, index: int) -> tuple[int, ...]:
        """Return the places below an open one, those of gathered moves left out."""
        slots = self.slots[index]
        if self.gathered:
            for i, slot in enumerate(slots):
                if slot in self.gathered:
                    return slots[: i + 1] + slots[i + self.gathered[slot] :]
        return slots

    def hidden_below(self, number: int) -> int:
        """Return how many nodes a folded node hides."""
        return self._below[number] - 1

    # -- asking

    def half(self, index: int) -> float:
        """Return half the width kept free for a place."""
        if index >= len(self.nodes):
            return max(self.widths.stub, self.widths.cut / 2 / self._stubs[self.parent[index]])
        widths = self.widths
        if index in self.folded:
            return max(widths.folded, (len(f"{self._below[index]:,}") + 1) * widths.figure / 2)
        return widths.inner if self.slots[index] else widths.leaf

    def is_open(self, index: int) -> bool:
        """Tell whether the places below one are shown where it is."""
        return self.has_more(index) and index not in self.folded

    def shows_below(self, index: int) -> bool:
        """Tell whether the places below one are in sight."""
        return self.is_open(index) and self.is_shown(index)

    def has_more(self, index: int) -> bool:
        """Tell whether there are places below one, shown or folded away."""
        return index < len(self.nodes) and bool(self.slots[index])

    def spread(self, index: int) -> float:
        """Return how many times larger a place can be drawn, as can all others, without touching.

        In a crowded row it is 1 for all.
        """
        if self._spreads is None:
            self._spreads = dict(self._find_spreads())
        return self._spreads.get(index, 1.0)

    def _find_spreads(self) -> Iterator[tuple[int, float]]:
        for row in self.rows:
            if row.crowded:
                continue
            halves = list(map(self.half, row.places))
            needed = map(operator.add, halves, halves[1:])
            gaps = map(operator.sub, row.across[1:], row.across)
            times = [math.inf, *map(operator.truediv, gaps, needed), math.inf]
            yield from zip(row.places, map(min, pairwise(times)), strict=True)

    def across(self, index: int) -> float:
        """Return where a place lies; a hidden one where what hides it lies."""
        return self._across[self.shown(index)]

    def line_of(self, index: int) -> int:
        """Return in which of the rows a place lies, or what hides it."""
        return self._line[self.level[self.shown(index)]]

    def shown(self, index: int) -> int:
        """Return a place, or the folded node that hides it."""
        while index not in self._across:
            index = self.parent[index]
        return index

    def is_shown(self, index: int) -> bool:
        """Tell whether no folded node hides a place."""
        return index in self._across

    @property
    def places(self) -> Collection[int]:
        """Return all that is shown, a place before those below it."""
        return self._across.keys()

    def is_stub(self, index: int) -> bool:
        """Tell whether a place stands for a move that was never looked at."""
        return index >= len(self.nodes)

    def move_text(self, number: int, move: int) -> str:
        """Return a move of a node by its index there, as its game writes it."""
        return self.nodes[number].texts[move]

    def line(self, index: int) -> list[int]:
        """Return the places from the root down to one."""
        line = [index]
        while line[-1] and self.parent[line[-1]] >= 0:
            line.append(self.parent[line[-1]])
        return line[::-1]

    def neighbours(self, index: int) -> tuple[int | None, int | None]:
        """Return the places to the left and to the right of one in its row."""
        row = self.rows[self.line_of(index)]
        entry = bisect_left(row.across, self.across(index))
        before = row.places[entry - 1] if entry else None
        return before, row.places[entry + 1] if entry + 1 < len(row.places) else None

    def gaps(self, index: int) -> tuple[float, float]:
        """Return the distances to the neighbours of a place in its row, left and right."""
        at = self.across(index)
        before, after = self.neighbours(index)
        return (
            math.inf if before is None else at - self._across[before],
            math.inf if after is None else self._across[after] - at,
        )

    def passing(self, index: int) -> tuple[float, float]:
        """Return the distances to the edges that pass beside a place, left and right."""
        at, passing = self.across(index), self.rows[self.line_of(index)].passing
        entry = bisect_left(passing, at)
        before = at - passing[entry - 1] if entry else math.inf
        return before, passing[entry] - at if entry < len(passing) else math.inf

    def nearest(self, across: float, line: int) -> int | None:
        """Return the place of a row that lies nearest, None where there is no such row."""
        if not 0 <= line < len(self.rows):
            return None
        row = self.rows[line]
        after = bisect_left(row.across, across)
        near = range(max(0, after - 1), min(len(row.across), after + 1))
        return row.places[min(near, key=lambda entry: abs(row.across[entry] - across))]


def numbered(tree: TreeNode) -> list[SearchNode]:
    """Return the nodes of a written tree for a layout, in the order of ``walk``."""
    nodes: list[SearchNode] = []
    numbers: dict[Path, int] = {}
    for number, (path, node) in enumerate(walk(tree)):
        numbers[path] = number
        parent = numbers[path[:-1]] if path else None
        if parent is not None:
            nodes[parent].children.append(number)
        texts = tuple(child.label for child in node.children)
        moves, move = tuple(range(len(texts))), path[-1] if path else None
        nodes.append(
            SearchNode(parent, move, node.label, node.mover, False, len(path), moves, texts)
        )
    return nodes
