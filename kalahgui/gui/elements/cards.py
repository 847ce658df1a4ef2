"""Cards that several screens lay over themselves: a question, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from kalahgui.gui.elements.controls import Button
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row
from kalahgui.gui.elements.screen import CARD_SIDE, TreeCard
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Text
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Host


class KeysCard(TreeCard):
    """Every key of a screen, on a card as wide as what they do."""

    title = "keys_card"
    card_width = 480
    key_places = ("card", "keys")

    def __init__(self, app: Host, places: Iterable[str]) -> None:
        """Show the keys of some places."""
        self._rows = keymap.card(places)
        super().__init__(app)

    def wants_width(self) -> int:
        keys = self.keys().wants(self.controls.look, self.size[0])[0]
        return max(super().wants_width(), keys + self.scale.px(2 * CARD_SIDE))

    def body(self) -> Element:
        return self.keys()

    def keys(self) -> Element:
        """Return what the keys do."""
        line = partial(Text, line=True, height=30)
        rows = [
            (line(row.printed, bold=True), line(row.words, colour="quiet")) for row in self._rows
        ]
        return Table(say("keys_card"), ("", ""), rows, gap=24)


class Question(TreeCard):
    """Ask before something that cannot be meant lightly."""

    card_width = 440
    answer_width = 180
    key_places = ("question", "card")

    def __init__(self, app: Host, title: str, yes: str, no: str, act: Callable[[], None]) -> None:
        """Ask ``title``; ``act`` is done when the answer is ``yes`` (keys of translations)."""
        self.title = title
        self._yes, self._no, self._act = yes, no, act
        super().__init__(app)

    def body(self) -> Element:
        return Column(*self.details(), Row(*self.answers(), gap=16), gap=20)

    def details(self) -> list[Element]:
        """Return what stands between the question and the answers."""
        return []

    def answers(self) -> list[Element]:
        """Return the buttons of the answers."""
        return [
            self.answer(self._yes, self.commands["yes"], "primary"),
            self.answer(self._no, self.app.pop, "soft"),
        ]

    def answer(self, label: str, act: Callable[[], object], style: str) -> Element:
        """Return the button of an answer (a key of translations)."""
        return Button(say(label), act, style=style, width=self.answer_width, height=44)

    @property
    def said(self) -> str:
        return self.title_words

    @property
    def commands(self) -> Commands:
        return {**super().commands, "yes": partial(self.close_for, self._act)}
