"""Small pictures of the looks that there are to choose from, premultiplied."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import discs, felt, pits, slabs, stones, theme
from kalahgui.gui.paint.cache import kept

_HELD = ((0, 1, 2), (3, 4), (5, 6, 7), (8, 9), (10, 11), (12, 13, 14), (15,), (16, 17))
# Lengths as shares of the height of a hollow.
_SLAB, _LONG = 1.24, 2.3  # the board around the hollow, and how long that is
_STONE, _PITCH = 0.60, 0.64
_SQUARE, _DISC = 1.08, 0.78
_APART = 0.12
_WIDE = _LONG + _SLAB - 1 + _APART + 2 * _SQUARE


def _blank(size: theme.Size) -> pygame.Surface:
    return pygame.Surface(size, pygame.SRCALPHA).premul_alpha()


@kept(8)
def board_picture(size: theme.Size, palette: theme.Palette) -> pygame.Surface:
    """Render a small Kalah board with a few stones."""
    picture = _blank(size)
    board = pits.PitsBoard(3, picture.get_rect().inflate(-12, -14), 0, palette)
    board.draw(picture, _HELD, counts=())
    return picture


@kept(8)
def pieces_picture(size: theme.Size, palette: theme.Palette) -> pygame.Surface:
    """Render stones in a hollow of the board, and a black and a white disc on its squares."""
    picture, middle = _blank(size), size[1] // 2
    unit = min(size[1] * 0.86 / _SLAB, size[0] * 0.94 / _WIDE)
    left = (size[0] - _WIDE * unit) / 2
    long, high, edge = (round(share * unit) for share in (_LONG, 1.0, _SLAB - 1.0))

    def put(part: pygame.Surface, across: float) -> None:
        at = (round(left + across * unit), middle)
        theme.stamp(picture, part, at, flags=slabs.PREMULTIPLIED)

    centre = (_LONG + _SLAB - 1) / 2
    put(slabs.slab((long + edge, high + edge), high, unit * 0.8, palette)[0], centre)
    put(slabs.hollow((long, high), high // 2, unit * 0.8, palette)[0], centre)
    for number in range(3):
        kind = pits.stone_kind(number, palette.pieces)
        stone = stones.resting(kind, round(_STONE * unit), palette.pieces)
        put(stone, centre + (number - 1) * _PITCH)
    for side in (0, 1):
        across = 2 * centre + _APART + (side + 0.5) * _SQUARE
        put(felt.square(round(_SQUARE * unit), palette.board), across)
        put(discs.resting(side, round(_DISC * unit), palette.pieces), across)
    return picture
