"""What the shapes, signs and colours of a small game tree mean, in two rows."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kalahgui.gui.paint import theme

# What a sample shows: whose turn it is, who wins, what was played and what cannot come any more.
FIRST, SECOND, WON, LOST, PLAYED, RULED_OUT = range(6)
Entry = tuple[int, str]  # what a sample shows, and the words for it

_LEAST = 10  # pixels; smaller letters are not worth their place
_LEADING = 1.6


def letters(height: float) -> int:
    """Return the size of the letters that fit a place of a height; 0 when it is too low."""
    size = min(15, round(height / (2 * _LEADING)))
    return size if size >= _LEAST else 0


class TreeLegend:
    """Draws rows of samples and words in the middle of a place."""

    def __init__(self, rect: pygame.Rect, palette: theme.Palette) -> None:
        self.rect = pygame.Rect(rect)
        self.palette = palette

    def draw(self, surface: pygame.Surface, rows: Sequence[Sequence[Entry]]) -> None:
        """Draw some rows; letters get smaller until the longest row fits."""
        size = letters(self.rect.height)
        while size > _LEAST and max(self._width(row, size) for row in rows) > self.rect.width:
            size -= 1
        if not size:
            return
        row_height = round(size * _LEADING)
        y = self.rect.centery - (len(rows) - 1) * row_height // 2
        # The samples of all rows begin at the same place.
        left = self.rect.centerx - max(self._width(row, size) for row in rows) // 2
        for row in rows:
            x = left
            for sample, words in row:
                self._draw_sample(surface, sample, (x + size // 2, y), size)
                at = (x + round(size * 1.5), y)
                place = theme.write(surface, words, at, size, self.palette.ink, anchor="midleft")
                x = place.right + round(size * 1.3)
            y += row_height

    def _width(self, row: Sequence[Entry], size: int) -> int:
        words = sum(theme.font(size).size(each)[0] for _, each in row)
        return words + round(size * (1.5 * len(row) + 1.3 * (len(row) - 1)))

    def _draw_sample(
        self, surface: pygame.Surface, sample: int, at: tuple[int, int], size: int
    ) -> None:
        palette, edge = self.palette, max(1, size // 9)
        if sample in (FIRST, SECOND):
            radius = size if sample == SECOND else max(2, size // 4)
            ring = theme.outline((size, size), radius, edge, palette.ink)
            surface.blit(ring, ring.get_rect(center=at))
        elif sample in (WON, LOST):
            colour = palette.best if sample == WON else palette.other
            body = theme.rounded((size, size), max(2, size // 4), colour)
            surface.blit(body, body.get_rect(center=at))
            sign = "+" if sample == WON else "\u2212"
            letter = max(8, round(size * 0.8))
            theme.write(surface, sign, at, letter, palette.on_accent, True, "center")
        else:
            colour = palette.accent if sample == PLAYED else palette.line.lerp(palette.quiet, 0.4)
            thick = max(2, size // 5) if sample == PLAYED else max(1, size // 12)
            bar = theme.rounded((size, thick), thick // 2, colour)
            surface.blit(bar, bar.get_rect(center=at))
