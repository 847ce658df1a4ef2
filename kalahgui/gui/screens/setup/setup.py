"""The set-up of a game: the board and its rules at the left, who plays at the right."""

from __future__ import annotations

import random
from copy import copy
from functools import partial
from typing import Any

import pygame

from kalahgui.articles.contents import Article, program_on
from kalahgui.games import draft_of
from kalahgui.games.game import Position
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.elements.controls import Button, Link
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Card, Column, Painted, Row, Scroll
from kalahgui.gui.elements.screen import Host, Screen
from kalahgui.gui.elements.writing import Heading
from kalahgui.gui.screens.setup.forms import FORMS, GameForm
from kalahgui.gui.screens.setup.players import Players
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import (
    ArticleOf,
    EditorOf,
    GameOf,
    LearnOf,
    MainScreen,
    RulesOf,
    players_of,
)
from kalahgui.gui.services.settings import CatalogueEntry
from kalahgui.learning.course import COURSES
from kalahgui.match.match import Match, Player
from kalahgui.words import say

_LEAST_BOARD = 150  # units; where it would be lower, the card is scrolled


class Setup(Screen):
    """Choose the players and the board, and start."""

    key_places = ("setup",)

    def __init__(self, app: Host, offer: CatalogueEntry) -> None:
        """Set up a game of a card of the home screen."""
        self.offer = offer
        self._chance = random.getrandbits(32)
        self._day = app.services.clock().date()  # whose fair start is shown, and played
        self._players = Players(self, offer)
        self._form = FORMS.get(offer.game.key, GameForm)(self, offer)
        super().__init__(app)

    def content(self) -> Element:
        begin = self._begin()
        board = Column(
            Painted(
                self._draw_board,
                placed=partial(self._place_board, begin),
                height=_LEAST_BOARD,
                grow=1,
            ),
            self._form.content(begin, self._program()),
            gap=24,
            padding=(32, 16, 24, 16),
        )
        players = Column(
            self._players.content(),
            Row(
                self.does("start", say("start"), style="primary", height=56, grow=1),
                padding=(32, 6, 24, 24),
            ),
            padding=(0, 8, 8, 0),
        )
        return Column(
            self._top_row(),
            Row(
                Card(Scroll(board), grow=1, padding=(0, 8, 8, 8)),
                Card(players, grow=1),
                gap=24,
                stretch=True,
                grow=1,
            ),
            gap=22,
            padding=(28, 26, 28, 28),
        )

    @property
    def state(self) -> object:
        return copy(self.services.choices)

    def _top_row(self) -> Element:
        learn, settings = self.commands["learn"], partial(self.app.open, MainScreen.SETTINGS)
        game, new = self.offer.game, ""
        if self.services.autosave.is_new_to(game, self._course):
            new = say("learn_new", game=say(f"course_{self._course}"))
        square: dict[str, Any] = {"width": 40, "height": 40}
        return Row(
            self.does("leave", icon="chevron_left", tip=say("back_home"), **square),
            Row(
                Heading(say(f"card_{self.offer.key}"), "headline", line=True),
                padding=(8, 0, 0, 0),
                grow=1,
            ),
            Link(new, learn) if new else None,
            Row(
                self.does("learn", say("learn_title"), tip=say("learn_tip"), height=40),
                self.does("edit", icon="edit", tip=say("edit_open"), **square),
                self.does("help", icon="help", tip=say("help_title"), **square),
                Button("", settings, icon="settings", tip=say("settings"), **square),
                gap=8,
                padding=(10, 0, 0, 0),
            ),
            gap=8,
        )

    def _place_board(self, begin: Position, rect: pygame.Rect) -> None:
        offer, chosen = self.offer, self.services.choices.cards[self.offer.key]
        match = Match(offer.game, chosen.board, chosen.rules, (Player(), Player()), start=begin)
        self._board = VIEWS[offer.game.key](offer.game, begin, rect, 0, self.palette)
        self._shown = self._board.shown(match)

    def _draw_board(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        self._board.draw_still(surface, self._shown)

    def day_begun(self) -> None:
        self._day = self.services.clock().date()
        super().day_begun()

    @property
    def _course(self) -> str:
        """Return the course about the game: the card's own for whoever knows the game."""
        game, own = self.offer.game, self.offer.key
        new = self.services.autosave.is_new_to(game, game.key)
        return own if own in COURSES and not new else game.key

    @property
    def named(self) -> str:
        return say("access_setup", title=say(f"card_{self.offer.key}"))

    def _begin(self) -> Position:
        card = self.services.choices.cards[self.offer.key]
        return card.begin(self.offer, self._day, self._chance)

    def _open_editor(self) -> None:
        card = self.services.choices.cards[self.offer.key]
        draft = draft_of(self.offer.game, self._begin(), card.rules)
        self.app.open(EditorOf(draft, over=True))

    def _start(self) -> None:
        choices, offer = self.services.choices, self.offer
        self.services.choose(offer=offer.key)
        start = self._begin()
        seats = self.services.seats(offer, choices.cards[offer.key].board)
        first, second = (seat.player(offer.game, start, choices.varied) for seat in seats)
        self.app.open(GameOf(self._match((first, second), start)))

    def _match(self, players: tuple[Player, Player], start: Position) -> Match:
        """Return a match by all that is chosen here besides its players."""
        choices, offer = self.services.choices, self.offer
        card = choices.cards[offer.key]
        match = Match(
            offer.game,
            card.board,
            card.rules,
            players,
            pie=card.pie,
            start=start,
            control=card.control,
        )
        if players[0].person != players[1].person:
            match.teaching = choices.teaching
        return match

    def _program(self) -> Element | None:
        """Return the line that starts a game against the program of an article about the board."""
        game, board = self.offer.game, self.services.choices.cards[self.offer.key].board
        article = program_on(game.key, board)
        if article is None:
            return None
        method = players_of(article)[1].computer
        assert method is not None
        limit = method.limit(game)
        name = naming.algorithm_words(method.algorithm)
        words = say("play_article", name=name, limit=naming.amount_words(limit))
        begin, tip = partial(self._start_against, article), say("play_article_tip")
        return Link(words, begin, tip=tip, colour="best", line=False, bold=True)

    def _start_against(self, article: Article) -> None:
        self.services.choose(offer=self.offer.key)
        match = self._match(players_of(article), self._begin())
        self.app.open(GameOf(match, back=ArticleOf(article.key)))

    @property
    def commands(self) -> Commands:
        return {
            "start": self._start,
            "edit": self._open_editor,
            "help": partial(self.app.open, RulesOf(self.offer.game)),
            "learn": partial(self.app.open, LearnOf(self._course)),
            "leave": partial(self.app.open, MainScreen.HOME),
        }
