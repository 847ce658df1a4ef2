"""The notice over the window: where it stands, its picture, and what closes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from kalahgui.gui.elements.accessible_node import AccessibleNode, Role
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.elements.tips import draw_notice, notice_place

_NOWHERE = pygame.Rect(0, 0, 0, 0)


class ShownNotice:
    """Shows the first of the notices that wait, off the words and buttons of the screens.

    It stays where it is while what is below it changes.
    """

    def __init__(self, app: Host, seen: Callable[[], Sequence[Screen]]) -> None:
        """Stand over the screens that are ``seen``, the topmost last."""
        self._app, self._seen = app, seen
        self._notices = app.services.notices
        self._placed_for: object = None
        self._in_window, self._lines = _NOWHERE, list[str]()  # whatever part is magnified

    @property
    def _words(self) -> str:
        words = next(iter(self._notices.waiting), "")
        closes = words and self._notices.closes_by_hand
        return f"{words}   \N{MULTIPLICATION SIGN}" if closes else words

    @property
    def rect(self) -> pygame.Rect:
        """Return where it is, in pixels of the picture; an empty rectangle without one."""
        words, app, seen = self._words, self._app, self._seen()
        about, (x, y) = (words, app.screen, app.size, app.scale), app.scale.magnifier.origin
        if about != self._placed_for:
            self._placed_for = about
            rect, self._lines = _NOWHERE, []
            if words:
                reached = (screen.controls for screen in seen if screen.reached)
                filled = [rect for controls in reached for rect in controls.filled]
                rect, self._lines = notice_place(words, app.size, app.scale, filled)
            self._in_window = rect.move(-x, -y)
        return self._in_window.move(x, y)

    def closes(self, event: pygame.Event) -> bool:
        """Close it if it is pressed and may be closed by hand; return True if it was."""
        if event.type != pygame.MOUSEBUTTONDOWN or not self._notices.closes_by_hand:
            return False
        return self.rect.collidepoint(event.pos) and self._notices.close()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it where it is."""
        rect = self.rect
        if self._lines:
            draw_notice(surface, rect, self._lines, self._app.scale, self._app.palette)

    @property
    def parts(self) -> list[AccessibleNode]:
        """Return all notices that wait, of which the one that is shown may have to be closed."""
        nodes = [AccessibleNode(Role.TEXT, words, _NOWHERE) for words in self._notices.waiting]
        if nodes and self._notices.closes_by_hand:
            close = self._notices.close
            nodes[0] = replace(nodes[0], role=Role.BUTTON, rect=self.rect, act=close)
        return nodes
