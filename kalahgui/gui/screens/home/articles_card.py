"""The picture on the home screen's card of the articles: a small table with its bars."""

from __future__ import annotations

import pygame

from kalahgui.articles.contents import ARTICLES, Crossed
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.panels.figures import figure_words

_ROWS, _COLUMNS = 4, 2
_BARS_SHARE = 0.36
_GAP_SHARE = 0.10  # of a row's height


def draw_table(surface: pygame.Surface, rect: pygame.Rect, palette: theme.Palette) -> None:
    """Draw a corner of a table of the articles, and how its counts compare."""
    section = next(
        section
        for article in ARTICLES.values()
        for section in article.sections
        if isinstance(section, Crossed) and section.against is not None
    )
    counts = {tuple(cell.case): cell.published[section.count] for cell in section.table.cells}
    depths = sorted({first for first, _ in counts})
    shown = [[(first, second) for second in depths[:_COLUMNS]] for first in depths[:_ROWS]]
    width = min(rect.width, round(rect.height * 1.75))
    box = pygame.Rect(0, 0, width, rect.height)
    box.center = rect.center
    row = box.height / _ROWS
    gap = max(2, round(row * _GAP_SHARE))
    bars = round(box.width * _BARS_SHARE)
    column = (box.width - bars) / _COLUMNS
    longest = max((figure_words(counts[case]) for cases in shown for case in cases), key=len)
    room = (round(column) - 2 * gap) / theme.font(100, True).size(longest)[0]
    size = max(8, min(round(row * 0.4), int(100 * room)))
    most = max(counts[case] for cases in shown for case in cases)
    for down, cases in enumerate(shown):
        y = box.y + round(down * row)
        height = round(row) - gap
        for across, case in enumerate(cases):
            x = box.x + round(across * column)
            cell = pygame.Rect(x, y, round(column) - gap, height)
            ground = palette.card.lerp(palette.best, 0.15)
            if (down, across) == (1, 1):
                ground = palette.accent_soft
            surface.blit(theme.render_rounded(cell.size, max(3, height // 5), ground), cell)
            words = figure_words(counts[case])
            theme.write(surface, words, cell.center, size, palette.ink, True, "center")
            thick = max(3, round(height * 0.2))
            bar = pygame.Rect(box.right - bars + 2 * gap, 0, bars - 2 * gap, thick)
            bar.centery = y + round(height * (across + 0.5) / _COLUMNS)
            draw_bar(surface, bar, (counts[case] / most) ** 0.5, palette)
