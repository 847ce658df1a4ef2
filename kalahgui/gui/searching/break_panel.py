"""Break it: a tree whose leaves or order are changed until its search does what is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.searching.order_chips import OrderChips
from kalahgui.gui.searching.search_panel import OUTER, Offer, Ring, TreePanel, foot_buttons
from kalahgui.gui.services.keymap import Command, Commands
from kalahgui.gui.services.naming import algorithm_words
from kalahgui.learning.breaking import ORDERED, Breaking
from kalahgui.learning.misconceptions import number_of
from kalahgui.learning.search_task import SearchTask
from kalahgui.theatre.game_tree import Path, TreeNode, leaves_of, walk
from kalahgui.theatre.node_labels import NodeLabel
from kalahgui.words import say

_STEPS = (-5, -1, 1, 5)


class BreakPanel(TreePanel):
    """A task to break a search: the tree as the search has gone through it, and the means.

    It is ``done`` as soon as the search says that the target is met.
    """

    def __init__(self, screen: Screen, breaking: Breaking, offers: Sequence[Offer] = ()) -> None:
        super().__init__(screen)
        self.breaking = breaking
        self.offers = offers
        self.shown = False  # and not done by the learner
        self._number = -1
        self.chips: OrderChips | None = None

    @property
    def done(self) -> bool:
        """Tell whether the target is met."""
        return self.breaking.met

    @property
    def _met_words(self) -> str:
        return "learn_shown" if self.shown else "you_search_break_met"

    # -- what is seen

    def content(self) -> Element:
        """Return both cards: the tree, and the task with the means to do it."""
        task = self.breaking
        offers = [("you_search_break_back", self.begin_again), *self.offers]
        go = offers[1][1] if self.done and self.offers else None
        ordered = task.target in ORDERED
        seen_words = say(
            "you_search_break_seen",
            name=algorithm_words(task.recording.plan.algorithm, begins=True),
            n=task.recording.evaluations,
            all=len(leaves_of(task.tree)),
            cuts=task.recording.cuts,
        )
        met = say(self._met_words if task.met else "you_search_break_open")
        words = Column(
            Text(say(f"you_search_break_{task.target}", n=task.most), bold=True),
            Text(say("you_search_break_order" if ordered else "you_search_break_leaves")),
            Text(seen_words),
            Text(met, colour="best" if task.met else "quiet", bold=True),
            gap=10,
        )
        means = self._order() if ordered else self._changes()
        return self.two_cards((), Column(words, means, foot_buttons(offers, go), gap=14))

    @property
    def pictured(self) -> TreeNode:
        tree, order = self.breaking.tree, self.breaking.order
        return replace(tree, children=tuple(tree.children[index] for index in order))

    def _changes(self) -> Element:
        self.chips = None
        numbers = {step: f"{'+' if step > 0 else ''}{number_of(step)}" for step in _STEPS}
        look: dict[str, Any] = {"style": "soft", "height": 42, "grow": 1}
        buttons = (
            Button(n, partial(self._change, step), spoken=say("access_change", n=n), **look)
            for step, n in numbers.items()
        )
        return Column(Row(*buttons, gap=6), grow=1)

    def _order(self) -> Element:
        task = self.breaking
        if self.chips is None or self._number != task.number:
            names = {move: child.label for move, child in enumerate(task.tree.children)}
            self.chips = OrderChips(self.screen, names, self._arrange)
            self._number = task.number
        self.chips.show(task.order, {})
        return Column(self.chips.element(say("you_search_break_order")), grow=1)

    # -- what the learner does

    def _change(self, by: int) -> None:
        self._after(partial(self.breaking.change, by))

    def _arrange(self, order: tuple[int, ...]) -> None:
        self._after(partial(self.breaking.arrange, order))

    def begin_again(self) -> None:
        """Take all changes back."""
        self.shown = False
        self._after(self.breaking.begin_again)

    def _after(self, change: Command) -> None:
        met = self.done
        change()
        if self.done and not met:
            self.screen.services.voice.tell(say(self._met_words))
        self.screen.refresh()

    def choose(self, leaf: Path) -> None:
        """Choose the leaf that is changed."""
        self.breaking.leaf = leaf
        self.screen.app.wake()

    def _step(self, step: int) -> None:
        if self.chips is not None:
            self.chips.step(step, False)
            self.screen.app.wake()
            return
        leaves = leaves_of(self.breaking.tree)
        self.choose(leaves[(leaves.index(self.breaking.leaf) + step) % len(leaves)])

    def _raise(self, by: int) -> None:
        if self.chips is not None:
            self.chips.step(-by, True)
            self.screen.app.wake()
        else:
            self._change(by)

    @property
    def commands(self) -> Commands:
        return {
            "left": partial(self._step, -1),
            "right": partial(self._step, 1),
            "up": partial(self._raise, 1),
            "down": partial(self._raise, -1),
        }

    def _press(self, path: Path) -> bool:
        if self.chips is not None or path not in leaves_of(self.breaking.tree):
            return False
        self.choose(path)
        return True

    def _how(self) -> dict[str, Any]:
        """Return how the tree is told, whose leaves are chosen."""
        if self.chips is not None:
            return {}
        return {
            "here": self.breaking.leaf,
            "choose": self._press,
            "focused": self.screen.free,
        }

    def _labels(self) -> dict[Path, NodeLabel]:
        task = self.breaking
        labels, nodes = SearchTask(task.recording, ()).labels(), dict(walk(task.tree))
        for leaf in leaves_of(task.tree):
            labels[leaf] = replace(labels[leaf], value=number_of(nodes[leaf].value))
        # The tree has the order of the moves.
        at = {move: index for index, move in enumerate(task.order)}
        return {(*(at[move] for move in path[:1]), *path[1:]): labels[path] for path in labels}

    def _rings(self) -> Iterator[Ring]:
        if self.chips is None:
            yield self.breaking.leaf, self.screen.palette.accent, OUTER
