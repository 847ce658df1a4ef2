"""The sum and the last number of Eight, chosen by hand."""

from __future__ import annotations

import pygame

from kalahgui.games.game import Position
from kalahgui.gui.boards.eight import way_to
from kalahgui.gui.paint.tiles import NumberTiles
from kalahgui.gui.screens.editor.input import EditorInput, Pill, Point
from kalahgui.gui.services.words import say

_SUM, _LAST = 0, 1
_BESIDE = 100  # the middle of the pill from the hollows, in units of the layout


class NumbersInput(EditorInput):
    """The row of hollows takes the sum, the tiles the number named last."""

    hint = "edit_hint_numbers"
    keys = "edit_keys_numbers"
    key_place = "edit_numbers"

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        numbers = self.drafting.game.board(self.drafting.game.start(self.draft.variant))
        self._numbers = numbers
        self._tiles = NumberTiles(numbers, rect, self.screen.palette)
        first, last = (self._tiles.hollow_centre(count) for count in (1, numbers.goal))
        pitch = self._tiles.hollow_centre(2)[0] - first[0]
        self._row = pygame.Rect(first[0] - pitch // 2, 0, last[0] - first[0] + pitch, 2 * pitch)
        self._row.centery = first[1]
        self.cell = _SUM

    def move(self, point: Point) -> None:
        """Leave the sum under the hand: there is nothing else to step."""
        self._hovered = self._tiles.tile_at(point)

    _hovered: int | None = None

    def press(self, point: Point, less: bool) -> bool:
        self.move(point)
        step = self._pill.step_at(point)
        if step:
            self.step(step)
        elif self._hovered is not None:
            named = 0 if self.draft.cells[_LAST] == self._hovered or less else self._hovered
            self.change(self.drafting.put(self.draft, _LAST, named))
        elif self._row.collidepoint(point):
            if less:
                self.step(-1)
            else:
                self._fill_to(point[0])
        else:
            return False
        return True

    def _fill_to(self, x: int) -> None:
        """Make the sum reach to the hollow at a place; the last one of it is taken away again."""
        goal = self._numbers.goal
        count = min(range(1, goal + 1), key=lambda n: abs(self._tiles.hollow_centre(n)[0] - x))
        count -= count == self.draft.cells[_SUM]
        self.change(self.drafting.put(self.draft, _SUM, count))

    def walk(self, right: int, down: int) -> None:
        if right:
            self.step(right)
        else:
            self.change(self.drafting.step(self.draft, _LAST, -down))

    def type(self, digit: int) -> None:
        if digit <= self._numbers.highest:
            self.change(self.drafting.put(self.draft, _LAST, digit))

    @property
    def _pill(self) -> Pill:
        words = say("edit_sum", total=self.draft.cells[_SUM])
        # A sum beyond the goal reaches out at the right.
        x = self._row.left - self.screen.scale.px(_BESIDE)
        return Pill(self.screen, (x, self._row.centery), words)

    def _said(self, position: Position | None) -> list[int]:
        """Return the numbers that made the sum, as one run where no game comes to it."""
        if position is not None:
            return list(way_to(self.drafting.game, position))
        total = self.draft.cells[_SUM]
        return [total] if total else []

    def draw(self, surface: pygame.Surface) -> None:
        said = self._said(self.editing.verdict.position)
        last = self.draft.cells[_LAST]
        numbers = range(1, self._numbers.highest + 1)
        self._tiles.draw(
            surface, said, allowed=[n for n in numbers if n != last], hovered=self._hovered
        )
        self._pill.draw(surface)
