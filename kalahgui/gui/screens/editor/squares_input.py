"""Discs and marks laid on squares by hand."""

from __future__ import annotations

import itertools

import pygame

from kalahgui.gui.boards.grid import GridView
from kalahgui.gui.screens.editor.input import Change, EditorInput, Point
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.editing import Editing

_CONTENTS = 3  # empty, the first side's, the second side's


class SquaresInput(EditorInput):
    """A click goes round from empty to one side and the other; dragging paints what it began."""

    hint = "edit_hint_squares"
    keys = "edit_keys_squares"
    key_place = "edit_squares"

    def __init__(self, screen: Screen, editing: Editing, change: Change) -> None:
        super().__init__(screen, editing, change)
        self._strokes = itertools.count(1)
        self._painting: tuple[object, int] | None = None  # the stroke, and what it lays

    @property
    def board(self) -> GridView:
        """Return the view of the board."""
        assert isinstance(self.view, GridView)
        return self.view

    def move(self, point: Point) -> None:
        super().move(point)
        if self._painting is not None and self.cell is not None:
            stroke, content = self._painting
            self.change(self.drafting.put(self.draft, self.cell, content), stroke)

    def press(self, point: Point, less: bool) -> bool:
        self._painting = None
        self.move(point)
        if self.cell is None:
            return False
        draft = self.drafting.step(self.draft, self.cell, -1 if less else 1)
        stroke = "painted", next(self._strokes)
        self._painting = stroke, draft.cells[self.cell]
        self.change(draft, stroke)
        return True

    def release(self, point: Point) -> None:
        self._painting = None

    def walk(self, right: int, down: int) -> None:
        if self.cell is None:
            self.cell = 0
        else:
            start = self.drafting.game.start(self.draft.variant)
            self.cell = self.view.step(self.cell, right, down, start)

    def type(self, digit: int) -> None:
        assert self.cell is not None
        if digit < _CONTENTS:
            self.change(self.drafting.put(self.draft, self.cell, digit))

    def draw(self, surface: pygame.Surface) -> None:
        ghost = None
        if self.cell is not None and not self.draft.cells[self.cell] and self._painting is None:
            ghost = (self.cell, 0)
        self.board.board.draw(
            surface, self.draft.cells, ghost=ghost, chosen=self.cell, names=self.board.names
        )
