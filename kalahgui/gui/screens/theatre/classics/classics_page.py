"""Trees and positions worth watching, as cards to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from kalahgui.articles.classics import CLASSICS, Classic
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.element import Act, Element, Look
from kalahgui.gui.elements.layout import Card, Column, Fitting, Row, Space
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.cache import kept
from kalahgui.gui.paint.tree_drawing import TreePicture
from kalahgui.gui.screens.theatre.theatre_page import TheatrePage, two_cards
from kalahgui.gui.searching.figures import outcome_labels
from kalahgui.gui.services.keymap import Commands, arrows
from kalahgui.gui.services.naming import algorithm_words, number
from kalahgui.gui.services.navigation import how_to_watch
from kalahgui.match.match import Match, Player
from kalahgui.words import as_text, say

_LETTER_SHARE = 0.055  # of a picture's height
_NAME_SHARE = 0.055  # of a picture's width, for a letter of the longest name
_SHADOW = 0.06  # of a picture's height, below and above a board


@kept(2 * len(CLASSICS))
def classic_picture(key: str, size: tuple[int, int], palette: theme.Palette) -> pygame.Surface:
    """Paint what a classic is about, on the colour of a card."""
    picture = pygame.Surface(size)
    picture.fill(palette.card)
    (_tree if CLASSICS[key].case else _board)(picture, CLASSICS[key], palette)
    return picture


def _tree(picture: pygame.Surface, classic: Classic, palette: theme.Palette) -> None:
    """Paint a tree with what its search finds, without the windows; a tiny one without names."""
    letter = round(picture.get_height() * _LETTER_SHARE)
    names = max(len(node.label) for node in classic.tree.nodes())
    letter = min(letter, round(picture.get_width() * _NAME_SHARE / names))
    tree = TreePicture(classic.tree, picture.get_rect(), palette, letter)
    tree.draw(picture, outcome_labels(classic.tree, classic.algorithm != "minimax", windows=False))


def _board(picture: pygame.Surface, classic: Classic, palette: theme.Palette) -> None:
    game = classic.rules
    match = Match(game, classic.variant, (), (Player(), Player()))
    match.replay_texts(classic.moves.split())
    rect = picture.get_rect().inflate(0, -round(2 * _SHADOW * picture.get_height()))
    view = VIEWS[game.key](game, match.start, rect, 0, palette)
    view.draw_still(picture, view.shown(match))


_COLUMNS, _GAP = 2, 12
_LIST_WIDTH = 700
_PICTURE = 0.44  # of a card


class _ClassicCard(Card):
    """A classic to choose, with a ring around the one that is chosen."""

    role = Role.CHOICE
    takes_focus = True

    def __init__(self, classic: Classic, chosen: bool, choose: Act) -> None:
        title = say(f"classics_{classic.key}_title")
        what = algorithm_words(classic.algorithm), say("limit_turns", count=classic.depth)
        # How deep it is searched gives way: the large card says that as well.
        ways = (what, "body"), (what[:1], "body"), (what[:1], "small")
        words = Fitting(*(_words(title, *way) for way in ways), grow=1 - _PICTURE)
        picture = _Picture(classic)
        picture.grow = _PICTURE
        super().__init__(Row(picture, words, gap=14, stretch=True), padding=(14, 10, 14, 10))
        self.name = as_text(title, *what)
        self.chosen, self.act, self.grow = chosen, choose, 1

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        super().draw(surface, look)
        if self.chosen:
            width = max(2, look.px(3))
            ring = theme.outline(self.rect.size, look.px(16), width, look.palette.accent)
            surface.blit(ring, self.rect)


def _words(title: str, what: Sequence[str], size: str) -> Element:
    return Column(
        Space(grow=1),
        Text(title, size, bold=True, balanced=True, silent=True),
        Space(height=6),
        *(Text(line, "small", "quiet", balanced=True, silent=True) for line in what),
        Space(grow=1),
    )


class _Picture(Element):
    def __init__(self, classic: Classic) -> None:
        super().__init__(grow=1)
        self._classic = classic

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        picture = classic_picture(self._classic.key, self.rect.size, look.palette)
        surface.blit(picture, self.rect)


class ClassicsPage(TheatrePage):
    """Choose a classic and watch it."""

    keys = "classics_keys"
    name = "classics"
    about = "classics_about"

    def content(self) -> Element:
        cards = [
            _ClassicCard(classic, key == self.visit.classic, partial(self.choose, key))
            for key, classic in CLASSICS.items()
        ]
        rows = [cards[at : at + _COLUMNS] for at in range(0, len(cards), _COLUMNS)]
        shown = Column(
            *(Row(*row, gap=_GAP, stretch=True, height=0, grow=1) for row in rows),
            gap=_GAP,
            width=_LIST_WIDTH,
        )
        return two_cards(shown, Card(self._large(), padding=(28, 24, 28, 24)))

    def _large(self) -> Element:
        classic, words = self.classic, f"classics_{self.classic.key}"
        counts = {"visits": number(classic.visits), "minimax": number(classic.minimax)}
        less = classic.visits < classic.minimax
        counted = say(
            "classics_counts_less" if less else "classics_counts",
            algorithm=algorithm_words(classic.algorithm),
            limit=say("limit_turns", count=classic.depth),
            **counts,
        )
        return Column(
            _Picture(classic),
            Column(
                Heading(say(f"{words}_title"), "title", line=True),
                Text(say(words, **counts), colour="soft", balanced=True),
                gap=2,
            ),
            Text(counted, "small", "quiet", balanced=True),
            self.does("watch", say("classics_watch"), style="go", icon="play", height=44),
            gap=10,
        )

    @property
    def classic(self) -> Classic:
        """Return the classic that is chosen."""
        return CLASSICS[self.visit.classic]

    def choose(self, key: str) -> None:
        """Choose a classic; the one chosen already is watched."""
        if key == self.visit.classic:
            self.watch()
        else:
            self.visit.classic = key
            self.screen.refresh()

    def watch(self) -> None:
        """Watch the chosen classic by the search that shows what it is about."""
        self.visit.open(self.classic.subject, **how_to_watch(self.classic))
        self.close()
        self.screen.refresh()

    @property
    def commands(self) -> Commands:
        return {**arrows(self._step), "watch": self.watch}

    def _step(self, right: int, down: int) -> None:
        keys = list(CLASSICS)
        index = keys.index(self.visit.classic) + right + _COLUMNS * down
        if 0 <= index < len(keys):
            self.visit.classic = keys[index]
            self.screen.refresh()
