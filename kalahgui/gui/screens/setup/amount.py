"""How far a computer of one's own choice looks ahead, or how long: changed step by step."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kalahgui.core.textbook import MAX_DEPTH
from kalahgui.gui.services.settings import Seat
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.stepper import Stepper

_SECONDS = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
_DEEPEST = min(20, MAX_DEPTH)


class Amount:
    """The turns or the seconds of a seat, between a minus and a plus."""

    def __init__(
        self,
        screen: Screen,
        seat: Seat,
        x: float,
        y: float,
        width: float,
        change: Callable[..., None],
    ) -> None:
        """Add the buttons; ``change`` is called with the changed field of the seat."""
        self._seat = seat
        self._change = change
        step = self._change_seconds if seat.timed else self._change_turns
        self._stepper = Stepper(screen, x, y, width, step)

    def _change_turns(self, step: int) -> None:
        self._change(turns=min(max(1, self._seat.turns + step), _DEEPEST))

    def _change_seconds(self, step: int) -> None:
        now = self._seat.seconds
        nearest = min(range(len(_SECONDS)), key=lambda i: abs(_SECONDS[i] - now))
        self._change(seconds=_SECONDS[min(max(0, nearest + step), len(_SECONDS) - 1)])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the number and what it counts."""
        if self._seat.timed:
            number = say("n_seconds", n=f"{self._seat.seconds:g}")
            self._stepper.draw(surface, number, say("seconds"))
        else:
            self._stepper.draw(surface, str(self._seat.turns), say("turns"))
