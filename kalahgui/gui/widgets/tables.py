"""Tables for those who do not see them: every cell says its heading."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

import pygame

from kalahgui.gui.widgets.parts import Part, Role


def row_part(
    heads: Sequence[str],
    words: Sequence[str],
    rect: pygame.Rect,
    key: Hashable = None,
    like: Part | None = None,
) -> Part:
    """Return a row of a table: its name is all of it; empty cells are left out.

    It can be done with it what can be done with what it is ``like``, the part of a control.
    """
    width = rect.width // max(1, len(words))
    cells = [
        Part(
            Role.CELL,
            f"{head}: {each}" if head else each,
            pygame.Rect(rect.x + place * width, rect.y, width, rect.height),
            place,
        )
        for place, (head, each) in enumerate(zip(heads, words, strict=True))
        if each
    ]
    name = ", ".join(cell.name for cell in cells)
    return replace(like or Part(Role.ROW, "", rect), role=Role.ROW, name=name, key=key, parts=cells)


def table_part(name: str, rect: pygame.Rect, rows: Iterable[Part], key: Hashable = None) -> Part:
    """Return a table of such rows."""
    return Part(Role.TABLE, name, rect, key or name, tuple(rows))
