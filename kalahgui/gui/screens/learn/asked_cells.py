"""The hands on a board of which cells are asked for in place of moves."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from kalahgui.gui.panels.board_input import BoardInput
from kalahgui.match.session import Session


class AskedCells(BoardInput):
    """Turns clicks, arrow keys and typed signs into cells; what was chosen stays so."""

    def __init__(
        self, session: Session, take: Callable[[int], None], wanted: Callable[[], bool]
    ) -> None:
        """``take`` hears of a cell as long as one is ``wanted``."""
        super().__init__(session, take)
        self._wanted = wanted

    def move_of(self, cell: int | None) -> int | None:
        return cell if self._wanted() else None

    def cell(self, pointer: tuple[int, int] | None) -> int | None:
        if self.selected is not None or pointer is None or not pygame.mouse.get_focused():
            return self.selected
        return self.move_of(self.view.cell_at(pointer))

    def press(self, event: pygame.Event) -> None:
        self.choose(self.view.cell_at(event.pos))

    def choose(self, cell: int | None) -> None:
        asked = self.move_of(cell)
        if asked is not None:
            self._play(asked)

    def step(self, right: int, down: int) -> None:
        """Choose the cell that lies nearest in a direction."""
        cells = self.view.cells(self._session.match.start)
        middles = {cell: self.view.mark_place(cell)[0].center for cell in cells}
        if self.selected is None:
            self.selected = min(cells, key=lambda cell: (-middles[cell][1], middles[cell][0]))
            return
        x, y = middles[self.selected]

        def distance(cell: int) -> float:
            ahead = (middles[cell][0] - x) * right + (middles[cell][1] - y) * down
            beside = (middles[cell][0] - x) * down + (middles[cell][1] - y) * right
            return ahead + 3 * abs(beside) if ahead > 0 else math.inf

        nearest = min(cells, key=distance)
        if distance(nearest) < math.inf:
            self.selected = nearest
