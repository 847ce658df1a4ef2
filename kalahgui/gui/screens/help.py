"""The rules in words, the ways to the lessons, and the keys: on a card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from kalahgui.games import GAMES
from kalahgui.gui.elements.cards import CardScreen
from kalahgui.gui.elements.controls import Button, Choice
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Column, Row
from kalahgui.gui.elements.screen import Host
from kalahgui.gui.elements.tables import Table
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import KeyRow
from kalahgui.gui.services.log import report
from kalahgui.gui.services.navigation import LearnOf, RulesOf
from kalahgui.gui.services.saving import copy_text
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.learning.course import courses
from kalahgui.words import say

_PAGE = 8  # rows

Group = tuple[str, list[KeyRow]]


def columns_of(groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    """Deal groups, in their order, into two columns of about the same height."""
    heights = [len(rows) + 2 for _, rows in groups]
    cut = min(range(len(groups) + 1), key=lambda n: abs(sum(heights[:n]) - sum(heights[n:])))
    return list(groups[:cut]), list(groups[cut:])


def _keys_of(groups: Sequence[Group]) -> Element:
    """Return what the keys of some groups do. All are to be in sight in the smallest window."""
    line = partial(Text, line=True, height=24)
    return Column(
        *(
            Column(
                Heading(say(f"keys_{name}"), line=True, height=31),
                Table(
                    say(f"keys_{name}"),
                    ("", ""),
                    [
                        (line(row.printed, width=136), line(row.words, colour="quiet"))
                        for row in rows
                    ],
                    gap=8,
                ),
            )
            for name, rows in groups
        ),
        gap=8,
        grow=1,
    )


KEYS = "keys"
TABS = (*GAMES, KEYS)


class Help(CardScreen):
    """How the games are played, the lessons that teach it, and what every key does."""

    card_width = 900
    least_height = 760
    head_gap = 20
    title = "help_title"
    key_places = ("end", "card", "keys")

    def __init__(self, app: Host, destination: RulesOf) -> None:
        """Show the rules of a game, by default of the one that was chosen last."""
        self._place = destination
        self.tab = (destination.game or CATALOGUE[app.services.choices.offer].game).key
        super().__init__(app)

    def beside_title(self) -> list[Element]:
        words, what = say("help_report"), say("help_report_what")
        return [Button(words, self.copy_report, style="small", tip=what, width=160, height=36)]

    def body(self) -> Element:
        tabs = [(tab, say(f"rules_tab_{tab}")) for tab in TABS]
        shown = self._keys() if self.tab == KEYS else self._rules()
        return Column(Choice(tabs, self.tab, self.open_tab, grow=0), shown, gap=20)

    def _keys(self) -> Element:
        return Row(*map(_keys_of, columns_of(list(keymap.groups().items()))), gap=32, stretch=True)

    def _rules(self) -> Element:
        ways = [
            Button(
                words,
                partial(self._go, destination),
                style="soft" if number else "primary",
                keys=self.key("go_on") if destination.over else "",
                height=46,
            )
            for number, (words, destination) in enumerate(self._ways)
        ]
        steps = [
            Column(
                Heading(say(f"rules_step_{self.tab}_{name}")),
                Text(say(f"rules_what_{self.tab}_{name}")),
            )
            for name in GAMES[self.tab].rule_parts
        ]
        return Column(Row(*ways, gap=12) if ways else None, *steps, gap=12)

    @property
    def _ways(self) -> list[tuple[str, LearnOf]]:
        """Return the ways to the lessons: the one on what has just happened, and the course."""
        key, good = self._place.lesson, courses()[0]
        ways = [(say("learn_how"), LearnOf(self.tab))] if self.tab in good else []
        if key and self._place.game is GAMES.get(self.tab):
            lesson = good[self.tab].lessons[good[self.tab].place_of(key)]
            words = say("learn_happened", title=lesson.title.said(say))
            ways.insert(0, (words, LearnOf(self.tab, key, over=True)))
        return ways

    def _go(self, destination: LearnOf) -> None:
        self.app.pop()
        if destination.over and self._place.wait is not None:
            self._place.wait()
        self.app.open(destination)

    @property
    def commands(self) -> keymap.Commands:
        # The course would take the place of a game.
        go_on = [
            ("go_on", partial(self._go, destination))
            for _, destination in self._ways
            if destination.over
        ]
        return {**super().commands, **dict(go_on)}

    def copy_report(self) -> None:
        """Copy what whoever mends a defect has to know."""
        done = copy_text(report(self.services.log))
        self.services.notices.show_now(say("copied_report" if done else "no_clipboard"))

    def open_tab(self, tab: str) -> None:
        """Show the rules of another game, or the keys."""
        self.tab = tab
        self.refresh()

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            walks = keymap.walking(self.controls.scroll, _PAGE, ends=False)
            if keymap.press(("list",), walks, event):
                return True
        return super().handle(event)
