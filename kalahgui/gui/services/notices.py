"""Sentences at the foot of the window, one after the other."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, line_height
from kalahgui.gui.paint.theme import Palette, Scale

SECONDS, PASSING_SECONDS = 7.0, 1.6


class Notices:
    """Sentences that wait to be read, each shown for a while."""

    def __init__(self, wake: Callable[[], None], tell: Callable[[str], None]) -> None:
        """``wake`` has the window drawn, where nothing else moves; ``tell`` hears what is said."""
        self._wake = wake
        self._tell = tell
        self.waiting: list[str] = []
        self._passing = ""
        self._shown_for = 0.0

    def add(self, notice: str) -> None:
        """Show a sentence after those before it."""
        if notice not in self.waiting:
            self.waiting.append(notice)
            self._tell(notice)
            self._wake()

    def show_now(self, notice: str) -> None:
        """Show a passing sentence at once, in place of a passing one before it."""
        if self._passing in self.waiting:
            self.waiting.remove(self._passing)
        self._passing = notice
        self.waiting.insert(0, notice)
        self._tell(notice)
        self._wake()
        self._shown_for = SECONDS - PASSING_SECONDS

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass; a sentence that was shown long enough goes."""
        if not self.waiting:
            return
        self._shown_for += dt
        if self._shown_for > SECONDS:
            self._shown_for = 0.0
            self.waiting.pop(0)
            self._wake()

    def draw(self, surface: pygame.Surface, scale: Scale, palette: Palette) -> None:
        """Draw the sentence whose turn it is."""
        if not self.waiting:
            return
        px, size = scale.px, scale.body
        width, height = surface.get_size()
        room = width - px(104)
        # A path may be one word that is longer than a line.
        lines = [theme.fit(line, size, room) for line in balance(self.waiting[0], size, room)]
        widest = max(theme.font(size).size(line)[0] for line in lines)
        step = line_height(size)
        pill = pygame.Rect(0, 0, widest + px(40), px(40) + step * (len(lines) - 1))
        pill.midbottom = (width // 2, height - px(8))
        surface.blit(theme.rounded(pill.size, px(20), palette.banner), pill)
        for number, line in enumerate(lines):
            at = (pill.centerx, pill.y + px(20) + step * number)
            theme.write(surface, line, at, size, palette.on_banner, anchor="center")
