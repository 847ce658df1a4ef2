"""Tables: cells in line across rows, which say their headings to who does not see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.layout import Grid
from kalahgui.gui.widgets.parts import Part, Role


class Table(Grid):
    """Rows of cells in columns, of which the last one takes the rest of the room.

    ``heads`` are told with each cell; empty ones where the cells speak for themselves.
    """

    role = Role.TABLE

    def __init__(
        self, name: str, heads: Sequence[str], rows: Sequence[Sequence[Element]], **box: Any
    ) -> None:
        super().__init__(len(heads), *(cell for row in rows for cell in row), **box)
        self.name = name
        self._heads = heads

    def parts(self, look: Look, take: Callable[[Element], None]) -> list[Part]:
        cells, columns = self.children, len(self._heads)
        rows = [self._row(cells[at : at + columns], at) for at in range(0, len(cells), columns)]
        return [Part(self.role, self.name, self.rect, self.key or self.name, rows)]

    def _row(self, cells: Sequence[Element], number: int) -> Part:
        told = [
            Part(Role.CELL, f"{head}: {cell.name}" if head else cell.name, cell.rect, place)
            for place, (head, cell) in enumerate(zip(self._heads, cells, strict=True))
            if cell.name
        ]
        rect = cells[0].rect.unionall([cell.rect for cell in cells])
        return Part(Role.ROW, ", ".join(cell.name for cell in told), rect, number, told)
