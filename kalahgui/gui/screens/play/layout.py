"""Where everything lies on the playing screen."""

from __future__ import annotations

import pygame

from kalahgui.gui.widgets.screen import Screen

_PANEL = 292
_TOP_BAR = 20
_BAR_ROOM = 26  # that a square board leaves the evaluation bar


class PlayLayout:
    """Places of a playing screen, in pixels.

    A ``wide`` board lies between the plates of its players; other boards want all the height and
    have the plates at their left.
    """

    def __init__(self, screen: Screen, wide: bool, bar: bool) -> None:
        """Make room for the evaluation ``bar`` where a board would take it."""
        self._screen = screen
        self._box = screen.box
        self.wide = wide
        width, height = screen.width, screen.height
        self._right = width - 380  # of what is not the panel
        if wide:
            self.board = self._box(40, 172, self._right - 40, height - 172 - 184)
        else:
            room = _BAR_ROOM if bar else 0
            self.board = self._box(250, 76, width - 600 - room, height - 76 - 76)
        self.bar = self._box(self._right + 18, 0, 14, 0)
        self.bar.y = self.board.y + screen.scale.px(18)
        self.bar.height = self.board.height - screen.scale.px(36)
        self.panel = self._box(width - _PANEL - 32, 96, _PANEL, height - 180)
        self.home = self._box(26, _TOP_BAR, 36, 36)
        self.title = self._at(80, 28)
        self.rules = self._at(80, 51)
        self.status = self._at(64, height - 35)
        self.hint = self._at(width - 32, height - 35)

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return self._box(x, y, 0, 0).topleft

    def _plate_y(self, south: bool) -> float:
        return self._screen.height - 158 if south else 104

    def plate(self, south: bool) -> pygame.Rect:
        """Return the place of a player's plate."""
        return self._box(54, self._plate_y(south), 380 if self.wide else 200, 44)

    def swap(self, south: bool) -> pygame.Rect:
        """Return the place of the swap button, beside the plate of the one who may swap."""
        return self._box(self._right - 150, self._plate_y(south), 150, 40)

    @property
    def move_now(self) -> pygame.Rect:
        """Return the place of the button that has the computer move."""
        if self.wide:
            return self._box(self._right - 120, 104, 120, 40)
        return self._box(66, 244, 120, 40)

    def thinking(self, south: bool) -> tuple[tuple[int, int], str]:
        """Return where it is said that a player thinks, and the anchor of those words."""
        if not self.wide:
            return self._at(86, 220), "midleft"
        return self._at(self._right - 136, self._screen.height - 136 if south else 124), "midright"

    @property
    def values_note(self) -> tuple[tuple[int, int], str]:
        """Return where it is said how sure the values of moves are, and the anchor of the words."""
        if self.wide:
            # Below the board's shadow, and below what is said of the move under the hand.
            return self._at(self._right - 36, self._screen.height - 92), "midright"
        return self._at(66, self._screen.height - 186), "midleft"

    @property
    def banner(self) -> tuple[int, int]:
        """Return the middle of the words about the move under the hand."""
        if self.wide:
            return self._at(40 + (self._right - 40) / 2 + 70, self._screen.height - 136)
        return self.board.centerx, self.status[1]

    @property
    def banner_opposite(self) -> tuple[int, int]:
        """Return the same for a player who sits opposite."""
        return self._at(40 + (self._right - 40) / 2 - 70, 126)
