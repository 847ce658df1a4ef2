"""The rules in words, the ways to the lessons, and the keys: on a card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from kalahgui.games import GAMES
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import wrap, write_lines
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import KeyRow
from kalahgui.gui.services.log import report
from kalahgui.gui.services.navigation import LearnOf, RulesOf
from kalahgui.gui.services.saving import copy_text
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part
from kalahgui.gui.widgets.screen import CardScreen, Host, Screen
from kalahgui.gui.widgets.scroll import Scroller
from kalahgui.gui.widgets.tables import row_part, table_part
from kalahgui.learning.course import courses

# What the rules of each game are told in, under headings of their own.
RULES: dict[str, tuple[str, ...]] = {
    "kalah": ("sow", "again", "capture", "end"),
    "reversi": ("enclose", "lines", "pass", "corner", "end"),
    "tictactoe": ("mark", "line", "draw"),
    "eight": ("say", "not_twice", "win", "over"),
}


_GAP = 32  # between the columns
# All keys are to be in sight in the smallest window.
_ROW, _LEADING = 24, 1.25
_PAGE = 8  # rows

Group = tuple[str, list[KeyRow]]


def columns_of(groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    """Deal groups, in their order, into two columns of about the same height."""
    heights = [len(rows) + 2 for _, rows in groups]
    cut = min(range(len(groups) + 1), key=lambda n: abs(sum(heights[:n]) - sum(heights[n:])))
    return list(groups[:cut]), list(groups[cut:])


class KeysPage:
    """Draws what every key does."""

    def __init__(self, screen: Screen, place: pygame.Rect) -> None:
        """Take a place on a screen."""
        self._screen = screen
        self._scale = screen.scale
        self._place = place
        self._row = max(screen.scale.px(_ROW), round(_LEADING * screen.scale.body))
        self._columns = columns_of(list(keymap.groups().items()))
        rows = max(sum(len(rows) + 1.5 for _, rows in column) for column in self._columns)
        self.scroller = Scroller(place, round((rows - 0.5) * self._row), self._row)

    def handle(self, event: pygame.Event) -> bool:
        """Scroll; return True when the event was used."""
        if event.type == pygame.KEYDOWN:
            return keymap.press(("list",), keymap.walking(self._scroll, _PAGE, ends=False), event)
        return self.scroller.handle(event)

    def _scroll(self, rows: int) -> None:
        self.scroller.move_to(self.scroller.offset + rows * self._row)

    @property
    def part(self) -> Part:
        """Return all keys as a table for those who do not see them, also those out of sight."""
        told = []
        for name, rows in (*self._columns[0], *self._columns[1]):
            told.append(row_part(("",), (say(f"keys_{name}"),), self._place, name))
            told += [
                row_part(("", ""), (row.printed, row.words), self._place, (name, row.what))
                for row in rows
            ]
        return table_part(say("keys_card"), self._place, told)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw both columns."""
        width = (self._place.width - self._scale.px(_GAP)) // 2
        with theme.clipped(surface, self._place):
            for number, column in enumerate(self._columns):
                x = self._place.x + number * (width + self._scale.px(_GAP))
                self._draw_column(surface, column, x, width)
        self.scroller.draw(surface, self._scale, self._screen.palette)

    def _draw_column(
        self, surface: pygame.Surface, groups: list[Group], x: int, width: int
    ) -> None:
        scale, ink, write = self._scale, self._screen.palette.ink, self._screen.write
        y = self._place.y - self.scroller.offset + self._row // 2
        for name, rows in groups:
            heading = say(f"keys_{name}")
            at = (x, y - self._row // 6)
            write(surface, heading, at, scale.heading, ink, bold=True)
            y += self._row
            for row in rows:
                left = round(width * 0.36)
                room = left - scale.px(8)
                write(surface, row.printed, (x, y), scale.body, ink, room=room)
                at, room = (x + left, y), width - left - scale.px(8)
                write(surface, row.words, at, scale.body, room=room)
                y += self._row
            y += self._row // 2


KEYS = "keys"
TABS = (*RULES, KEYS)
# Lengths in units of the layout.
_TABS_TOP, _TOP = 76, 134
_BUTTON, _WAYS = 46, 64
_REPORT = 160


class Help(CardScreen):
    """How the games are played, the lessons that teach it, and what every key does."""

    card_width = 900
    card_height = 760
    title = "help_title"
    key_places = ("end", "card", "keys")

    def __init__(self, app: Host, place: RulesOf) -> None:
        """Show the rules of a game, by default of the one that was chosen last."""
        self._place = place
        self.tab = (place.game or CATALOGUE[app.services.choices.offer].game).key
        super().__init__(app)

    def lay_out(self) -> None:
        super().lay_out()
        self._keys: KeysPage | None = None
        self._ways: list[tuple[str, LearnOf]] = []
        head = self.inside(self.card_width - 24 - 36 - 12 - _REPORT, 20, _REPORT, 36)
        self.controls.button(
            head, say("help_report"), self.copy_report, style="small", tip=say("help_report_what")
        )
        rect = self.inside(32, _TABS_TOP, self.card_width - 64, 38)
        tabs = [(tab, say(f"rules_tab_{tab}")) for tab in TABS]
        self.controls.segments(rect, tabs, self.tab, self.open_tab)
        if self.tab == KEYS:
            height = self.card_height - _TOP - 24
            self._keys = KeysPage(self, self.inside(32, _TOP, self.card_width - 64, height))
            return
        self._add_ways()

    def _add_ways(self) -> None:
        """Add the ways to the lessons: the one on what has just happened, and the course."""
        px, x = self.scale.px, 32.0
        game, key = self._place.game, self._place.lesson
        good = courses()[0]
        self._ways = ways = [(say("learn_how"), LearnOf(self.tab))] if self.tab in good else []
        if key and game is GAMES.get(self.tab):
            lesson = good[self.tab].lessons[good[self.tab].place_of(key)]
            words = say("learn_happened", title=lesson.title.said(say))
            ways.insert(0, (words, LearnOf(self.tab, key, over=True)))
        for words, place in ways:
            width = theme.font(self.scale.body, True).size(words)[0] / self.scale.layout + 36
            rect = self.inside(x, _TOP, width, _BUTTON)
            style = "primary" if place is ways[0][1] else "soft"
            act, enter = partial(self._go, place), self.key("go_on") if place.over else ""
            self.controls.button(rect, words, act, style=style, key=enter)
            x += width + px(12) / self.scale.layout

    def _go(self, place: LearnOf) -> None:
        self.app.pop()
        if place.over and self._place.wait is not None:
            self._place.wait()
        self.app.open(place)

    @property
    def commands(self) -> keymap.Commands:
        # The course would take the place of a game.
        go_on = [("go_on", partial(self._go, place)) for _, place in self._ways if place.over]
        return {**super().commands, **dict(go_on)}

    def copy_report(self) -> None:
        """Copy what whoever mends a defect has to know."""
        done = copy_text(report(self.services.log))
        self.services.notices.show_now(say("copied_report" if done else "no_clipboard"))

    def open_tab(self, tab: str) -> None:
        """Show the rules of another game, or the keys."""
        self.tab = tab
        self.refresh()

    @property
    def views(self) -> list[Part]:
        return [] if self._keys is None else [self._keys.part]

    # -- events and drawing

    def handle(self, event: pygame.Event) -> bool:
        return (self._keys is not None and self._keys.handle(event)) or super().handle(event)

    def draw_inside(self, surface: pygame.Surface) -> None:
        if self._keys is not None:
            self._keys.draw(surface)
            return
        scale, palette = self.scale, self.palette
        x, y = self.inside(32, _TOP + (_WAYS if self._ways else 0)).topleft
        for name in RULES[self.tab]:
            heading = say(f"rules_step_{self.tab}_{name}")
            y = write_lines(surface, [heading], (x, y), scale.heading, palette.ink, True)
            words = say(f"rules_what_{self.tab}_{name}")
            lines = wrap(words, scale.body, scale.px(self.card_width - 64))
            y = write_lines(surface, lines, (x, y), scale.body, palette.ink) + scale.px(10)
