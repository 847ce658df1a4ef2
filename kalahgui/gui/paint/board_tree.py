"""A position and what can follow it, as little boards: two plies, each reply below its move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.services.naming import signed
from kalahgui.theatre.tree import Node

# Draws the board of a position, given by the moves that lead to it, in a rectangle.
DrawBoard = Callable[[pygame.Surface, pygame.Rect, tuple[str, ...]], None]

_ACROSS = 2  # replies beside each other below a move
_FRAME = 0.055  # of a board's side
_GAP = 0.16


@dataclass(frozen=True)
class _Place:
    """Where the board after some moves lies, and the value of its position."""

    moves: tuple[str, ...]
    rect: pygame.Rect
    value: int | None


class BoardTree:
    """Lay out and paint the first two plies of a tree, a little board for every position."""

    def __init__(
        self,
        root: Node,
        rect: pygame.Rect,
        palette: theme.Palette,
        letter: int,
        draw_board: DrawBoard,
    ) -> None:
        self.root = root
        self.rect = pygame.Rect(rect)
        self.palette = palette
        self.letter = letter
        self._draw_board = draw_board
        moves = max(1, len(root.children))
        replies = max((len(child.children) for child in root.children), default=1)
        down = -(-replies // _ACROSS)
        column = self.rect.width / moves
        label = round(letter * 1.5)
        # A move's board is one and a half times as large as a reply's, the root's a little larger.
        tall = 1.7 + 0.45 + 1.5 + 0.3 + down * (1 + _GAP)
        side = min(column / (_ACROSS * (1 + _GAP) + _GAP), (self.rect.height - label) / tall)
        self.side = max(12, int(side))
        self._column = column
        self._label = label

    def places(self) -> Iterator[_Place]:
        """Yield where each board lies, the root first."""
        side, step = self.side, self.side * (1 + _GAP)
        root = pygame.Rect(0, 0, round(side * 1.7), round(side * 1.7))
        root.midtop = (self.rect.centerx, self.rect.y)
        yield _Place((), root, self.root.value)
        for number, child in enumerate(self.root.children):
            middle = self.rect.x + round(self._column * (number + 0.5))
            box = pygame.Rect(0, 0, round(side * 1.5), round(side * 1.5))
            box.midtop = (middle, root.bottom + round(side * 0.45) + self._label)
            yield _Place((child.label,), box, child.value)
            top = box.bottom + round(side * 0.3)
            left = middle - (_ACROSS * side + (_ACROSS - 1) * side * _GAP) / 2
            for place, reply in enumerate(child.children):
                corner = (left + place % _ACROSS * step, top + place // _ACROSS * step)
                yield _Place(
                    (child.label, reply.label),
                    pygame.Rect(round(corner[0]), round(corner[1]), side, side),
                    reply.value,
                )

    def draw(self, surface: pygame.Surface, names: Callable[[str], str] = str) -> None:
        """Paint the tree; ``names`` says how a move is written."""
        places = list(self.places())
        root = places[0].rect
        for place in places:
            if len(place.moves) == 1:
                colour = self._colour(place.value)
                start, end = root.midbottom, (place.rect.centerx, place.rect.top - self._label)
                pygame.draw.aaline(surface, colour, start, end)
        for place in places:
            self._board(surface, place)
            if len(place.moves) == 1:
                at = (place.rect.centerx, place.rect.top - self._label // 2)
                colour = self._colour(place.value)
                words = f"{names(place.moves[0])}  {_value_words(place.value)}"
                theme.write(surface, words, at, self.letter, colour, True, "center")
        at = (root.right + self.letter, root.centery)
        colour = self._colour(self.root.value)
        value = _value_words(self.root.value)
        theme.write(surface, value, at, round(self.letter * 1.5), colour, True, "midleft")

    def _board(self, surface: pygame.Surface, place: _Place) -> None:
        side = place.rect.width
        radius, width = max(3, side // 10), max(2, round(side * _FRAME))
        colour = self._colour(place.value)
        ground = self.palette.card.lerp(colour, 0.13)
        surface.blit(theme.rounded(place.rect.size, radius, ground), place.rect)
        surface.blit(theme.outline(place.rect.size, radius, width, colour), place.rect)
        inside = place.rect.inflate(-4 * width, -4 * width)
        self._draw_board(surface, inside, place.moves)

    def _colour(self, value: int | None) -> pygame.Color:
        if not value:
            return self.palette.quiet
        return self.palette.best if value > 0 else self.palette.bad


def _value_words(value: int | None) -> str:
    return "" if value is None else signed(value)
