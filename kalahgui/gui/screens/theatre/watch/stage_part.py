"""A recorded search's tree for those who do not see it: as much as is unfolded on its stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.screens.theatre.step_words import Wording, cut_words
from kalahgui.gui.screens.theatre.watch.stage import Stage
from kalahgui.gui.searching.tree_parts import MOST, node_words, value_words
from kalahgui.theatre.node_labels import NodeLabel, NodeState
from kalahgui.theatre.recording import ROOT
from kalahgui.words import listed, say


class StageWords:
    """Says what stands at the nodes of a stage; what has not changed is not found out again."""

    def __init__(self, stage: Stage, wording: Wording, go: Callable[[int], object]) -> None:
        """``go`` looks at a node."""
        self.stage = stage
        self._wording = wording
        self._go = go
        self._said: dict[int, tuple[NodeLabel, str]] = {}
        self._left = 0
        self._here: int | None = None

    def part(self, *, focused: bool, plays: bool) -> AccessibleNode:
        """Return the tree; the node looked at has the focus, if the tree has.

        While the search ``plays`` no node is told as that, or nothing else could be heard.
        """
        self._left = MOST
        self._here = None if plays else self.stage.here
        root, rect = self._part(ROOT, focused), self.stage.rect
        focused = focused and plays
        return AccessibleNode(
            Role.TREE, say("access_tree"), rect, "stage", (root,), focused=focused
        )

    def _part(self, index: int, focused: bool) -> AccessibleNode:
        stage, layout = self.stage, self.stage.layout
        self._left -= 1
        below: list[AccessibleNode] = []
        if layout.is_open(index):
            for child in layout.below(index):
                if self._left <= 0:
                    break
                if stage.label(child).state is not NodeState.HIDDEN:
                    below.append(self._part(child, focused))
        looked_at = stage.label(index).visited
        act = partial(self._go, index) if looked_at else None
        return AccessibleNode(
            Role.NODE,
            self._words(index),
            stage.box_of(index),
            index,
            tuple(below),
            on=index == self._here if looked_at else None,
            focused=focused and index == self._here,
            act=act,
            take=act,
        )

    def _words(self, index: int) -> str:
        layout, label = self.stage.layout, self.stage.label(index)
        known = self._said.get(index)
        if known is None or known[0] != label:
            known = self._said[index] = (label, self._find(index, label))
        words = known[1]
        if index in layout.folded:
            folded = say("access_folded", count=layout.hidden_below(index))
            words = listed(words, folded)
        return words

    def _find(self, index: int, label: NodeLabel) -> str:
        layout, wording = self.stage.layout, self._wording
        if index == ROOT:
            name = say(f"watch_root_{wording.who(0)}")
        elif index in layout.gathered:
            name = say("n_moves", count=layout.gathered[index])
        else:
            name = wording.name(layout.parent[index], layout.index[index])
        if not label.visited:
            return node_words(name, "", label)
        node = layout.nodes[index]
        who = wording.who(node.mover)
        chooser = "computer" if who == "they" and wording.other == "computer" else who
        choice = say(f"access_{chooser}_choose") if node.moves else say("watch_leaf")
        eyes = wording.who(wording.eyes(node.mover))
        value = (
            wording.say(f"watch_for_{eyes}", value=value_words(label.value)) if label.value else ""
        )
        seen = self.stage.playback.seen(index)
        because = "" if seen.cut is None else cut_words(self.stage.playback, seen.cut, wording)
        if not node.moves:
            label = replace(label, window="")
        return node_words(name, choice, label, because, value)
