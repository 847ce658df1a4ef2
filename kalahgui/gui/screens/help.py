"""The rules with pictures, step by step, and the keys: on a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from kalahgui.games import GAMES
from kalahgui.games.game import Game
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.boards.view import Look
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.paint.paragraph import wrap, write_lines
from kalahgui.gui.paint.theme import Palette
from kalahgui.gui.services import keymap
from kalahgui.gui.services.keymap import Commands, KeyRow
from kalahgui.gui.services.log import report
from kalahgui.gui.services.saving import copy_text
from kalahgui.gui.services.settings import CATALOGUE
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import CardScreen, Host, Screen
from kalahgui.gui.widgets.scroll import Scroller
from kalahgui.match.match import Match, Player


@dataclass(frozen=True)
class RuleStep:
    """A step of the rules: the position after some moves, in notation, of a board.

    A ``move`` that is shown is under the hand there, with what it would do; ``still`` leaves out
    all but the board.
    """

    name: str
    variant: str
    moves: str
    move: str = ""
    still: bool = False

    def match(self, key: str) -> Match:
        """Return a match of a game that stands at the position."""
        players = (Player(say("you")), Player(say("rules_opponent")))
        match = Match(GAMES[key], self.variant, (), players)
        match.replay_texts(self.moves.split())
        return match

    def draw(self, surface: pygame.Surface, key: str, place: pygame.Rect, palette: Palette) -> None:
        """Draw the position of a game in a place."""
        match, view_type = self.match(key), VIEWS[key]
        view = view_type(match.game, match.start, place, 0, palette)
        shown = view.shown(match)
        if self.still:
            view.draw_still(surface, shown)
            return
        cell = view.cell_of(match.parse(self.move), match.position) if self.move else None
        look = Look(cell=cell, to_move=not match.over)
        view.draw(surface, shown, match, look)


_WHOLE_GAME = (
    "c4 e3 f2 c5 d6 e2 f3 g1 d1 g3 e6 c3 b6 e1 b2 a7 g4 f4 h2 f7 d2 h3 b4 c1 g8 e7 f8 a5 a4 b3 "
    "c2 d3 h4 d7 c7 e8 f5 a2 b5 d8 c6 h8 g2 g5 h1 b7 h5 a3 c8 g7 a1 f6 h7 h6 a8 b1 a6 b8 g6 f1"
)

STEPS: dict[str, tuple[RuleStep, ...]] = {
    "kalah": (
        RuleStep("sow", "6x4", "", "2"),
        RuleStep("again", "6x4", "", "3"),
        RuleStep("capture", "6x4", "5 1", "1"),
        RuleStep("end", "6x4", "5 4 3 4 1 5 5 4 4 3 6"),
    ),
    "reversi": (
        RuleStep("enclose", "8x8", "", "f5"),
        RuleStep("lines", "8x8", "e6 d6 c3 f3 c5 d3", "e3"),
        RuleStep("pass", "8x8", "c4 c3 f5 b4 a4 c5 b6 a5 c2 a3"),
        RuleStep("corner", "8x8", "d3 c5 b6 b5 c6 b7", "a8"),
        RuleStep("end", "8x8", _WHOLE_GAME),
    ),
    "tictactoe": (
        RuleStep("mark", "3x3", "b2", "c1"),
        RuleStep("line", "3x3", "b2 a1 c2 a3 a2", still=True),
        RuleStep("draw", "3x3", "b2 a1 a3 c1 b1 b3 a2 c2 c3", still=True),
    ),
    "eight": (
        RuleStep("say", "8", "2 1", still=True),
        RuleStep("not_twice", "8", "2 1 3", still=True),
        RuleStep("win", "8", "2 1 3 2", still=True),
        RuleStep("over", "8", "2 1 3 1 2", still=True),
    ),
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
TABS = (*STEPS, KEYS)
# Lengths in units of the layout.
_TABS_TOP, _TOP = 76, 134
_PICTURE_HEIGHT = 374
_WORDS_TOP = _TOP + _PICTURE_HEIGHT + 14
_FOOT = 60
_DOT, _DOT_STEP = 12, 30
_BUTTON = 40
_REPORT = 160


class Help(CardScreen):
    """How the games are played, and every key and what it does."""

    card_width = 900
    card_height = _WORDS_TOP + 128 + _FOOT
    title = "help_title"
    key_places = ("card", "steps", "keys")

    def __init__(self, app: Host, game: Game | None = None) -> None:
        """Show the rules of a game, by default of the one that was chosen last."""
        self.tab = (game or CATALOGUE[app.services.choices.offer].game).key
        self.number = 0
        self._picture: pygame.Surface | None = None
        super().__init__(app)

    @property
    def steps(self) -> tuple[RuleStep, ...]:
        """Return the steps of the game that is shown; none on the page of the keys."""
        return STEPS.get(self.tab, ())

    def lay_out(self) -> None:
        super().lay_out()
        self._picture = None
        self._keys: KeysPage | None = None
        head = self.inside(self.card_width - 24 - 36 - 12 - _REPORT, 20, _REPORT, 36)
        self.controls.button(
            head, say("help_report"), self.copy_report, style="small", tip=say("help_report_what")
        )
        rect = self.inside(32, _TABS_TOP, self.card_width - 64, 38)
        tabs = [(tab, say(f"rules_tab_{tab}")) for tab in TABS]
        self.controls.segments(rect, tabs, self.tab, self.open_tab)
        if not self.steps:
            height = self.card_height - _TOP - 24
            self._keys = KeysPage(self, self.inside(32, _TOP, self.card_width - 64, height))
            return
        top = self.card_height - _FOOT - 4
        self._add_step(self.inside(32, top, _BUTTON, _BUTTON), -1)
        self._add_step(self.inside(self.card_width - 32 - _BUTTON, top, _BUTTON, _BUTTON), 1)
        left, top = (self.card_width - _DOT_STEP * len(self.steps)) / 2, self.card_height - _FOOT
        self._dots = [
            self.inside(left + _DOT_STEP * number, top, _DOT_STEP, 32)
            for number in range(len(self.steps))
        ]
        for number, dot in enumerate(self._dots):
            self.controls.area(dot, partial(self.show, number))

    def _add_step(self, rect: pygame.Rect, step: int) -> None:
        self.controls.button(
            rect,
            "",
            lambda: self.show(self.number + step),
            icon="chevron_left" if step < 0 else "chevron_right",
            tip=say("rules_back" if step < 0 else "rules_on"),
            key=self.key("back" if step < 0 else "on"),
            enabled=0 <= self.number + step < len(self.steps),
        )

    @property
    def picture(self) -> pygame.Surface | None:
        """Return the picture of the step, once it has been drawn."""
        return self._picture

    def copy_report(self) -> None:
        """Copy what whoever mends a defect has to know."""
        done = copy_text(report(self.services.log))
        self.services.notices.show_now(say("copied_report" if done else "no_clipboard"))

    def open_tab(self, tab: str) -> None:
        """Show the rules of another game, or the keys."""
        self.tab, self.number = tab, 0
        self.refresh()

    def show(self, number: int) -> None:
        """Show a step, if there is one of that number."""
        if 0 <= number < len(self.steps):
            self.number = number
            self.refresh()

    # -- events and drawing

    @property
    def commands(self) -> Commands:
        steps = {"back": -1, "on": 1}
        shown = {name: partial(self.show, self.number + step) for name, step in steps.items()}
        return {**super().commands, **shown}

    def handle(self, event: pygame.Event) -> bool:
        return (self._keys is not None and self._keys.handle(event)) or super().handle(event)

    def draw_inside(self, surface: pygame.Surface) -> None:
        if self._keys is not None:
            self._keys.draw(surface)
            return
        scale, palette = self.scale, self.palette
        place = self.inside(32, _TOP, self.card_width - 64, _PICTURE_HEIGHT)
        if self._picture is None:
            with cache.rendering():
                self._picture = self._paint(place.size)
            cache.rendered()
        surface.blit(self._picture, place)
        name = f"{self.tab}_{self.steps[self.number].name}"
        x, y = self.inside(32, _WORDS_TOP).topleft
        heading = f"{self.number + 1}. {say(f'rules_step_{name}')}"
        y = write_lines(surface, [heading], (x, y), scale.heading, palette.ink, True)
        lines = wrap(say(f"rules_what_{name}"), scale.body, scale.px(self.card_width - 64))
        write_lines(surface, lines, (x, y), scale.body, palette.ink)
        for number, dot in enumerate(self._dots):
            size = scale.px(_DOT)
            colour = palette.accent if number == self.number else palette.edge
            theme.draw_dot(surface, dot.center, size, colour)

    def _paint(self, size: tuple[int, int]) -> pygame.Surface:
        picture = pygame.Surface(size)
        picture.fill(self.palette.card)
        # Below the board is the room of its shadow.
        px = self.scale.px
        place = pygame.Rect(px(24), px(8), size[0] - 2 * px(24), size[1] - px(8) - px(44))
        self.steps[self.number].draw(picture, self.tab, place, self.palette)
        return picture
