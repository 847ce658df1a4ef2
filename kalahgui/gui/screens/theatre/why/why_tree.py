"""The tree of the page Why: one line of a finished search in full, all else folded to counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_drawing import SurfacePen, tree_inks
from kalahgui.gui.screens.theatre.watching import Watched
from kalahgui.gui.searching.tree_parts import node_words
from kalahgui.gui.services.naming import number
from kalahgui.theatre.considered_moves import seen_at_end
from kalahgui.theatre.folded_tree import Folder
from kalahgui.theatre.node_labels import NodeLabel, NodeState, signed
from kalahgui.theatre.playback import Bound
from kalahgui.theatre.recording import ROOT
from kalahgui.theatre.tree_frame import TreeFrame
from kalahgui.theatre.tree_layout import TreeLayout
from kalahgui.theatre.tree_painter import MoveName, TreePainter, level_names
from kalahgui.words import say

# Lengths in letters: what a leaf's width and a level have at least, so that all can be read.
_PITCH_LEAST, _STEP_LEAST = 2.3, 6.2
# Pixels in a layout of 1280 x 800, at most.
_PITCH_MOST, _STEP_MOST, _INNER, _LEAF = 86, 132, 58, 48
_INNER_OF_STEP, _LEAF_OF_STEP = 0.5, 0.44
_MOST_MOVES = 9
_THICK = 1.4  # times the usual width of lines
_BELOW = 1.8  # letters below the last level


class WhyTree:
    """The tree, with the names of its levels at the left; a press on a node chooses it."""

    def __init__(
        self,
        screen: Screen,
        watched: Watched,
        line: Sequence[int],
        chosen: int | None,
        names: tuple[str, str],
        move_name: MoveName,
        choose: Callable[[int], object],
    ) -> None:
        """``names`` are those of the root's player and of the other one.

        Besides the ``line`` the way to the node that is ``chosen`` is open, and the node itself.
        """
        self._screen = screen
        self._playback = watched.playback
        self._line = list(line)
        self._chosen, self._choose = chosen, choose
        self._names = names
        self._move_name = move_name
        self._palette, self._scale = screen.palette, screen.scale
        self._letter = screen.scale.small
        self._folder = Folder(watched.playback, watched.layout.hidden_below)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._picture: pygame.Surface | None = None

    def element(self) -> Element:
        """Return the tree as an element of a screen."""
        return Painted(self._draw, placed=self._place, hears=self._hear, nodes=self._told, grow=1)

    def _hear(self, event: pygame.Event) -> bool:
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        node = self.node_at(event.pos) if pressed else None
        if node is not None:
            self._choose(node)
        return node is not None

    # -- what is shown

    def _place(self, rect: pygame.Rect) -> None:
        if rect == self.rect:
            return
        self.rect, self._picture = rect.copy(), None
        path = [] if self._chosen is None else self._playback.recording.path(self._chosen)
        opened = {*self._line, *path}
        column = max(theme.font(self._letter).size(words)[0] for words in self._all_names())
        inside = self.rect.copy()
        inside.width -= column + self._letter
        inside.right = self.rect.right
        height = inside.height - (self._inner + self._leaf) / 2 - _BELOW * self._letter
        levels = max(2, math.floor(height / (_STEP_LEAST * self._letter)))
        moves = max(len(self._playback.recording.nodes[node].moves) for node in opened)
        # With one move less all are shown, too: it takes no more room than what gathers it.
        for most in range(max(1, min(_MOST_MOVES, moves - 1)), 0, -1):
            self._tree = self._folder.fold(opened, levels, most)
            self._layout = layout = TreeLayout(self._tree.nodes, values_last=False)
            pitch = inside.width / (layout.right - layout.left)
            if pitch >= max(_PITCH_LEAST * self._letter, self._widest_count()):
                break
        self._fit(inside, layout)
        self._labels = [
            *(self._label(number) for number in range(len(self._tree.nodes))),
            *[NodeLabel(NodeState.CUT_AWAY)] * (len(layout.parent) - len(self._tree.nodes)),
        ]
        self._painter = TreePainter(
            self._labels.__getitem__,
            self._frame,
            tree_inks(self._palette),
            self._letter,
            self._text,
            complete=True,
        )

    @property
    def _inner(self) -> int:
        return self._scale.px(_INNER)

    @property
    def _leaf(self) -> int:
        return self._scale.px(_LEAF)

    def _fit(self, inside: pygame.Rect, layout: TreeLayout) -> None:
        width = layout.right - layout.left
        pitch = min(inside.width / width, self._scale.px(_PITCH_MOST))
        levels = max(1, len(layout.rows) - 1)
        below = _BELOW * self._letter
        room = inside.height - (self._inner + self._leaf) / 2 - below
        step = min(room / levels, self._scale.px(_STEP_MOST))
        inner = min(self._inner, step * _INNER_OF_STEP)
        leaf = min(self._leaf, step * _LEAF_OF_STEP)
        free = inside.height - levels * step - (inner + leaf) / 2 - below
        left = inside.x + (inside.width - width * pitch) / 2 - layout.left * pitch
        self._frame = TreeFrame(layout, _THICK * self._scale.layout)
        self._frame.set((left, inside.y + inner / 2 + max(0.0, free) / 2), pitch, step, inner, leaf)

    def _label(self, index: int) -> NodeLabel:
        tree = self._tree
        origin, hidden = tree.origins[index], tree.hidden[index]
        name = self._folded_words(index, hidden) if hidden else ""
        if origin is None:
            return NodeLabel(NodeState.DONE, "\u2026", name=name)
        seen = seen_at_end(self._playback, origin)
        value = "" if seen.value is None else seen.bound.value + signed(seen.value)
        cut = seen.bound is not Bound.EXACT and origin not in self._line
        return NodeLabel(NodeState.CUT if cut else NodeState.DONE, value, name=name)

    def _folded_words(self, index: int, hidden: int) -> str:
        words = say("why_folded", count=hidden)
        gaps = [gap for gap in self._frame.gaps(index) if gap < math.inf]
        room = min(gaps, default=self.rect.width)
        fits = theme.font(self._letter, True).size(words)[0] + self._letter / 2 <= room
        return words if fits else _count(hidden)

    def _widest_count(self) -> int:
        return theme.font(self._letter, True).size(_count(max(self._tree.hidden)))[0] + 4

    def _text(self, node: int, index: int) -> str:
        tree, nodes = self._tree, self._playback.recording.nodes
        origin, at = tree.origins[node], tree.nodes[node]
        assert origin is not None, "what is gathered has no moves"
        if at.moves[index] < 0:
            return at.texts[index]
        return self._move_name(origin, nodes[origin].moves.index(at.moves[index]))

    # -- the levels

    def _all_names(self) -> list[str]:
        return [*self._names, say("stage_again"), say("stage_values")]

    def _level_names(self) -> list[str]:
        """Name the rows by who moves there; of what is folded the last one has values alone."""
        again, layout = say("stage_again"), self._layout
        names = level_names(layout, *self._names, say("stage_values"), again)
        for index, hidden in enumerate(self._tree.hidden):
            node, level = self._tree.nodes[index], layout.level[index]
            if hidden and self._tree.origins[index] is not None and level < len(names) - 1:
                names[level] = again if node.again else self._names[node.mover]
        return names

    # -- where things are

    def node_at(self, point: tuple[int, int]) -> int | None:
        """Return the recording's node under a point."""
        for index, origin in enumerate(self._tree.origins):
            reach = self._frame.half(index) * 1.2
            if origin is not None and math.dist(self._frame.at(index), point) <= reach:
                return origin
        return None

    def _told(self) -> list[AccessibleNode]:
        return [
            AccessibleNode(
                Role.TREE, say("access_tree"), self.rect, "tree", (self._part(ROOT, ""),)
            )
        ]

    def _part(self, node: int, move: str) -> AccessibleNode:
        below, at, origin = [], self._tree.nodes[node], self._tree.origins[node]
        for index, child in enumerate(at.children):
            words = self._text(node, index)
            if child is not None:
                below.append(self._part(child, words))
            elif words:
                name = node_words(words, "", NodeLabel(NodeState.CUT_AWAY))
                below.append(AccessibleNode(Role.NODE, name, self.rect, (node, index)))
        inner = at.moves or self._tree.hidden[node]
        mover = say("board_tree_mover", name=self._names[at.mover]) if inner else ""
        words = node_words(move or say("watch_root"), mover, self._labels[node])
        act = None if origin is None else partial(self._choose, origin)
        box = pygame.Rect((0, 0), (2 * self._frame.half(node),) * 2)
        box.center = round(self._frame.at(node)[0]), round(self._frame.at(node)[1])
        lit = origin is not None and origin == (self._chosen or ROOT)
        focused = lit and self._screen.free
        return AccessibleNode(
            Role.NODE, words, box, node, below, on=lit, focused=focused, act=act, take=act
        )

    # -- drawing

    def _draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self._picture is None:
            self._paint(surface)
            self._picture = surface.subsurface(rect).copy()
        else:
            surface.blit(self._picture, rect)

    def _paint(self, surface: pygame.Surface) -> None:
        pen = SurfacePen(surface, self._palette.card)
        places = range(len(self._labels))
        origins = self._tree.origins
        lit = [index for index in places[: len(origins)] if origins[index] in self._line]
        self._painter.paint(pen, places, places, lit, lit)
        self._painter.name_levels(
            pen, self._level_names(), self.rect.x, self.rect.y, self.rect.bottom
        )
        if self._chosen in origins and self._chosen != ROOT:
            index = origins.index(self._chosen)
            width = max(2, self._scale.px(2))
            side = round(2 * self._frame.half(index)) + 2 * (self._scale.px(3) + width)
            square = self._tree.nodes[index].mover == 0
            pen.ring(self._frame.at(index), side, square, self._palette.accent, width)


def _count(hidden: int) -> str:
    return f"({number(hidden)})"
