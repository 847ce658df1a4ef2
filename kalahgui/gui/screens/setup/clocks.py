"""The clocks of a game: how much time the players have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame

from kalahgui.gui.paint.paragraph import balance, write_lines
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import CardScreen, Host
from kalahgui.match.clock import TimeControl

# Lengths in units of the layout.
_TOP, _ROW, _HEIGHT = 84, 56, 38
_LABEL = 220

_GAME, _MOVE = "game", "move"
_MINUTES = (1, 3, 5, 10, 15, 30)
_INCREMENTS = (0, 2, 3, 5, 10)
_SECONDS = (5, 10, 20, 30, 60)
_USUAL = TimeControl(5 * 60, 3)
_USUAL_EACH_MOVE = TimeControl(20, each_move=True)


class Clocks(CardScreen):
    """Choose the time of both players; every choice takes effect at once."""

    card_width = 820
    card_height = _TOP + 3 * _ROW + 84
    title = "clock"

    def __init__(self, app: Host, changed: Callable[[], None]) -> None:
        """Show what is chosen; ``changed`` is told of every choice."""
        self._changed = changed
        super().__init__(app)

    def _choose(self, control: TimeControl | None) -> None:
        self.services.choose(clock="" if control is None else str(control))
        self._changed()
        self.refresh()

    def lay_out(self) -> None:
        super().lay_out()
        self._labels: list[str] = []
        control = self.services.choices.control
        kind = "" if control is None else _MOVE if control.each_move else _GAME
        kinds = [("", "clock_off"), (_GAME, "clock_game"), (_MOVE, "clock_move")]
        usual = {_GAME: _USUAL, _MOVE: _USUAL_EACH_MOVE}
        options = [(name, say(key)) for name, key in kinds]
        self._add("clock_kind", options, kind, lambda chosen: self._choose(usual.get(chosen)))
        if control is None:
            return
        if control.each_move:
            self._add_numbers(control, "seconds", _SECONDS)
        else:
            self._add_numbers(control, "minutes", _MINUTES)
            self._add_numbers(control, "increment", _INCREMENTS)

    def _add_numbers(self, control: TimeControl, what: str, numbers: tuple[int, ...]) -> None:
        """Let a number of a control be chosen; minutes are its seconds."""
        field, unit = ("seconds", 60) if what == "minutes" else (what, 1)

        def choose(text: str) -> None:
            changed: dict[str, Any] = {field: unit * int(text)}
            self._choose(replace(control, **changed))

        options = [(str(n), str(n)) for n in numbers]
        self._add(f"clock_{what}", options, str(getattr(control, field) // unit), choose)

    def _add(
        self, label: str, options: list[tuple[str, str]], chosen: str, choose: Callable[[str], None]
    ) -> None:
        row = _TOP + _ROW * len(self._labels)
        self._labels.append(say(label))
        rect = self.inside(32 + _LABEL, row, self.card_width - 64 - _LABEL, _HEIGHT)
        self.controls.segments(rect, options, chosen, choose)

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for row, label in enumerate(self._labels):
            at = self.inside(32, _TOP + _ROW * row + _HEIGHT / 2).topleft
            self.write(surface, label, at, scale.body, palette.ink)
        control = self.services.choices.control
        place = self.inside(32, self.card_height - 80).topleft
        lines = balance(
            naming.clock_rule_words(control), scale.small, scale.px(self.card_width - 64)
        )
        write_lines(surface, lines, place, scale.small, palette.quiet)
