"""The clocks of a game: how much time the players have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Choice, labelled
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.match.clock import TimeControl

_USUAL = {
    "off": None,
    "game": TimeControl(5 * 60, 3),
    "move": TimeControl(20, each_move=True),
}
_MINUTES = (1, 3, 5, 10, 15, 30)
_INCREMENTS = (0, 2, 3, 5, 10)
_SECONDS = (5, 10, 20, 30, 60)


class Clocks(CardScreen):
    """Choose the time of both players; every choice takes effect at once."""

    card_width = 820
    least_height = 336
    title = "clock"

    def __init__(self, app: Host, changed: Callable[[], None]) -> None:
        """Show what is chosen; ``changed`` is told of every choice."""
        self._changed = changed
        super().__init__(app)

    def body(self) -> Element:
        control = self.services.choices.control
        kind = "off" if control is None else "move" if control.each_move else "game"
        kinds = [(each, say(f"clock_{each}")) for each in _USUAL]
        return Column(
            _row("kind", kinds, kind, self._choose_kind),
            *(() if control is None else self._amounts(control)),
            Text(naming.clock_rule_words(control), "small", "quiet", balanced=True),
            gap=18,
        )

    def _amounts(self, control: TimeControl) -> Iterator[Element]:
        """Yield a row for each number of a control; minutes are its seconds."""
        offered = {"minutes": _MINUTES, "increment": _INCREMENTS}
        for what, numbers in ({"seconds": _SECONDS} if control.each_move else offered).items():
            name, unit = ("seconds", 60) if what == "minutes" else (what, 1)
            options = [(str(number), str(number)) for number in numbers]
            chosen = str(getattr(control, name) // unit)
            yield _row(what, options, chosen, partial(self._choose_amount, name, unit))

    def _choose_kind(self, chosen: str) -> None:
        self._choose(_USUAL[chosen])

    def _choose_amount(self, name: str, unit: int, chosen: str) -> None:
        control = self.services.choices.control
        assert control is not None
        change: dict[str, Any] = {name: unit * int(chosen)}
        self._choose(replace(control, **change))

    def _choose(self, control: TimeControl | None) -> None:
        self.services.choose(clock="" if control is None else str(control))
        self._changed()
        self.refresh()


def _row(
    what: str, options: list[tuple[str, str]], chosen: str, choose: Callable[[str], None]
) -> Element:
    label = say(f"clock_{what}")
    return labelled(label, Choice(options, chosen, choose, name=label))
