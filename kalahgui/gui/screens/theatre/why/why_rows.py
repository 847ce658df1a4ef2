"""The table of the page Why: a row for each move considered, its value as a bar, and a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Painted
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.theatre.why.why_words import Row, WhyWords

# Units of the layout: of a bar, and of all rows together, if they are many, and of one at most.
_BAR_WIDTH, _BAR_HEIGHT, _ALL, _TALL = 36, 17, 260, 42


def why_table(
    words: WhyWords,
    rows: Sequence[Row],
    chosen: int | None,
    choose: Callable[[int | None], object],
    screen: Screen,
) -> Table:
    """Return the table; its first row is the move that was played.

    The row of the ``chosen`` node is ringed; pressing another one calls ``choose`` with its node.
    """
    nodes = [row.node for row in rows]
    sizes = [row.size for row in rows if row.size is not None]
    draw = partial(_draw_bar, screen, min([0, *sizes]), max([0, *sizes]))

    def cells(row: Row) -> list[Element]:
        first, size = row is rows[0], row.size or 0
        name = Text(words.row_name(row), bold=first, line=True)
        value = Text(row.value, colour="best" if first else "ink", bold=True, line=True)
        bar = Painted(partial(draw, size, first), width=_BAR_WIDTH, height=_BAR_HEIGHT)
        brief = (row.brief,) if row.brief else ()
        word = Text(row.word, "small", "soft", line=True, shorter=brief)
        return [name, value, bar, word] if sizes else [name, value, word]

    made = [cells(row) for row in rows]
    return Table(
        words.heading(),
        [""] * len(made[0]),
        made,
        right={1},
        shares=(0, 0, 4, 1) if sizes else (0, 0, 1),
        tall=min(_TALL, _ALL / len(rows)),
        inset=8,
        gap=10,
        chosen=nodes.index(chosen) if chosen is not None and chosen in nodes else None,
        choose=lambda index: choose(nodes[index]),
        fixed={index for index, node in enumerate(nodes) if node is None},
        stands=[("accent_soft", 1.0), *[("card", 1.0)] * (len(rows) - 1)],
        keys=False,
    )


def _draw_bar(
    screen: Screen,
    low: int,
    high: int,
    size: int,
    first: bool,
    surface: pygame.Surface,
    rect: pygame.Rect,
) -> None:
    """Draw a size as a bar that begins at 0, between the lowest and the highest one."""
    palette, unit = screen.palette, rect.width / max(1, high - low)
    zero = round(rect.x - low * unit)
    if size:
        bar = pygame.Rect(zero, rect.y, max(3, round(abs(size) * unit)), rect.height)
        if size < 0:
            bar.right = zero
        usual = palette.bad if size < 0 else palette.quiet
        colour = palette.best if first else palette.card.lerp(usual, 0.5)
        surface.blit(theme.rounded(bar.size, max(1, bar.height // 4), colour), bar)
    surface.fill(palette.quiet, (zero, rect.y - 2, 1, rect.height + 4))
