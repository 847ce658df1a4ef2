"""The settings, on a card, in groups."""

from __future__ import annotations

from functools import partial

import pygame

from kalahgui import __version__
from kalahgui.core import COMPILED
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import line_height, wrap, write_lines
from kalahgui.gui.screens.options.option_rows import ROWS, OptionRow
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.screen import Host

_ABOUT = "about"
GROUPS = (*dict.fromkeys(row.group for row in ROWS), _ABOUT)
# Lengths in units of the layout.
_TOP, _FOOT = 84, 28
_GROUPS_WIDTH, _GROUP_STEP = 208, 46
_LEFT = 32 + _GROUPS_WIDTH + 32
_ROW, _LABEL, _HEIGHT = 82, 30, 38
_MOST_ROWS = max(sum(row.group == group for row in ROWS) for group in GROUPS)


class Options(CardScreen):
    """What the player may choose for the window; every choice takes effect at once."""

    card_width = 900
    card_height = _TOP + _ROW * _MOST_ROWS + _FOOT
    title = "settings"
    key_places = ("list", "card")

    def __init__(self, app: Host) -> None:
        """Show the first group."""
        self.group = GROUPS[0]
        super().__init__(app)

    @property
    def rows(self) -> list[OptionRow]:
        """Return the rows of the group that is shown."""
        return [row for row in ROWS if row.group == self.group]

    def lay_out(self) -> None:
        super().lay_out()
        for place, group in enumerate(GROUPS):
            rect = self.inside(32, _TOP + _GROUP_STEP * place, _GROUPS_WIDTH, _HEIGHT)
            options = [(group, say(f"settings_{group}"))]
            self.controls.segments(rect, options, self.group, self.open_group)
        for place, row in enumerate(self.rows):
            top = _TOP + _ROW * place + _LABEL
            rect = self.inside(_LEFT, top, self.card_width - _LEFT - 32, _HEIGHT)
            choose = partial(self._choose, row)
            self.controls.segments(rect, row.options(), row.value(self.app), choose)

    def open_group(self, group: str) -> None:
        """Show another group."""
        self.group = group
        self.refresh()

    def _choose(self, row: OptionRow, value: str) -> None:
        row.apply(self.app, value)
        for screen in self.app.screens:
            screen.refresh()

    @property
    def commands(self) -> Commands:
        return {
            **super().commands,
            "up": partial(self._step_group, -1),
            "down": partial(self._step_group, 1),
        }

    def _step_group(self, step: int) -> None:
        self.open_group(GROUPS[(GROUPS.index(self.group) + step) % len(GROUPS)])

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        if self.group == _ABOUT:
            self._draw_about(surface)
        for place, row in enumerate(self.rows):
            at = self.inside(_LEFT, _TOP + _ROW * place + _LABEL / 2).topleft
            words = theme.fit(row.label, scale.body, scale.px(self.card_width - _LEFT - 32))
            theme.write(surface, words, at, scale.body, palette.ink, anchor="midleft")

    def _draw_about(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        width = scale.px(self.card_width - _LEFT - 32)
        x, y = self.inside(_LEFT, _TOP + 2).topleft
        y = write_lines(surface, [say("program")], (x, y), scale.heading, palette.ink, True)
        core = say("core_compiled" if COMPILED else "core_interpreted")
        about = wrap(say("about", version=__version__, core=core), scale.body, width)
        y = write_lines(surface, about, (x, y), scale.body, palette.ink)
        y += line_height(scale.small) // 2
        lines = wrap(say("articles_credits"), scale.body, width)
        write_lines(surface, lines, (x, y), scale.body, palette.quiet)
