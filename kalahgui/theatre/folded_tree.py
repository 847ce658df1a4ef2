"""A recorded tree of which only some nodes are open: all else is folded to a count."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cache, partial

from kalahgui.theatre.considered_moves import seen_at_end
from kalahgui.theatre.playback import Playback
from kalahgui.theatre.recording import ROOT, SearchNode


@dataclass
class FoldedTree:
    """The nodes that are left, numbered anew from the root.

    ``origins`` are their numbers in the recording; None stands for several moves gathered in one.
    ``hidden`` counts the positions that are folded away at each.
    """

    nodes: list[SearchNode] = field(default_factory=list)
    origins: list[int | None] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)


class Folder:
    """Folds the tree of a finished search."""

    def __init__(self, playback: Playback, hidden_below: Callable[[int], int]) -> None:
        """``hidden_below`` counts the nodes below one, as a layout of the recording does."""
        self._nodes = playback.recording.nodes
        self._seen = cache(partial(seen_at_end, playback))
        self._hidden_below = hidden_below

    def fold(self, opened: Collection[int], levels: int, most: int) -> FoldedTree:
        """Return the tree with some nodes opened, so many levels below the root at most.

        Of the moves at a node the ``most`` that matter are shown; the others are gathered.
        """
        tree = FoldedTree()
        self._add(tree, ROOT, None, set(opened), levels, most)
        return tree

    def _add(
        self,
        tree: FoldedTree,
        number: int,
        parent: int | None,
        opened: set[int],
        levels: int,
        most: int,
    ) -> int:
        at = self._nodes[number]
        new = len(tree.nodes)
        node = SearchNode(parent, at.move, at.text, at.mover, at.again, at.turns)
        tree.nodes.append(node)
        tree.origins.append(number)
        if number not in opened or not levels or not at.moves:
            tree.hidden.append(self._hidden_below(number))
            return new
        tree.hidden.append(0)
        shown = self._shown(at, opened, most)
        rest = [index for index in range(len(at.moves)) if index not in shown]
        node.moves = tuple(at.moves[index] for index in shown)
        node.texts = tuple(at.texts[index] for index in shown)
        for index in shown:
            child = at.children[index]
            if child is not None:
                child = self._add(tree, child, new, opened, levels - 1, most)
            node.children.append(child)
        if rest:
            self._gather(tree, new, [at.children[index] for index in rest])
        return new

    def _shown(self, at: SearchNode, opened: set[int], most: int) -> list[int]:
        """Return the indices of the moves that matter most at a node, in the search's order."""

        def rank(index: int) -> tuple[bool, bool, int, bool]:
            child = at.children[index]
            if child is None:
                return True, True, 0, True
            seen = self._seen(child)
            value = seen.value or 0
            return child not in opened, False, value if at.mover else -value, bool(seen.bound.value)

        places = sorted(range(len(at.moves)), key=rank)
        # A single move takes no more room than what it would be gathered in.
        return sorted(places if len(places) <= most + 1 else places[:most])

    def _gather(self, tree: FoldedTree, parent: int, rest: list[int | None]) -> None:
        """Add one node for several moves, or a stub where none of them was looked at."""
        node, positions = (
            tree.nodes[parent],
            sum(1 + self._hidden_below(child) for child in rest if child),
        )
        node.moves, node.texts = (*node.moves, -1), (*node.texts, "")
        if not positions:
            node.children.append(None)
            return
        node.children.append(len(tree.nodes))
        tree.nodes.append(SearchNode(parent, -1, "", 1 - node.mover, False, node.turns + 1))
        tree.origins.append(None)
        tree.hidden.append(positions)
