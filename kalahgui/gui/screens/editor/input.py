"""What mouse and keys do on every board that is edited."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.games.draft import Draft, Drafting
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import View
from kalahgui.gui.paint import theme
from kalahgui.gui.services.keymap import Commands, arrows, press
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.editing import Editing

_HEIGHT = 30
_END = 34  # the width of what can be pressed at either end


class Pill:
    """Words between a minus and a plus, in units of the layout."""

    def __init__(self, screen: Screen, centre: tuple[int, int], words: str) -> None:
        """Stand around a point, inside the window."""
        self._screen = screen
        self._words = words
        scale = screen.scale
        width = theme.font(scale.body, True).size(words)[0] + 2 * scale.px(_END)
        self.rect = pygame.Rect(0, 0, width, max(scale.px(_HEIGHT), round(1.7 * scale.body)))
        self.rect.center = centre
        self.rect.clamp_ip(pygame.Rect((0, 0), screen.size))

    def step_at(self, point: tuple[int, int]) -> int:
        """Return -1 on the minus, 1 on the plus, 0 elsewhere."""
        if not self.rect.collidepoint(point):
            return 0
        end = self._screen.scale.px(_END)
        return (point[0] >= self.rect.right - end) - (point[0] < self.rect.left + end)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the pill."""
        scale, palette, rect = self._screen.scale, self._screen.palette, self.rect
        surface.blit(theme.rounded(rect.size, rect.height // 2, palette.banner), rect)
        end = scale.px(_END)
        for words, x in (
            ("\u2212", rect.left + end // 2 + scale.px(3)),
            (self._words, rect.centerx),
            ("+", rect.right - end // 2 - scale.px(3)),
        ):
            at = (x, rect.centery)
            theme.write(surface, words, at, scale.body, palette.on_banner, True, "center")


Point = tuple[int, int]
Change = Callable[[Draft, object], None]


class EditorInput:
    """A board that is edited: it draws the draft, and hears mouse and keys.

    ``cell`` is under the mouse or chosen by the arrow keys. ``hint`` and ``keys`` are
    the translations that say in short what mouse and keys do.
    """

    hint: str
    keys: str
    key_place: str

    def __init__(self, screen: Screen, editing: Editing, change: Change) -> None:
        """``change`` takes another draft, and what it is a stroke of or None."""
        self.screen = screen
        self.editing = editing
        self.cell: int | None = None
        self.view: View
        self._change = change

    def place(self, rect: pygame.Rect) -> None:
        """Lay the board out in a rectangle."""
        drafting, choices = self.drafting, self.screen.services.choices
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
                return press((self.key_place,), self._commands, event)
        return False

    @property
    def _commands(self) -> Commands:
        found = arrows(self.walk)
        if self.cell is not None:
            found |= {f"type_{digit}": partial(self.type, digit) for digit in range(10)}
            found |= {"more": partial(self.step, 1), "less": partial(self.step, -1)}
            found["empty"] = partial(self._empty, self.cell)
        return found

    def _empty(self, cell: int) -> None:
        self.change(self.drafting.put(self.draft, cell, 0))

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
