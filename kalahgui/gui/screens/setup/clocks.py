"""How much time the players have, on a card."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, write_lines
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.card import CardScreen
from kalahgui.gui.widgets.screen import Host
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

    def _choose_kind(self, kind: str) -> None:
        self._choose({_GAME: _USUAL, _MOVE: _USUAL_EACH_MOVE}.get(kind))

    def lay_out(self) -> None:
        super().lay_out()
        self._labels: list[str] = []
        control = self.services.choices.control
        kind = "" if control is None else _MOVE if control.each_move else _GAME
        kinds = [("", "clock_off"), (_GAME, "clock_game"), (_MOVE, "clock_move")]
        self._add("clock_kind", [(name, say(key)) for name, key in kinds], kind, self._choose_kind)
        if control is None:
            return
        if control.each_move:
            self._add_numbers(
                "clock_seconds",
                _SECONDS,
                control.seconds,
                lambda n: self._choose(TimeControl(n, each_move=True)),
            )
            return
        self._add_numbers(
            "clock_minutes",
            _MINUTES,
            control.seconds // 60,
            lambda n: self._choose(TimeControl(60 * n, control.increment)),
        )
        self._add_numbers(
            "clock_increment",
            _INCREMENTS,
            control.increment,
            lambda n: self._choose(TimeControl(control.seconds, n)),
        )

    def _add_numbers(
        self, label: str, numbers: tuple[int, ...], chosen: int, choose: Callable[[int], None]
    ) -> None:
        options = [(str(n), str(n)) for n in numbers]
        self._add(label, options, str(chosen), lambda text: choose(int(text)))

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
            theme.write(surface, label, at, scale.body, palette.ink, anchor="midleft")
        control = self.services.choices.control
        place = self.inside(32, self.card_height - 80).topleft
        lines = balance(
            naming.clock_rule_words(control), scale.small, scale.px(self.card_width - 64)
        )
        write_lines(surface, lines, place, scale.small, palette.quiet)
