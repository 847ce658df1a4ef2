"""The set-up of a game: who plays, on which board, by which rules."""

from __future__ import annotations

from functools import partial

import pygame

from kalahgui.games import draft_of
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.setup.forms import GameForm, KalahForm, SetupForm
from kalahgui.gui.screens.setup.seats import SEAT_HEIGHT, SeatCard
from kalahgui.gui.services.game_catalogue import CatalogueEntry
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import EditorOf, GameOf, Room, RulesOf
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Host, Screen
from kalahgui.match.match import Match, Player

# The games that let choose more than the other ones' form asks for.
_FORMS: dict[str, type[SetupForm]] = {"kalah": KalahForm}


_TOP = 132
_GAP = 72  # between the two players' cards


class Setup(Screen):
    """Choose the players and the board, and start."""

    key_places = ("setup",)

    def __init__(self, app: Host, offer: CatalogueEntry) -> None:
        """Set up a game of a card of the home screen."""
        self.offer = offer
        super().__init__(app)

    def lay_out(self) -> None:
        width = (self.width - 128 - _GAP) / 2
        lefts = (64, 64 + width + _GAP)
        self._seats = [
            SeatCard(self, self.offer, index, left, _TOP, width) for index, left in enumerate(lefts)
        ]
        swap = self.box(self.width / 2 - 20, _TOP + 93, 40, 40)
        self.controls.button(swap, "", self._exchange, icon="swap", tip=say("swap_players"))
        self._lay_out_board(_TOP + SEAT_HEIGHT + 24)
        self._lay_out_top_row()

    def _lay_out_board(self, top: float) -> None:
        height = self.height - top - 40
        self._board_box = self.box(64, top, self.width - 128, height)
        preview_width = (self.width - 128) * 0.40
        offer, chosen = self.offer, self.services.choices.cards[self.offer.key]
        begin = chosen.start(offer)
        match = Match(offer.game, chosen.board, chosen.rules, (Player(), Player()), start=begin)
        place = self.box(88, top + 24, preview_width, height - 48)
        view = VIEWS[offer.game.key](offer.game, begin, place, 0, self.palette)
        self._preview, self._shown = view, view.shown(match)
        left = 88 + preview_width + 32
        width = self.width - 64 - 24 - left
        self._form = _FORMS.get(self.offer.game.key, GameForm)(
            self, self.offer, left, top, width, height
        )
        start = self.box(left + width - 200, top + height - 24 - 48, 200, 48)
        self.controls.button(start, say("start"), self._start, style="primary")

    def _lay_out_top_row(self) -> None:
        back = self.box(26, 30, 36, 36)
        right = self.width - 64
        add = self.controls.button
        self.button(back, "", "leave", icon="chevron_left", tip=say("back_home"))
        gear, how = self.box(right - 36, 30, 36, 36), self.box(right - 80, 30, 36, 36)
        add(gear, "", partial(self.app.open, Room.OPTIONS), icon="settings", tip=say("settings"))
        self.button(how, "", "help", icon="help", tip=say("help_title"))

        words = say("edit_open")
        width = theme.font(self.scale.body, True).size(words)[0] / self.scale.layout + 28
        edit = self.box(right - 96 - width, 30, width, 36)
        self.button(edit, words, "edit", style="soft")

    def _open_editor(self) -> None:
        card = self.services.choices.cards[self.offer.key]
        start = card.start(self.offer)
        self.app.open(EditorOf(draft_of(self.offer.game, start, card.rules), over=True))

    def _exchange(self) -> None:
        choices = self.services.choices
        first, second = choices.cards[self.offer.key].seats
        self.services.choose(cards=choices.changed(self.offer.key, first=second, second=first))
        self.refresh()

    def _start(self) -> None:
        choices, offer = self.services.choices, self.offer
        self.services.choose(offer=offer.key)
        card = choices.cards[offer.key]
        varied = self._form.varied
        start = card.start(offer)
        first, second = (seat.player(offer.game, start, varied) for seat in card.seats)
        match = Match(
            offer.game,
            card.board,
            card.rules,
            (first, second),
            pie=card.pie,
            start=start,
            control=choices.control,
        )
        self.app.open(GameOf(match))

    @property
    def commands(self) -> Commands:
        return {
            "start": self._start,
            "edit": self._open_editor,
            "help": partial(self.app.open, RulesOf(self.offer.game)),
            "leave": partial(self.app.open, Room.HOME),
        }

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface)
        palette, scale = self.palette, self.scale
        at = self.box(80, 46, 0, 0).topleft
        title = say(f"card_{self.offer.key}")
        theme.write(surface, title, at, scale.px(34), palette.ink, True, "midleft")
        at = self.box(81, 84, 0, 0).topleft
        what = say(f"card_{self.offer.key}_what")
        self.write(surface, what, at, scale.heading)
        for seat in self._seats:
            seat.draw(surface)
        self.draw_card(surface, self._board_box)
        self._preview.draw_still(surface, self._shown)
        self._form.draw(surface)
        self.controls.draw(surface)
