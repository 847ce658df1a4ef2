"""Which subtrees are open: as many as can be read at once, those that matter first.

The way to the node of the moment is never folded. Then come what somebody has opened, the best
line, what was open before, and the rest from the top, where the search was first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from kalahgui.theatre.node_labels import best_line
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import ROOT
from kalahgui.theatre.tree_layout import TreeLayout, Widths

_MOST = 60  # nodes that are thought of for being open
_LEAST_MOVES = 4  # of a node, however little room there is
_TRIES = 10  # of those that come after the first that does not fit


@dataclass(frozen=True)
class Room:
    """How much can be shown: units across, rows down."""

    across: float
    rows: int


@dataclass
class Unfolding:
    """Choose what is open of a ``tree``, in a room that is given anew with every choice.

    ``opened`` and ``closed`` are the nodes that somebody has opened and folded by hand.
    """

    tree: TreeLayout
    widths: Widths
    opened: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    _spare: int = 0  # how many of the last choice went beyond what had to be open

    def fit(self, playback: Playback, room: Room, before: TreeLayout | None = None) -> TreeLayout:
        """Return the layout with as much open as there is room for.

        A layout that is there ``before`` stays where it still shows what must be seen.
        """
        must, slots = self._must(playback), self.tree.slots
        if before is not None and _shows(before, playback.node, must):
            return before
        wish = list(must)
        known, levels = set(wish), {0} | {self.tree.level[slot] for n in must for slot in slots[n]}
        rows = max(room.rows, len(levels))
        for node in self._wanted(playback, before):
            if len(wish) >= _MOST:
                break
            if node in known or node in self.closed or not self._can_open(node, known):
                continue
            deeper = levels | {self.tree.level[slot] for slot in slots[node]}
            if len(deeper) <= rows:
                levels = deeper
                known.add(node)
                wish.append(node)
        choose = self._longest if before is None else self._as_long
        open_ = choose(wish, len(must), room)
        layout = self._made(open_, room) or self._narrow(open_, playback, room)
        kept = before is not None and (before.folded, before.gathered)
        return before if before and kept == (layout.folded, layout.gathered) else layout

    def _must(self, playback: Playback) -> list[int]:
        """Return what has to be open: the way to the node of the moment, and the chosen ones."""
        must: dict[int, None] = dict.fromkeys(playback.path)
        for node in sorted(self.opened):
            must.update(dict.fromkeys(self.tree.line(node)))
        above = set(playback.path[:-1])
        return [n for n in must if self.tree.slots[n] and (n in above or n not in self.closed)]

    def _can_open(self, node: int, known: Collection[int]) -> bool:
        return bool(self.tree.slots[node]) and (not node or self.tree.parent[node] in known)

    def _wanted(self, playback: Playback, before: TreeLayout | None) -> Iterator[int]:
        """Yield nodes that may be open, a node before those below it, those that matter first."""
        yield from best_line(playback)
        tree, count = self.tree, len(self.tree.nodes)
        if before is not None:
            yield from sorted(filter(before.is_open, before.places), key=tree.level.__getitem__)
        row = [ROOT]
        seen = 0
        while row and seen < _MOST:
            row.sort(key=lambda node: playback.entered(node) is None)
            yield from row
            seen += len(row)
            row = [slot for node in row for slot in tree.slots[node] if slot < count][: 2 * _MOST]
            row = [node for node in row if tree.slots[node]]

    def _made(self, open_: list[int], room: Room) -> TreeLayout | None:
        """Return the layout with some nodes open, None where it is too wide."""
        layout = self.tree.with_folded(_folded(self.tree, open_), self.widths)
        return layout if layout.right - layout.left <= room.across else None

    def _narrow(self, open_: list[int], playback: Playback, room: Room) -> TreeLayout:
        """Return a layout with little beside nodes, and as many moves gathered as needed.

        What the way of the moment and the best line lead through stands by itself.
        """
        folded, widths = _folded(self.tree, open_), replace(self.widths, beside=0.0, cut=0.0)
        layout = self.tree.with_folded(folded, widths)
        lines = {*playback.path, *best_line(playback), *open_, *self.opened}
        most = max((len(self.tree.slots[node]) for node in open_), default=0)
        while layout.right - layout.left > room.across and most > _LEAST_MOVES:
            most -= 1
            gathered = dict(_gathered(self.tree.slots[node], lines, most) for node in open_)
            gathered.pop(-1, None)
            layout = self.tree.with_folded(folded, widths, gathered)
        return layout

    def _longest(self, wish: list[int], least: int, room: Room) -> list[int]:
        """Return the longest beginning of a list for which there is room, and what fits besides."""
        low, high = least, len(wish)
        while low < high:
            middle = (low + high + 1) // 2
            if self._made(wish[:middle], room) is not None:
                low = middle
            else:
                high = middle - 1
        self._spare = low - least
        open_ = wish[:low]
        for node in wish[low + 1 : low + _TRIES]:
            if self._can_open(node, open_) and self._made([*open_, node], room) is not None:
                open_.append(node)
        return open_

    def _as_long(self, wish: list[int], least: int, room: Room) -> list[int]:
        """Return a beginning as long as the last one, or half of that: it is found at once."""
        while self._spare and self._made(wish[: least + self._spare], room) is None:
            self._spare //= 2
        return wish[: least + self._spare]


def _shows(layout: TreeLayout, node: int, must: list[int]) -> bool:
    """Tell whether a layout shows a node, and what must be open; at the root all is new."""
    seen = layout.is_shown(node) and node not in layout.gathered
    return node != ROOT and seen and all(map(layout.shows_below, must))


def _gathered(slots: tuple[int, ...], lines: Collection[int], most: int) -> tuple[int, int]:
    """Return the place that stands for others, and how many they are; -1 where all have room.

    They lie beside each other, between two places of lines that have the most between them.
    """
    runs, begin = [], 0
    for at, slot in enumerate((*slots, *lines)):
        if slot in lines:
            runs.append((min(at, len(slots)) - begin, begin))
            begin = at + 1
        if at >= len(slots):
            break
    length, begin = max(runs)
    count = min(length, len(slots) - most + 1)
    return (slots[begin + length - count], count) if most < len(slots) and count > 1 else (-1, 0)


def _folded(tree: TreeLayout, open_: list[int]) -> list[int]:
    """Return what is folded where some nodes are open, each with its parent."""
    known, count = set(open_), len(tree.nodes)
    if not open_:
        return [ROOT]
    return [
        index
        for node in open_
        for index in tree.slots[node]
        if index < count and index not in known and tree.slots[index]
    ]
