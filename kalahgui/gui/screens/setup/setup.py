"""The set-up of a game: the board and its rules at the left, who plays at the right."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pygame

from kalahgui.games import draft_of
from kalahgui.games.game import Position
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.setup.forms import FORMS, GameForm
from kalahgui.gui.screens.setup.players import Players
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import EditorOf, GameOf, LearnOf, Room, RulesOf
from kalahgui.gui.services.settings import CatalogueEntry
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.parts import Part, silent
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.learning.course import COURSES
from kalahgui.match.match import Match, Player

# Lengths in units of the layout.
_MARGIN, _GAP, _INSIDE = 28, 24, 32
_TOP = 88  # of both cards
_START = 56


class Setup(Screen):
    """Choose the players and the board, and start."""

    key_places = ("setup",)

    def __init__(self, app: Host, offer: CatalogueEntry) -> None:
        """Set up a game of a card of the home screen."""
        self.offer = offer
        self._chance = random.getrandbits(32)
        self._players = Players(self, offer)
        super().__init__(app)

    def lay_out(self) -> None:
        width = (self.width - 2 * _MARGIN - _GAP) / 2
        height = self.height - _TOP - _MARGIN
        self._lay_out_top_row()
        self._board_card = self.box(_MARGIN, _TOP, width, height)
        self._lay_out_board(_MARGIN + _INSIDE, width - 2 * _INSIDE, height)
        left = _MARGIN + width + _GAP
        self._players_card = self.box(left, _TOP, width, height)
        bottom = _TOP + height - 24 - _START
        self._players.lay_out(left + _INSIDE, _TOP, width - 2 * _INSIDE, bottom)
        start = self.box(left + _INSIDE, bottom, width - 2 * _INSIDE, _START)
        self.button(start, say("start"), "start", style="primary")

    def _lay_out_board(self, left: float, width: float, height: float) -> None:
        offer, chosen = self.offer, self.services.choices.cards[self.offer.key]
        form = FORMS.get(offer.game.key, GameForm)
        begin = self._begin()
        self._form = form(self, offer, begin, left, _TOP + height, width)
        match = Match(offer.game, chosen.board, chosen.rules, (Player(), Player()), start=begin)
        place = self.box(left, _TOP + _GAP, width, self._form.top - _TOP - 2 * _GAP)
        view = VIEWS[offer.game.key](offer.game, begin, place, 0, self.palette)
        self._preview, self._shown = view, view.shown(match)

    def _lay_out_top_row(self) -> None:
        back = self.box(_MARGIN, 26, 40, 40)
        self.button(back, "", "leave", icon="chevron_left", tip=say("back_home"))
        gear, how, edit = (
            self.box(self.width - _MARGIN - 40 - 48 * place, 26, 40, 40) for place in range(3)
        )
        self.button(edit, "", "edit", icon="edit", tip=say("edit_open"))
        self.button(how, "", "help", icon="help", tip=say("help_title"))
        learn, words = partial(self.app.open, LearnOf(self._course)), say("learn_title")
        width = theme.font(self.scale.body, True).size(words)[0] / self.scale.layout + 36
        place = self.box(self.width - _MARGIN - 40 - 48 * 2 - 8 - width, 26, width, 40)
        self.controls.button(place, words, learn, tip=say("learn_tip"), key=self.key("learn"))
        self._lay_out_new(place, learn)
        settings = partial(self.app.open, Room.SETTINGS)
        self.controls.button(gear, "", settings, icon="settings", tip=say("settings"))

    def _lay_out_new(self, before: pygame.Rect, learn: Callable[[], None]) -> None:
        """Add the line for somebody who neither played nor learned the game."""
        self._new = ""
        if self.services.autosave.is_new_to(self.offer.game, self._course):
            size = self.scale.body
            self._new = say("learn_new", game=say(f"course_{self._course}"))
            self._new_at = (before.x - self.scale.px(18), before.centery)
            rect = pygame.Rect((0, 0), theme.font(size).size(self._new))
            rect.midright = self._new_at
            self.controls.area(rect, learn, self._new)

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
        """Return the position that the game begins with."""
        card = self.services.choices.cards[self.offer.key]
        return card.begin(self.offer, self.services.clock().date(), self._chance)

    def _open_editor(self) -> None:
        card = self.services.choices.cards[self.offer.key]
        draft = draft_of(self.offer.game, self._begin(), card.rules)
        self.app.open(EditorOf(draft, over=True))

    def _start(self) -> None:
        choices, offer = self.services.choices, self.offer
        self.services.choose(offer=offer.key)
        card = choices.cards[offer.key]
        start = self._begin()
        seats = self.services.seats(offer, card.board)
        first, second = (seat.player(offer.game, start, choices.varied) for seat in seats)
        match = Match(
            offer.game,
            card.board,
            card.rules,
            (first, second),
            pie=card.pie,
            start=start,
            control=choices.control,
        )
        if first.person != second.person:
            match.teaching = choices.teaching
        self.app.open(GameOf(match))

    @property
    def commands(self) -> Commands:
        return {
            "start": self._start,
            "edit": self._open_editor,
            "help": partial(self.app.open, RulesOf(self.offer.game)),
            "learn": partial(self.app.open, LearnOf(self._course)),
            "leave": partial(self.app.open, Room.HOME),
        }

    @property
    def views(self) -> list[Part]:
        return [silent(self._preview.rect)]

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface)
        at = self.box(_MARGIN + 40 + 16, 46, 0, 0).topleft
        title = say(f"card_{self.offer.key}")
        size = self.scale.px(26)
        theme.write(surface, title, at, size, self.palette.ink, True, "midleft")
        if self._new:
            self.write(surface, self._new, self._new_at, self.scale.body, anchor="midright")
        self.draw_card(surface, self._board_card)
        self._preview.draw_still(surface, self._shown)
        self._form.draw(surface)
        self.draw_card(surface, self._players_card)
        self._players.draw(surface)
        self.controls.draw(surface, *self._players.explained)
