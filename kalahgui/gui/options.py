"""The settings, on a card."""

from __future__ import annotations

from functools import partial

import pygame

from kalahgui.gui.boards.view import PIT_NUMBERS
from kalahgui.gui.kit import theme
from kalahgui.gui.kit.card import CardScreen
from kalahgui.gui.kit.paragraph import balance, write_lines
from kalahgui.gui.kit.theme import PALETTES
from kalahgui.gui.kit.words import LANGUAGES, say
from kalahgui.gui.settings import FACES, TEXT_SIZES
from kalahgui.match.timeline import PACES

_ROW = 46
_CREDITS = 56
_ROWS = (
    "language",
    "theme",
    "text",
    "speed",
    "sound",
    "preview",
    "thinking",
    "marks",
    "numbers",
    "pit_numbers",
    "face",
    "window",
)


class Options(CardScreen):
    """What the player may choose for the window; every choice takes effect at once."""

    card_width = 700
    card_height = 84 + _ROW * len(_ROWS) + 44 + _CREDITS
    title = "settings"

    def lay_out(self) -> None:
        super().lay_out()
        switch = [("on", say("on")), ("off", say("off"))]
        shown = [("on", say("shown")), ("off", say("hidden"))]
        choices = self.app.choices
        rows = {
            "language": (list(LANGUAGES.items()), choices.language),
            "theme": ([(name, say(f"theme_{name}")) for name in PALETTES], choices.theme),
            "text": ([(name, say(f"text_{name}")) for name in TEXT_SIZES], choices.text),
            "speed": ([(name, say(f"speed_{name}")) for name in PACES], choices.pace),
            "sound": (switch, _switch(choices.sound)),
            "preview": (shown, _switch(choices.preview)),
            "thinking": (shown, _switch(choices.thinking)),
            "marks": (shown, _switch(choices.marks)),
            "numbers": (shown, _switch(choices.numbers)),
            "pit_numbers": (
                [(name, say(f"pit_numbers_{name}")) for name in PIT_NUMBERS],
                choices.pit_numbers,
            ),
            "face": ([(name, say(f"face_{name}")) for name in FACES], choices.face),
            "window": (
                [("window", say("window")), ("fullscreen", say("fullscreen"))],
                "fullscreen" if self.app.fullscreen else "window",
            ),
        }
        for row, name in enumerate(_ROWS):
            options, chosen = rows[name]
            rect = self.inside(280, 84 + _ROW * row, self.card_width - 280 - 32, 38)
            self.controls.segments(rect, options, chosen, partial(self._choose, name))

    def _choose(self, name: str, value: str) -> None:
        app = self.app
        if name == "language":
            app.speak(value)
        elif name == "window":
            if (value == "fullscreen") != app.fullscreen:
                app.toggle_fullscreen()
        elif name in ("theme", "text"):
            app.choose(**{name: value})
            app.rebuild()
        elif name == "sound":
            app.set_sound(value == "on")
        elif name == "speed":
            app.choose(pace=value)
        elif name in ("face", "pit_numbers"):
            app.choose(**{name: value})
        else:
            app.choose(**{name: value == "on"})
        for screen in app.screens:
            screen.refresh()

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for row, name in enumerate(_ROWS):
            at = self.inside(32, 84 + _ROW * row + 19).topleft
            words = theme.fit(say(f"setting_{name}"), scale.body, scale.px(236))
            theme.write(surface, words, at, scale.body, palette.ink, anchor="midleft")
        at = self.inside(32, self.card_height - 28 - _CREDITS).topleft
        theme.write(surface, self.app.about, at, scale.small, palette.quiet, anchor="midleft")
        credits = balance(say("articles_credits"), scale.small, scale.px(self.card_width - 64))
        x, y = self.inside(32, self.card_height - 10 - _CREDITS).topleft
        write_lines(surface, credits, (x, y), scale.small, palette.quiet)


def _switch(on: bool) -> str:
    return "on" if on else "off"
