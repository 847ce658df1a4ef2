"""The home screen: a card for every game, the articles and the theatre; the game to go on with."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from functools import partial

import pygame

from kalahgui.articles.example_trees import tree_of
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.controls import Button, Choice
from kalahgui.gui.elements.element import Act, Element, Look
from kalahgui.gui.elements.layout import Card, Column, Row, Space
from kalahgui.gui.elements.screen import ICON, Screen
from kalahgui.gui.elements.writing import Heading, Text, wide
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.paragraph import line_height
from kalahgui.gui.paint.tree_drawing import TreePicture
from kalahgui.gui.screens.home.unfinished import state_words
from kalahgui.gui.searching.figures import outcome_labels
from kalahgui.gui.services import keymap, naming
from kalahgui.gui.services.autosave import Unfinished
from kalahgui.gui.services.day_words import when_words
from kalahgui.gui.services.navigation import (
    ArticleOf,
    Destination,
    EditorOf,
    LearnOf,
    MainScreen,
    RulesOf,
    SetUpOf,
    StoredGame,
    TheatreOf,
)
from kalahgui.gui.services.settings import CATALOGUE, entry_of
from kalahgui.library.saved import StoredMatch
from kalahgui.theatre.tree_painter import TreeInks
from kalahgui.words import LANGUAGES, as_text, say

# Small enough to be read on a card, large enough for a cut.
_TREE = tree_of({"A": {"C": 3, "D": 4}, "B": {"E": 2, "F": 5}})
_LETTER = 1  # for no names
_INNER = 1.25  # as large as a leaf, for a bound
_WIDEST = 1.25  # of the height
_LEFT_OUT = 0.4  # how strongly what was left out is drawn


def draw_search(surface: pygame.Surface, rect: pygame.Rect, palette: theme.Palette) -> None:
    """Draw how alpha-beta searches a small tree, in light ink on a coloured card."""
    ink, ground = palette.on_stage, palette.stage
    faint = ground.lerp(ink, _LEFT_OUT)
    middle = rect.inflate(min(0, round(rect.height * _WIDEST) - rect.width), 0)
    inks = TreeInks(ground, ink, ground, ink, ink, faint, ink, ink, ground)
    tree = TreePicture(_TREE, middle, palette, _LETTER, inner=_INNER, inks=inks)
    tree.draw(surface, outcome_labels(_TREE, True, windows=False))


_BARS = (1.0, 0.62, 0.3)
_MARGIN = 0.08  # of a page, beside what is on it


def draw_contents(
    surface: pygame.Surface, rect: pygame.Rect, palette: theme.Palette, scale: theme.Scale
) -> None:
    """Draw a page: what the articles are about, and how some counts compare where there is room."""
    longer = round(rect.height * 1.25), round(rect.width * 1.25)
    page = pygame.Rect(0, 0, min(rect.width, longer[0]), min(rect.height, longer[1]))
    page.center = rect.center
    surface.blit(theme.render_rounded(page.size, max(4, page.height // 20), palette.sunken), page)
    names, margin = say("card_articles_about").split("\n"), round(_MARGIN * page.width)
    inside = page.inflate(-2 * margin, -2 * margin)
    high = min(line_height(scale.small), inside.height // len(names))
    bars = inside.height - len(names) * high
    row = bars // len(_BARS) if bars >= len(_BARS) * high // 2 else 0
    top = inside.y + (0 if row else bars // 2)
    for number, name in enumerate(names):
        size = min(scale.small, high)
        middle = inside.x, top + number * high + high // 2
        theme.write(surface, name, middle, size, palette.ink, anchor="midleft")
    for number, share in enumerate(_BARS if row else ()):
        bar = pygame.Rect(inside.x, 0, inside.width, max(2, round(0.5 * row)))
        bar.bottom = inside.bottom - (len(_BARS) - 1 - number) * row
        draw_bar(surface, bar, share, palette)


_LESSONS = ((0.14, 0.30), (0.5, 0.30), (0.86, 0.30), (0.68, 0.76), (0.32, 0.76))
_DONE = 3
_DISC = 0.24  # of the width


def draw_lessons(surface: pygame.Surface, rect: pygame.Rect, palette: theme.Palette) -> None:
    """Draw the path of a course: lessons that are done, the next one, and those to come."""
    width = min(rect.width, round(rect.height * 1.6))
    box = pygame.Rect(0, 0, width, rect.height)
    box.center = rect.center
    size, thick = round(width * _DISC), max(3, width // 24)
    spots = [(box.x + round(x * width), box.y + round(y * box.height)) for x, y in _LESSONS]
    for number, (start, end) in enumerate(itertools.pairwise(spots)):
        colour = palette.card.lerp(palette.best, 0.5) if number < _DONE else palette.line
        pygame.draw.line(surface, colour, start, end, thick)
    for number, spot in enumerate(spots):
        now, done = number == _DONE, number < _DONE
        ground = palette.accent if now else palette.best if done else palette.line
        ink = palette.on_accent if number <= _DONE else palette.quiet
        theme.draw_dot(surface, spot, size, ground)
        theme.write(surface, str(number + 1), spot, round(size * 0.5), ink, True, "center")


_GAP = 24.0
# How many cards of single width fit beside each other.
_MOST_IN_ROW = 5


ARTICLES_CARD, THEATRE_CARD, LEARN_CARD = "articles", "theatre", "learn"
CARDS = (*CATALOGUE, LEARN_CARD, ARTICLES_CARD, THEATRE_CARD)


def rows_of(cards: Iterable[str]) -> list[list[str]]:
    """Deal cards into rows of about the same width; that of a wide board counts double."""
    cards = list(cards)
    whole = sum(map(_share, cards))
    width = math.ceil(whole / math.ceil(whole / _MOST_IN_ROW))
    rows: list[list[str]] = [[]]
    for card in cards:
        if rows[-1] and sum(map(_share, rows[-1])) + _share(card) > width:
            rows.append([])
        rows[-1].append(card)
    return rows


def _share(card: str) -> int:
    return 2 if card in CATALOGUE and VIEWS[CATALOGUE[card].game.key].wide else 1


_INSIDE = 20.0  # of a card, to the left and right of its words


class _HomeCard(Element):
    """The way to a game, or to something else, with its picture; it rises under the mouse."""

    role = Role.BUTTON
    takes_focus = True

    def __init__(
        self,
        card: str,
        act: Act,
        about: str,
        paint: Callable[[pygame.Rect], pygame.Surface],
        spoken: str = "",
    ) -> None:
        """``paint`` returns the picture for a rectangle, which is kept.

        ``spoken`` is said in place of ``about`` where the picture has words, too.
        """
        super().__init__(grow=_share(card), key=card)
        self._title, self._about, self._paint = say(f"card_{card}"), about, paint
        self.name, self.act = as_text(self._title, spoken or about), act
        self._spoken, self._on_stage = spoken, card == THEATRE_CARD

    def arrange(self, look: Look) -> None:
        cut = wide(self._about, look.type("small"), False) > self.rect.width - look.px(2 * _INSIDE)
        self.tip = self.name if cut or self._spoken else ""

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        px, palette = look.px, look.palette
        rect = self.rect.move(0, -px(3)) if look.hovered == self.path else self.rect
        theme.draw_card(surface, rect, px(16), palette.card, palette.shadow, px(16))
        surface.blit(self._paint(self.rect), rect)
        if palette.patterned:
            surface.blit(theme.outline(rect.size, px(16), px(2), palette.shadow), rect)
        x, y, width = rect.x + px(24), rect.bottom - px(66), rect.width - px(2 * _INSIDE)
        ink, quiet = palette.ink, palette.quiet
        if self._on_stage:
            ink, quiet = palette.on_stage, palette.stage.lerp(palette.on_stage, 0.85)
        sizes = [look.type(name) for name in ("title", "heading", "body", "small")]
        fits = (size for size in sizes if wide(self._title, size, True) <= width)
        size, small = next(fits, sizes[-1]), look.type("small")
        theme.write(surface, theme.fit(self._title, size, width, True), (x, y), size, ink, True)
        about = theme.fit(self._about, small, width)
        theme.write(surface, about, (x, y + px(34)), small, quiet)


class _Continued(Card):
    """A card with a bar at its edge, which has its round corners."""

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        super().draw(surface, look)
        edge = theme.rounded(self.rect.size, look.px(16), look.palette.accent)
        surface.blit(edge, self.rect, (0, 0, look.px(7), self.rect.height))


class Home(Screen):
    """Choose a game, or continue the last one."""

    key_places = ("home", "games")

    def rebuild(self) -> None:
        autosave = self.services.autosave
        self._count = autosave.count_unfinished()
        self._due = autosave.count_due(self.services.clock())
        self._newest = self.services.autosave.newest()
        self._pictures: dict[str, pygame.Surface] = {}
        super().rebuild()

    @property
    def unfinished(self) -> StoredMatch | None:
        """Return the newest game that can be continued."""
        return self._newest.stored if self._newest else None

    def content(self) -> Element:
        rows = (
            Row(*map(self._card, row), gap=_GAP, stretch=True, grow=1) for row in rows_of(CARDS)
        )
        return Column(
            Column(self._top_row(), Text(say("tagline"), "heading", "quiet", line=True)),
            self._continued(self._newest) if self._newest else None,
            Column(*rows, gap=_GAP, grow=1),
            gap=_GAP,
            padding=(64, 36, 64, 62),
        )

    def _top_row(self) -> Element:
        program, subtitle = self.scale.huge, self.scale.px(22)
        lower = 2 * (_below_middle(program) - _below_middle(subtitle)) / self.scale.layout
        languages, language = list(LANGUAGES.items()), self.services.choices.language
        settings, quits = (
            partial(self.app.open, MainScreen.SETTINGS),
            keymap.key(("window",), "quit"),
        )
        close = Button("", self.app.quit, icon="close", tip=say("quit"), keys=quits, height=ICON)
        return Row(
            Heading(say("program"), "huge", line=True),
            Row(
                Text(say("home_subtitle"), subtitle, "quiet", line=True),
                padding=(8, lower, 0, 0),
            ),
            Space(grow=1),
            self.does("library", say("library_title"), tip=say("library_tip"), height=36),
            Row(Choice(languages, language, self._speak, width=180), padding=(8, 0, 12, 0)),
            self.icon("open_file", "open", "open_title"),
            self.icon("edit", "edit", "edit_open"),
            self.icon("help", "help", "help_title"),
            Button("", settings, icon="settings", tip=say("settings"), height=ICON),
            close if self.app.fullscreen else None,  # where the window has no frame to close it by
            gap=8,
            height=60,
        )

    def _continued(self, newest: Unfinished) -> Element:
        assert newest.stored is not None
        match = newest.stored.match
        players = naming.against_words(match)
        title = say("continue_what", title=naming.match_title(match), players=players)
        when = when_words(newest.record.saved, self.services.clock())
        others, words = (
            partial(self.app.open, MainScreen.UNFINISHED),
            say("home_all_games", n=self._count),
        )
        return _Continued(
            Row(
                Column(
                    Heading(title, line=True),
                    Text(f"{state_words(newest)} · {when}", "small", "quiet", line=True),
                    grow=1,
                ),
                Button(words, others, style="soft", height=40) if self._count > 1 else None,
                Button(
                    say("continue"),
                    partial(self.app.open, StoredGame(newest.stored)),
                    style="primary",
                    width=128,
                    height=40,
                ),
                gap=12,
            ),
            height=64,
            padding=(28, 0, 16, 0),
        )

    def _card(self, card: str) -> Element:
        theatre = TheatreOf(tab="" if self.services.choices.theatre_seen else "first")
        ways: dict[str, Destination] = {ARTICLES_CARD: ArticleOf(), LEARN_CARD: LearnOf()}
        destination = theatre if card == THEATRE_CARD else ways.get(card, SetUpOf(card))
        due = self._due if card == LEARN_CARD else 0
        about = say("mistake_card", count=due) if due else say(f"card_{card}_what")
        spoken = say("card_articles_spoken") if card == ARTICLES_CARD else ""
        act, paint = partial(self.app.open, destination), partial(self._picture, card)
        return _HomeCard(card, act, about, paint, spoken)

    def _speak(self, language: str) -> None:
        self.services.choose(language=language)
        self.app.rebuild()

    def games_taken(self) -> None:
        self.rebuild()

    def day_begun(self) -> None:
        self.rebuild()  # other mistakes are due

    @property
    def named(self) -> str:
        return say("home")

    @property
    def commands(self) -> keymap.Commands:
        return {
            "library": partial(self.app.open, MainScreen.LIBRARY),
            "edit": partial(self.app.open, EditorOf()),
            "set_up": lambda: self.app.open(SetUpOf(self.services.choices.offer)),
            "help": partial(self.app.open, RulesOf()),
            "learn": partial(self.app.open, LearnOf()),
            "open_file": partial(self.app.open, MainScreen.FILES),
        }

    def _picture(self, card: str, rect: pygame.Rect) -> pygame.Surface:
        if card not in self._pictures:
            with cache.rendering():
                self._pictures[card] = self._painted(card, rect.size)
            cache.rendered()
        return self._pictures[card]

    def _painted(self, card: str, size: tuple[int, int]) -> pygame.Surface:
        """Draw a small board in the middle of a game, or a small table, once."""
        px = self.scale.px
        picture = pygame.Surface(size, pygame.SRCALPHA)
        ground = self.palette.stage if card == THEATRE_CARD else self.palette.card
        picture.fill((*ground[:3], 255))
        rect = pygame.Rect(px(20), px(16), size[0] - px(40), size[1] - px(92))
        if card == ARTICLES_CARD:
            draw_contents(picture, rect, self.palette, self.scale)
        elif card == THEATRE_CARD:
            # Its letters need all the width of a card in the smallest window.
            draw_search(picture, rect.inflate(px(28), 0), self.palette)
        elif card == LEARN_CARD:
            draw_lessons(picture, rect, self.palette)
        else:
            offer = CATALOGUE[card]
            live = None if self.unfinished is None else self.unfinished.match
            match = live if live and entry_of(live) is offer else offer.picture()
            view = VIEWS[offer.game.key](offer.game, match.start, rect, 0, self.palette)
            view.draw_still(picture, view.shown(match))
        mask = theme.render_rounded(size, px(16), (255, 255, 255))
        picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return picture


def _below_middle(size: int) -> float:
    """Return how far below the middle of a line its letters stand, in pixels."""
    face = theme.font(size)
    return face.get_ascent() - face.get_height() / 2
