"""The home screen: a card for every game, the articles and the theatre; the game to go on with."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from functools import partial

import pygame

from kalahgui.articles.trees import tree_of
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import cache, theme
from kalahgui.gui.paint.charts import draw_bar
from kalahgui.gui.paint.trees import TreePicture
from kalahgui.gui.panels.figures import outcome_labels
from kalahgui.gui.screens.home.unfinished import state_words
from kalahgui.gui.services import keymap, naming
from kalahgui.gui.services.autosave import Unfinished
from kalahgui.gui.services.navigation import (
    ArticleOf,
    Destination,
    EditorOf,
    LearnOf,
    Room,
    RulesOf,
    SetUpOf,
    StoredGame,
    TheatreOf,
)
from kalahgui.gui.services.settings import CATALOGUE, entry_of
from kalahgui.gui.services.words import LANGUAGES, say, when_words
from kalahgui.gui.widgets.screen import Screen
from kalahgui.library.saved import StoredMatch
from kalahgui.theatre.tree_painter import TreeInks

# Small enough to be read on a card, large enough for a cut.
_TREE = tree_of({"A": {"C": 3, "D": 4}, "B": {"E": 2, "F": 5}})
_LETTER = 1  # for no names
_WIDEST = 1.25  # of the height
_LEFT_OUT = 0.4  # how strongly what was left out is drawn


def draw_search(surface: pygame.Surface, rect: pygame.Rect, palette: theme.Palette) -> None:
    """Draw how alpha-beta searches a small tree, in light ink on a coloured card."""
    ink, ground = palette.on_stage, palette.stage
    faint = ground.lerp(ink, _LEFT_OUT)
    place = rect.inflate(min(0, round(rect.height * _WIDEST) - rect.width), 0)
    inks = TreeInks(ground, ink, ground, ink, ink, faint, faint, ink, ink, ground)
    tree = TreePicture(_TREE, place, palette, _LETTER, inks=inks)
    tree.draw(surface, outcome_labels(_TREE, True, told=False))


_LINES = (0.55, 1.0, 0.94, 1.0)  # of the width, the heading first
_BARS = (1.0, 0.62, 0.3)
_PAGE_ROWS = 9


def draw_page(surface: pygame.Surface, rect: pygame.Rect, palette: theme.Palette) -> None:
    """Draw a page of an article: its heading, lines of text, and how some counts compare."""
    longer = round(rect.height * 1.25), round(rect.width * 1.25)
    page = pygame.Rect(0, 0, min(rect.width, longer[0]), min(rect.height, longer[1]))
    page.center = rect.center
    surface.blit(theme.render_rounded(page.size, max(4, page.height // 20), palette.sunken), page)
    row = page.height / _PAGE_ROWS
    left, width = page.x + round(1.2 * row), page.width - round(2.4 * row)
    for number, share in enumerate((*_LINES, *_BARS)):
        bar = number >= len(_LINES)
        line = pygame.Rect(
            left, 0, round(width * share), max(2, round(row * (0.6 if bar else 0.3)))
        )
        line.centery = page.y + round(row * (number + 1 + bar * 0.5))
        if bar:
            track = pygame.Rect(left, line.y, width, line.height)
            draw_bar(surface, track, share, palette)
        else:
            ink = palette.ink if number == 0 else palette.edge
            surface.blit(theme.render_rounded(line.size, line.height // 2, ink), line)


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


_GAP = 24
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
    """Return how much of a row a card takes."""
    return 2 if card in CATALOGUE and VIEWS[CATALOGUE[card].game.key].wide else 1


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

    def lay_out(self) -> None:
        if self.unfinished:
            self._add_continue(self.unfinished)
        self._cards: dict[str, pygame.Rect] = {}
        theatre = TheatreOf(tab="" if self.services.choices.theatre_seen else "first")
        ways: dict[str, Destination] = {
            ARTICLES_CARD: ArticleOf(),
            THEATRE_CARD: theatre,
            LEARN_CARD: LearnOf(),
        }
        top = 236 if self.unfinished else 152
        rows = rows_of(CARDS)
        height = (self.height - top - 64 - _GAP * (len(rows) - 1)) / len(rows)
        for row, cards in enumerate(rows):
            unit = (self.width - 128 - _GAP * (len(cards) - 1)) / sum(map(_share, cards))
            x = 64.0
            for card in cards:
                width = _share(card) * unit
                rect = self.box(x, top + row * (height + _GAP), width, height)
                self._cards[card] = rect
                place = ways.get(card, SetUpOf(card))
                self.controls.area(rect, partial(self.app.open, place), say(f"card_{card}"))
                x += width + _GAP
        self._top_row()

    def _add_continue(self, newest: StoredMatch) -> None:
        add, right = self.controls.button, self.width - 64 - 16
        resume = partial(self.app.open, StoredGame(newest))
        add(self.box(right - 128, 158, 128, 40), say("continue"), resume, style="primary")
        self._continue_room = right - 128 - 16
        if self._count > 1:
            words = say("home_all_games", n=self._count)
            width = theme.font(self.scale.body, True).size(words)[0] / self.scale.layout + 28
            self._continue_room -= width + 8
            rect = self.box(right - 128 - 12 - width, 158, width, 40)
            add(rect, words, partial(self.app.open, Room.UNFINISHED), style="soft")

    def _top_row(self) -> None:
        right = self.width - 64
        add = self.controls.button
        if self.app.fullscreen:  # where the window has no frame to close it by
            rect, quits = self.box(right - 36, 52, 36, 36), keymap.key(("window",), "quit")
            add(rect, "", self.app.quit, icon="close", tip=say("quit"), key=quits)
            right -= 44
        gear, how = self.box(right - 36, 52, 36, 36), self.box(right - 80, 52, 36, 36)
        add(gear, "", partial(self.app.open, Room.SETTINGS), icon="settings", tip=say("settings"))
        self.button(how, "", "help", icon="help", tip=say("help_title"))
        edit = self.box(right - 124, 52, 36, 36)
        self.button(edit, "", "edit", icon="edit", tip=say("edit_open"))
        words = say("library_title")
        width = theme.font(self.scale.body, True).size(words)[0] / self.scale.layout + 32
        place = self.box(right - 384 - width, 52, width, 36)
        self.button(place, words, "library", tip=say("library_tip"))
        file = self.box(right - 168, 52, 36, 36)
        self.button(file, "", "open_file", icon="open", tip=say("open_title"))
        self.controls.segments(
            self.box(right - 368, 52, 180, 36),
            list(LANGUAGES.items()),
            self.services.choices.language,
            self._speak,
        )

    def _speak(self, language: str) -> None:
        self.services.choose(language=language)
        self.app.rebuild()

    def games_taken(self) -> None:
        self.rebuild()

    @property
    def named(self) -> str:
        return say("home")

    @property
    def commands(self) -> keymap.Commands:
        return {
            "library": partial(self.app.open, Room.LIBRARY),
            "edit": partial(self.app.open, EditorOf()),
            "set_up": lambda: self.app.open(SetUpOf(self.services.choices.offer)),
            "help": partial(self.app.open, RulesOf()),
            "learn": partial(self.app.open, LearnOf()),
            "open_file": partial(self.app.open, Room.FILES),
        }

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface)
        palette, scale = self.palette, self.scale
        at = self.box(64, 34, 0, 0).topleft
        title = theme.write(surface, say("program"), at, scale.huge, palette.ink, bold=True)
        size = scale.px(28)
        baseline = title.top + theme.font(scale.huge, True).get_ascent()
        at = (title.right + scale.px(16), baseline - theme.font(size).get_ascent())
        theme.write(surface, say("home_subtitle"), at, size, palette.quiet)
        left, top = self.box(66, 100, 0, 0).topleft
        at = (left, max(top, baseline + scale.px(6)))
        theme.write(surface, say("tagline"), at, scale.heading, palette.quiet)
        if self._newest:
            self._draw_continue(surface, self._newest)
        for card, rect in self._cards.items():
            self._draw_home_card(surface, card, rect)
        self.controls.draw(surface)

    def _draw_continue(self, surface: pygame.Surface, newest: Unfinished) -> None:
        assert newest.stored is not None
        match, scale, px = newest.stored.match, self.scale, self.scale.px
        rect = self.box(64, 146, self.width - 128, 64)
        self.draw_card(surface, rect)
        # The bar is the edge of the card itself, with its round corners.
        edge = theme.rounded(rect.size, px(16), self.palette.accent)
        surface.blit(edge, rect, (0, 0, px(7), rect.height))
        x, y = self.box(92, 178, 0, 0).topleft
        room = px(self._continue_room) - x
        title = say(
            "continue_what", title=naming.match_title(match), players=naming.against_words(match)
        )
        at, ink = (x, y - round(scale.small * 0.85)), self.palette.ink
        self.write(surface, title, at, scale.heading, ink, bold=True, room=room)
        when = when_words(newest.record.saved, self.services.clock())
        at = (x, y + round(scale.heading * 0.85))
        self.write(surface, f"{state_words(newest)} · {when}", at, scale.small, room=room)

    def _draw_home_card(self, surface: pygame.Surface, card: str, rect: pygame.Rect) -> None:
        scale, palette, px = self.scale, self.palette, self.scale.px
        over = self.app.screen is self and rect.collidepoint(self.scale.lens.pointer())
        lifted = rect.move(0, -px(3)) if over and pygame.mouse.get_focused() else rect
        self.draw_card(surface, lifted)
        if card not in self._pictures:
            with cache.rendering():
                self._pictures[card] = self._picture(card, rect.size)
            cache.rendered()
        surface.blit(self._pictures[card], lifted)
        if palette.patterned:
            edge = theme.outline(rect.size, px(16), px(2), palette.shadow)
            surface.blit(edge, lifted)
        x, y = lifted.x + px(24), lifted.bottom - px(66)
        ink, quiet = palette.ink, palette.quiet
        if card == THEATRE_CARD:
            ink, quiet = palette.on_stage, palette.stage.lerp(palette.on_stage, 0.85)
        width = rect.width - px(40)
        words, sizes = say(f"card_{card}"), (scale.title, scale.heading, scale.body, scale.small)
        size = next((s for s in sizes if theme.font(s, True).size(words)[0] <= width), sizes[-1])
        title = theme.fit(words, size, width, bold=True)
        theme.write(surface, title, (x, y), size, ink, bold=True)
        due = self._due if card == LEARN_CARD else 0
        about = say("mistake_card", count=due) if due else say(f"card_{card}_what")
        what = theme.fit(about, scale.small, width)
        theme.write(surface, what, (x, y + px(34)), scale.small, quiet)

    def _picture(self, card: str, size: tuple[int, int]) -> pygame.Surface:
        """Draw a small board in the middle of a game, or a small table, once."""
        px = self.scale.px
        picture = pygame.Surface(size, pygame.SRCALPHA)
        ground = self.palette.stage if card == THEATRE_CARD else self.palette.card
        picture.fill((*ground[:3], 255))
        place = pygame.Rect(px(20), px(16), size[0] - px(40), size[1] - px(92))
        if card == ARTICLES_CARD:
            draw_page(picture, place, self.palette)
        elif card == THEATRE_CARD:
            # Its letters need all the width of a card in the smallest window.
            draw_search(picture, place.inflate(px(28), 0), self.palette)
        elif card == LEARN_CARD:
            draw_lessons(picture, place, self.palette)
        else:
            offer = CATALOGUE[card]
            live = None if self.unfinished is None else self.unfinished.match
            match = live if live and entry_of(live) is offer else offer.picture()
            view = VIEWS[offer.game.key](offer.game, match.start, place, 0, self.palette)
            view.draw_still(picture, view.shown(match))
        mask = theme.render_rounded(size, px(16), (255, 255, 255))
        picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return picture
