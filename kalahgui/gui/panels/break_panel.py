"""Break it: a tree whose leaves or order are changed until its search does what is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame

from kalahgui.gui.paint.paragraph import Inked, line_height, wrap, write_lines
from kalahgui.gui.panels.order_chips import OrderChips
from kalahgui.gui.panels.question_card import KEYS
from kalahgui.gui.panels.search_panel import Offer, button_height, cells, tree_picture, two_cards
from kalahgui.gui.panels.tree_parts import picture_part
from kalahgui.gui.services.keymap import Command, Commands, press
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import Screen
from kalahgui.learning.breaking import ORDERED, Breaking
from kalahgui.learning.misconceptions import number_of
from kalahgui.learning.search_task import SearchTask
from kalahgui.theatre.explanation import leaves_of
from kalahgui.theatre.game_tree import Path, walk
from kalahgui.theatre.node_labels import NodeLabel

_STEPS = (-5, -1, 1, 5)


class BreakPanel(Inked):
    """A task to break a search: the tree as the search has gone through it, and the means.

    It is laid out, handed events and drawn as a ``SearchPanel`` is, and ``done`` as soon as the
    search says that the target is met.
    """

    mistakes = 0

    def __init__(self, screen: Screen, breaking: Breaking, offers: Sequence[Offer] = ()) -> None:
        self.screen = screen
        self.breaking = breaking
        self.offers = offers
        self.shown = False  # and not done by the learner
        self._number = -1
        self.cards: list[pygame.Rect] = []
        self.chips: OrderChips | None = None

    @property
    def done(self) -> bool:
        """Tell whether the target is met."""
        return self.breaking.met

    @property
    def _met_words(self) -> str:
        return "learn_shown" if self.shown else "you_search_break_met"

    # -- layout

    def lay_out(self, rect: pygame.Rect) -> None:
        """Find the places of all things, and add the buttons to the screen's."""
        self.palette, self.scale = self.screen.palette, self.screen.scale
        self.cards, (inside, self._inside) = two_cards(rect, self.scale)
        tree = self.breaking.tree
        tree = replace(tree, children=tuple(tree.children[each] for each in self.breaking.order))
        self.tree = tree_picture(self.screen, tree, inside)
        self._lay_out_words()
        self._lay_out_means()
        self._lay_out_foot()

    def _lay_out_words(self) -> None:
        scale, task, room = self.scale, self.breaking, self._inside
        ordered = task.target in ORDERED
        seen, all_leaves = task.recording.evaluations, len(leaves_of(task.tree))
        name = say(f"watch_{task.recording.plan.algorithm}")
        cuts = task.recording.cuts
        told = say("you_search_break_seen", name=name, n=seen, all=all_leaves, cuts=cuts)
        parts = (
            (say(f"you_search_break_{task.target}", n=task.most), True),
            (say("you_search_break_order" if ordered else "you_search_break_leaves"), False),
            (told, False),
            (say(self._met_words if task.met else "you_search_break_open"), True),
        )
        self._parts, y = [], room.y
        for words, bold in parts:
            lines = wrap(words, scale.body, room.width, bold)
            self._parts.append((lines, y, bold))
            y += len(lines) * line_height(scale.body) + scale.px(10)
        self._means_y = y + scale.px(4)

    def _lay_out_means(self) -> None:
        px, task, room = self.scale.px, self.breaking, self._inside
        if task.target in ORDERED:
            names = {move: child.label for move, child in enumerate(task.tree.children)}
            if self.chips is None or self._number != task.number or not self.chips.held:
                self.chips = OrderChips(self.screen, names, self._arrange)
                high = self.chips.height(room.width)
                self.chips.place(pygame.Rect(room.x, self._means_y, room.width, high))
                self.chips.show(task.order, {})
                self._number = task.number
            return
        self.chips = None
        row = pygame.Rect(room.x, self._means_y, room.width, button_height(self.scale))
        for rect, step in zip(cells(row, len(_STEPS), px(6)), _STEPS, strict=True):
            words = f"{'+' if step > 0 else ''}{number_of(step)}"
            act = partial(self._change, step)
            control = self.screen.controls.button(rect, words, act, style="soft")
            control.name = say("access_change", n=words)

    def _lay_out_foot(self) -> None:
        px, room = self.scale.px, self._inside
        high = button_height(self.scale)
        offers = [("you_search_break_back", self.begin_again), *self.offers]
        foot = pygame.Rect(room.x, room.bottom - high, room.width, high)
        for rect, (name, act) in zip(cells(foot, len(offers), px(8)), offers, strict=True):
            words = say(name)
            style = "go" if self.done and rect.x > foot.x else "soft"
            self.screen.controls.button(rect, words, act, style=style, tip=words)

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
            chips = self.chips
            chips.step(-by, True)
            if self.chips is not chips:  # it was laid out anew with the new order
                self.chips.focus = chips.focus
        else:
            self._change(by)

    @property
    def commands(self) -> Commands:
        """Return what can be done now by keys."""
        return {
            "left": partial(self._step, -1),
            "right": partial(self._step, 1),
            "up": partial(self._raise, 1),
            "down": partial(self._raise, -1),
        }

    def handle(self, event: pygame.Event) -> bool:
        """Take an event that no button has used; return True when it was used."""
        if self.chips is not None:
            if self.chips.handle(event):
                if not self.chips.held:
                    self.screen.refresh()
                return True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            path = self.tree.path_at(event.pos)
            if path in leaves_of(self.breaking.tree) and path is not None:
                self.choose(path)
                return True
        return event.type == pygame.KEYDOWN and press((KEYS,), self.commands, event)

    @property
    def views(self) -> list[Part]:
        """Return the tree, whose leaves are chosen, and the order of the moves."""
        chips, free = self.chips, self.screen.free
        tree = picture_part(
            self.tree,
            self._labels(),
            say("access_tree"),
            here=self.breaking.leaf if chips is None else None,
            choose=self._take if chips is None else None,
            focused=free and chips is None,
        )
        if chips is None:
            return [tree]
        return [tree, chips.part(say("you_search_break_order"), focused=free)]

    def _take(self, path: Path) -> None:
        if path in leaves_of(self.breaking.tree):
            self.choose(path)

    def _labels(self) -> dict[Path, NodeLabel]:
        task = self.breaking
        labels, nodes = SearchTask(task.recording, ()).labels(), dict(walk(task.tree))
        for leaf in leaves_of(task.tree):
            labels[leaf] = replace(labels[leaf], value=number_of(nodes[leaf].value))
        # The tree has the order of the moves.
        at = {move: place for place, move in enumerate(task.order)}
        return {(*(at[move] for move in path[:1]), *path[1:]): labels[path] for path in labels}

    # -- time and drawing

    moving = False

    def update(self, dt: float) -> None:
        """Let time pass: nothing moves here by itself."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all but the cards and the buttons."""
        task, palette = self.breaking, self.palette
        self.tree.draw(surface, self._labels())
        if self.chips is None:
            self.tree.ring(surface, task.leaf, palette.accent)
        else:
            self.chips.draw(surface)
        for place, (lines, y, bold) in enumerate(self._parts):
            last = place == len(self._parts) - 1
            ink = palette.best if last and task.met else palette.quiet if last else palette.ink
            write_lines(surface, lines, (self._inside.x, y), self.scale.body, ink, bold)
