"""A position and what can follow it, as little boards: two plies, each reply below its move."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.tree_pen import SurfacePen
from kalahgui.theatre.game_tree import TreeNode
from kalahgui.theatre.node_labels import signed
from kalahgui.theatre.recording import ROOT
from kalahgui.theatre.tree_frame import TreeFrame
from kalahgui.theatre.tree_layout import HALF_LEAF, TreeLayout, numbered

# Draws the board of a position, given by the moves that lead to it, in a rectangle.
DrawBoard = Callable[[pygame.Surface, pygame.Rect, tuple[str, ...]], None]

_ACROSS = 2  # replies beside each other below a move
_FRAME = 0.055  # of a board's side
# In the side of a reply: the other boards, and what is free between two, below the root and a move.
_ROOT, _MOVE, _GAP, _BELOW_ROOT, _BELOW_MOVE = 1.7, 1.5, 0.16, 0.45, 0.3
_LABEL = 1.5  # the height for a move's name, in the size of its letters


class BoardTree:
    """Lay out and paint the first two plies of a tree, a little board for every position."""

    def __init__(
        self,
        root: TreeNode,
        rect: pygame.Rect,
        palette: theme.Palette,
        letter: int,
        draw_board: DrawBoard,
    ) -> None:
        self.root = root
        self.palette = palette
        self.letter = letter
        self._draw_board = draw_board
        moves = [TreeNode(child.label, child.value, child.mover) for child in root.children]
        layout = TreeLayout(
            numbered(TreeNode(root.label, root.value, root.mover, tuple(moves))), HALF_LEAF
        )
        replies = max((len(child.children) for child in root.children), default=1)
        down = -(-replies // _ACROSS) * (1 + _GAP)
        column, label = rect.width / max(1, len(moves)), letter * _LABEL
        tall = _ROOT + _BELOW_ROOT + _MOVE + _BELOW_MOVE + down
        across = _ACROSS * (1 + _GAP) + _GAP
        self.side = max(12, int(min(column / across, (rect.height - label) / tall)))
        step = self.side * (_ROOT / 2 + _BELOW_ROOT + _MOVE / 2) + label
        self._frame = TreeFrame(layout)
        top = rect.y + self.side * _ROOT / 2
        inner, leaf = self.side * _ROOT, self.side * _MOVE
        self._frame.set((rect.centerx, top), column, step, inner, leaf)

    def draw(self, surface: pygame.Surface, names: Callable[[str], str] = str) -> None:
        """Paint the tree; ``names`` says how a move is written."""
        pen, letter = SurfacePen(surface, self.palette.card), self.letter
        for number, child in enumerate(self.root.children, 1):
            start, (x, top) = self._frame.ends(number)
            name_top = top - letter * _LABEL
            pen.line(start, (x, name_top), self._colour(child))
            words = f"{names(child.label)}  {_value_words(child)}"
            at = (x, (top + name_top) / 2)
            pen.write(words, at, letter, self._colour(child), True)
            self._draw_replies(surface, number, child)
        box = self._box(ROOT, _ROOT)
        self._board(surface, box, self.root, ())
        at = (box.right + letter, box.centery)
        value, ink = _value_words(self.root), self._colour(self.root)
        pen.write(value, at, round(letter * 1.5), ink, True, 1)

    def _draw_replies(self, surface: pygame.Surface, number: int, child: TreeNode) -> None:
        """Draw the board after a move, and those after the replies to it below."""
        box, side = self._box(number, _MOVE), self.side
        self._board(surface, box, child, (child.label,))
        step = side * (1 + _GAP)
        left = box.centerx - (_ACROSS * step - side * _GAP) / 2
        top = box.bottom + side * _BELOW_MOVE
        for place, reply in enumerate(child.children):
            x, y = left + place % _ACROSS * step, top + place // _ACROSS * step
            rect = pygame.Rect(round(x), round(y), side, side)
            self._board(surface, rect, reply, (child.label, reply.label))

    def _box(self, place: int, share: float) -> pygame.Rect:
        x, y = self._frame.at(place)
        box = pygame.Rect(0, 0, round(self.side * share), round(self.side * share))
        box.center = round(x), round(y)
        return box

    def _board(
        self, surface: pygame.Surface, rect: pygame.Rect, node: TreeNode, moves: tuple[str, ...]
    ) -> None:
        radius, width = max(3, rect.width // 10), max(2, round(rect.width * _FRAME))
        colour = self._colour(node)
        ground = self.palette.card.lerp(colour, 0.13)
        surface.blit(theme.rounded(rect.size, radius, ground), rect)
        surface.blit(theme.outline(rect.size, radius, width, colour), rect)
        self._draw_board(surface, rect.inflate(-4 * width, -4 * width), moves)

    def _colour(self, node: TreeNode) -> pygame.Color:
        palette = self.palette
        if not node.value:
            return palette.quiet
        return palette.best if node.value > 0 else palette.bad


def _value_words(node: TreeNode) -> str:
    return "" if node.value is None else signed(node.value)
