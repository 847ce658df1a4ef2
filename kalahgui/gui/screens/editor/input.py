"""What mouse and keys do on every board that is edited."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.games.draft import Draft, Drafting
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import View
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.editing import Editing

Point = tuple[int, int]
Change = Callable[[Draft, object], None]

_ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_STEPS = {"+": 1, "=": 1, "-": -1, "\u2212": -1}


class EditorInput:
    """A board that is edited: it draws the draft, and hears mouse and keys.

    ``cell`` is under the mouse or chosen by the arrow keys. ``hint`` and ``keys`` are
    the translations that say in short what mouse and keys do, ``help`` those on a card.
    """

    hint: str
    keys: str
    help: tuple[str, ...]

    def __init__(self, screen: Screen, editing: Editing, change: Change) -> None:
        """``change`` takes another draft, and what it is a stroke of or None."""
        self.screen = screen
        self.editing = editing
        self.cell: int | None = None
        self.view: View
        self._change = change

    def place(self, rect: pygame.Rect) -> None:
        """Lay the board out in a rectangle."""
        drafting, choices = self.drafting, self.screen.app.choices
        start = drafting.game.start(self.draft.variant)
        view = VIEWS[self.draft.game](drafting.game, start, rect, 0, self.screen.palette)
        view.pit_numbers, view.square_names = choices.pit_numbers, choices.square_names
        self.view = view

    @property
    def draft(self) -> Draft:
        """Return what lies on the board."""
        return self.editing.draft

    @property
    def drafting(self) -> Drafting:
        """Return what the game makes of drafts."""
        return self.editing.drafting

    def change(self, draft: Draft, stroke: object = None) -> None:
        """Go over to another draft."""
        self._change(draft, stroke)

    # -- events

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; return True when it was used."""
        match event.type:
            case pygame.MOUSEMOTION:
                self.move(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 3):
                return self.press(event.pos, event.button == 3 or _shift())
            case pygame.MOUSEBUTTONUP if event.button in (1, 3):
                self.release(event.pos)
            case pygame.MOUSEWHEEL if event.y:
                return self.wheel(event.y)
            case pygame.KEYDOWN:
                return self._key(event)
        return False

    def _key(self, event: pygame.Event) -> bool:
        if event.key in _ARROWS:
            self.walk(*_ARROWS[event.key])
            return True
        if self.cell is None:
            return False
        if event.unicode in _STEPS:
            self.step(_STEPS[event.unicode])
        elif event.unicode and event.unicode in "0123456789":
            self.type(int(event.unicode))
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self.change(self.drafting.put(self.draft, self.cell, 0))
        elif event.key == pygame.K_SPACE:
            self.step(1)
        else:
            return False
        return True

    def move(self, point: Point) -> None:
        """Follow the mouse."""
        self.cell = self.view.cell_at(point)

    def press(self, point: Point, less: bool) -> bool:
        """Hear a button of the mouse go down; ``less`` tells that something is to be taken away."""
        raise NotImplementedError

    def release(self, point: Point) -> None:
        """Hear a button of the mouse go up."""

    def wheel(self, steps: int) -> bool:
        """Hear the wheel, up where ``steps`` is positive."""
        if self.cell is None:
            return False
        self.step(1 if steps > 0 else -1)
        return True

    def walk(self, right: int, down: int) -> None:
        """Follow an arrow key."""
        raise NotImplementedError

    def step(self, steps: int) -> None:
        """Put more or less into the cell under the hand."""
        assert self.cell is not None
        self.change(self.drafting.step(self.draft, self.cell, steps))

    def type(self, digit: int) -> None:
        """Hear a digit."""
        raise NotImplementedError

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board with the draft, and what is under the hand."""
        raise NotImplementedError


def _shift() -> bool:
    return bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
