"""Who plays: both players, how strong the computer is, and what that is like."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.engine.levels import Level, levels_of
from kalahgui.engine.limit import WITHOUT_AMOUNT
from kalahgui.games.game import Game
from kalahgui.games.plain_text import one_line
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.paint.paragraph import balance, line_height, write_lines
from kalahgui.gui.screens.setup.custom import Amount, Custom
from kalahgui.gui.services import naming
from kalahgui.gui.services.settings import (
    EVERY_TIME,
    SEATS,
    TEACHING,
    WHAT_SUITS,
    CatalogueEntry,
    Seat,
)
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.control import Kind
from kalahgui.gui.widgets.screen import Screen
from kalahgui.gui.widgets.sheet import ExplainedSwitch

_FRIEND, _COMPUTER, _COMPUTERS = "friend", "computer", "computers"
# Lengths in units of the layout, from the card's top.
_HEAD, _HEIGHT = 20, 40
_KINDS = {_FRIEND: 108, _COMPUTER: 122, _COMPUTERS: 158}  # and how wide they are
_PLATES, _PLATE_STEP = 78, 60
_DISC, _NAME_LEFT, _NAME_WIDTH, _NAME_HEIGHT, _SWAP = 44, 46, 260, 30, 40
_RULE = 202
_STRENGTH, _TABS_WIDTH = 226, 268
_LEVELS, _LEVEL_HEIGHT, _LEVEL_WIDTH, _LEVEL_GAP = 247, 52, 56, 6
_BAR, _BAR_LABEL = 304, 324
_LEVEL, _PADDING, _BUTTON = 341, 20, 38
_AMOUNT_WIDTH = 188
_SWITCH_HEIGHT, _TIMES_WIDTH = 48, 240


class Players:
    """The players of a card, to choose and to see."""

    def __init__(self, screen: Screen, offer: CatalogueEntry) -> None:
        self._screen = screen
        self._offer = offer
        self._game = offer.game
        self._second_shown = False  # of two computers
        self._method_shown = False  # in place of what playing against a level is like

    # -- what is chosen

    def _keep(self, index: int, **changes: Any) -> None:
        """Change who sits on a seat, and leave the screen as it is."""
        services = self._screen.services
        seat = services.choices.cards[self._offer.key].seats[index]
        changed = services.choices.changed(
            self._offer.key, **{SEATS[index]: replace(seat, **changes)}
        )
        services.choose(cards=changed)

    def _change(self, **changes: Any) -> None:
        """Change the computer that is shown."""
        assert self._computer is not None
        self._keep(self._computer, **changes)
        self._screen.refresh()

    def _choose_level(self, number: int) -> None:
        follows = number == self._results.suits and self._against_person
        self._change(custom=False, level=WHAT_SUITS if follows else number)

    def _choose_kind(self, kind: str) -> None:
        """Seat persons and computers; a person who was alone stays where they are."""
        persons = [seat.person for seat in self._seats]
        if kind != _COMPUTER or persons[0] == persons[1]:
            newcomer = self._offer.card.newcomer
            persons = [
                kind == _FRIEND or (kind == _COMPUTER and index == newcomer) for index in (0, 1)
            ]
        for index, person in enumerate(persons):
            self._keep(index, person=person)
        self._screen.refresh()

    def _swap(self) -> None:
        services = self._screen.services
        first, second = services.choices.cards[self._offer.key].seats
        services.choose(cards=services.choices.changed(self._offer.key, first=second, second=first))
        self._screen.refresh()

    def _vary(self) -> None:
        services = self._screen.services
        services.choose(varied=not services.choices.varied)
        self._screen.refresh()

    def _teach(self, times: int) -> None:
        self._screen.services.choose(teaching=times)
        self._screen.refresh()

    def _show(self, seat: str) -> None:
        self._second_shown = seat == SEATS[1]
        self._screen.refresh()

    def _turn_card(self) -> None:
        self._method_shown = not self._method_shown
        self._screen.refresh()

    def _choose_algorithm(self) -> None:
        app = self._screen.app
        assert self._computer is not None
        self._change(custom=True)
        app.push(Custom(app, self._offer, self._computer, self._screen.refresh))

    @property
    def _computer(self) -> int | None:
        """Return the seat of the computer that is shown; None between two persons."""
        computers = [index for index in (0, 1) if not self._seats[index].person]
        return computers[self._second_shown and len(computers) > 1] if computers else None

    @property
    def _against_person(self) -> bool:
        return self._seats[0].person != self._seats[1].person

    # -- layout

    def lay_out(self, x: float, y: float, width: float, bottom: float) -> None:
        """Add the controls in a column of the screen."""
        self._x, self._y, self._width, self._bottom = x, y, width, bottom
        services = self._screen.services
        card = services.choices.cards[self._offer.key]
        self._start = card.start(self._offer)
        self._levels = levels_of(self._game, self._start)
        self._results = services.autosave.level_results(self._game, card.board)
        first, second = (seat.offered(self._results.suits) for seat in card.seats)
        self._seats: tuple[Seat, Seat] = (first, second)
        self._amount: Amount | None = None
        self.explained: list[pygame.Rect] = []  # what no tip is to cover
        self._add_kinds()
        for index in (0, 1):
            self._add_name(index)
        swap = self._box(width - _SWAP, _PLATES + (_PLATE_STEP + _DISC - _SWAP) / 2, _SWAP, _SWAP)
        self._screen.controls.button(
            swap, "", self._swap, style="segment", icon="swap", tip=say("swap_players")
        )
        if self._computer is not None:
            self._add_strength(self._seats[self._computer])

    def _box(self, x: float, y: float, width: float = 0, height: float = 0) -> pygame.Rect:
        """Return a rectangle given relative to the column."""
        return self._screen.box(self._x + x, self._y + y, width, height)

    def _add_kinds(self) -> None:
        persons = sum(seat.person for seat in self._seats)
        chosen = (_COMPUTERS, _COMPUTER, _FRIEND)[persons]
        words = {
            _FRIEND: say("friend"),
            _COMPUTER: say("computer"),
            _COMPUTERS: say("two_computers"),
        }
        left = self._width - sum(_KINDS.values()) - 8
        for kind, width in _KINDS.items():
            place = self._box(left, _HEAD, width, _HEIGHT)
            self._screen.controls.segments(place, [(kind, words[kind])], chosen, self._choose_kind)
            left += width + 4

    def _name(self, index: int) -> str:
        """Return what a nameless player is called."""
        method, other = (
            each.player(self._game, self._start).computer
            for each in (self._seats[index], self._seats[1 - index])
        )
        return naming.default_name(self._game, method, other, index)

    def _add_name(self, index: int) -> None:
        y = _PLATES + _PLATE_STEP * index
        self._screen.controls.entry(
            self._box(_NAME_LEFT, y - 3, _NAME_WIDTH, _NAME_HEIGHT),
            self._seats[index].name,
            lambda name: self._keep(index, name=one_line(name)),
            self._name(index),
            style="name",
        )

    def _add_strength(self, seat: Seat) -> None:
        controls = self._screen.controls
        if not self._against_person:
            sides = [naming.capital(say(side)) for side in self._game.sides]
            controls.segments(
                self._box(self._width - _TABS_WIDTH, _STRENGTH - 18, _TABS_WIDTH, 34),
                [*zip(SEATS, sides, strict=True)],
                SEATS[self._computer or 0],
                self._show,
            )
        chosen = None if seat.custom else self._level(seat).number
        for level in self._levels:
            number = level.number
            tip = " · ".join(filter(None, (naming.level_title(level), self._suits_words(number))))
            controls.button(
                self._level_box(number),
                str(number),
                partial(self._choose_level, number),
                style="segment",
                selected=number == chosen,
                kind=Kind.CHOICE,
                tip=tip,
            )
        scale = self._screen.scale
        told = seat.custom or self._method_shown
        self._size = scale.small if told else scale.body
        self._title, words, self._ink = self._said_of(seat)
        self._lines = balance(words, self._size, scale.px(self._width - 2 * _PADDING))
        self._words_top = 26 + line_height(scale.heading) / scale.layout / 2 + 4
        height = len(self._lines) * line_height(self._size) / scale.layout
        self._card_height = self._words_top + height + 18 + (_BUTTON + 10) * told
        self._card = self._box(0, _LEVEL, self._width, self._card_height)
        self.explained += [self._card, self._box(0, _BAR, self._width, _LEVEL - _BAR)]
        if seat.custom:
            self._add_algorithm(seat)
        else:
            self._add_level_card()
        below = _LEVEL + self._card_height + 10
        self._switches = [
            ExplainedSwitch(
                self._screen,
                self._box(0, below, self._width, _SWITCH_HEIGHT),
                say("varied"),
                say("varied_what"),
                on=self._screen.services.choices.varied,
                turn=self._vary,
            )
        ]
        below += _SWITCH_HEIGHT + 2
        # The words on how a level plays may take its room.
        if self._against_person and self._y + below + _SWITCH_HEIGHT <= self._bottom:
            self._add_teaching(below)

    def _add_teaching(self, top: float) -> None:
        """Add the switch of a teaching game and, when it is on, how often the computer asks."""
        times = self._screen.services.choices.teaching
        width = self._width - (_TIMES_WIDTH + 12) * bool(times)
        self._switches.append(
            ExplainedSwitch(
                self._screen,
                self._box(0, top, width, _SWITCH_HEIGHT),
                say("teaching"),
                say("teaching_what"),
                on=bool(times),
                turn=partial(self._teach, 0 if times else EVERY_TIME),
            )
        )
        if times:
            place = self._box(self._width - _TIMES_WIDTH, top + 7, _TIMES_WIDTH, 34)
            options = [(str(each), say(f"teaching_{each}")) for each in TEACHING if each]
            self._screen.controls.segments(
                place, options, str(times), lambda chosen: self._teach(int(chosen))
            )

    def _level_box(self, number: int) -> pygame.Rect:
        count = len(self._levels)
        width = min(_LEVEL_WIDTH, (self._width - _LEVEL_GAP * (count - 1)) / count)
        return self._box((width + _LEVEL_GAP) * (number - 1), _LEVELS, width, _LEVEL_HEIGHT)

    def _add_level_card(self) -> None:
        place = self._box(self._width - 10 - 34, _LEVEL + 10, 34, 34)
        self._screen.controls.button(
            place,
            "",
            self._turn_card,
            style="segment",
            icon="info",
            selected=self._method_shown,
            tip=say("how_it_plays"),
        )
        if self._method_shown:
            row = self._card_foot(self._width - 2 * _PADDING)
            words = say("choose_algorithm")
            self._screen.controls.button(row, words, self._choose_algorithm, style="soft")

    def _card_foot(self, width: float) -> pygame.Rect:
        return self._box(_PADDING, _LEVEL + self._card_height - 16 - _BUTTON, width, _BUTTON)

    def _add_algorithm(self, seat: Seat) -> None:
        algorithm = seat.algorithm_on(self._game, self._start)
        room = self._width - 2 * _PADDING
        limited = algorithm not in WITHOUT_AMOUNT
        self._screen.controls.button(
            self._card_foot(room - (_AMOUNT_WIDTH + 12) * limited),
            say(algorithm),
            self._choose_algorithm,
            style="soft",
            icon="chevron_down",
            tip=say("choose_algorithm"),
        )
        if limited:
            left = self._x + self._width - _PADDING - _AMOUNT_WIDTH
            top = self._y + _LEVEL + self._card_height - 16 - _BUTTON
            self._amount = Amount(self._screen, seat, left, top, _AMOUNT_WIDTH, self._change)

    # -- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card's words; its controls are drawn by the screen."""
        screen, scale, palette = self._screen, self._screen.scale, self._screen.palette
        at = self._box(0, _HEAD + _HEIGHT / 2).topleft
        screen.write(surface, say("who_plays"), at, scale.title, palette.ink, bold=True)
        for index in (0, 1):
            self._draw_plate(surface, index)
        rule = self._box(0, _RULE, self._width, 1)
        pygame.draw.rect(surface, palette.line, (*rule.topleft, rule.width, scale.px(1)))
        at = self._box(0, _STRENGTH).topleft
        if self._computer is None:
            screen.write(surface, say("friend_plays"), at, scale.body)
            return
        screen.write(surface, say("how_strong"), at, scale.body, palette.ink, bold=True)
        seat = self._seats[self._computer]
        if self._against_person:
            self._draw_suits(surface)
            at = self._box(self._width, _STRENGTH).topleft
            words = "" if seat.custom else self._record_words(seat)
            screen.write(surface, words, at, scale.small, anchor="midright")
        radius = scale.px(14)
        surface.blit(
            theme.rounded(self._card.size, radius, palette.card.lerp(palette.line, 0.3)), self._card
        )
        at = self._box(_PADDING, _LEVEL + 26).topleft
        room = scale.px(self._width - 2 * _PADDING - 40)
        screen.write(surface, self._title, at, scale.heading, palette.ink, bold=True, room=room)
        at = self._box(_PADDING, _LEVEL + self._words_top).topleft
        write_lines(surface, self._lines, at, self._size, self._ink)
        if self._amount is not None:
            self._amount.draw(surface)
        for switch in self._switches:
            switch.draw(surface)

    def _draw_plate(self, surface: pygame.Surface, index: int) -> None:
        """Draw a player's disc, the side, who begins, and how strong."""
        screen = self._screen
        scale, palette, px = screen.scale, screen.palette, screen.scale.px
        seat, y = self._seats[index], _PLATES + _PLATE_STEP * index
        place = self._box(0, y, _DISC, _DISC)
        if self._game.counts_pieces:
            theme.draw_ring(surface, place.center, px(_DISC), max(1, px(1)), palette.quiet)
            theme.stamp(surface, disc(index, px(_DISC - 4), palette.patterned), place.center)
        else:
            colour = palette.other if index else palette.accent
            surface.blit(theme.rounded(place.size, place.height // 2, colour), place)
            typed = screen.services.choices.cards[self._offer.key].seats[index].name
            initial = (typed.strip() or self._name(index))[:1].upper()
            ink = palette.on_accent
            theme.write(surface, initial, place.center, scale.heading, ink, True, "center")
        # A nameless person beside another one is called by their side already.
        told = self._game.sides != Game.sides and (self._against_person or seat.name)
        side = say(self._game.sides[index]) if told else ""
        begins = "" if index else say("begins")
        # One computer's strength stands below.
        strength = "" if seat.person or self._against_person else self._short_words(seat)
        words = " · ".join(filter(None, (side, begins, strength)))
        at = self._box(_NAME_LEFT + 14, y + 37).topleft
        room = px(self._width - _NAME_LEFT - 14 - _SWAP - 8)
        screen.write(surface, words, at, scale.small, room=room)

    def _level(self, seat: Seat) -> Level:
        return self._levels[seat.level_on(self._game, self._start) - 1]

    def _short_words(self, seat: Seat) -> str:
        if seat.custom:
            return say(f"short_{seat.algorithm_on(self._game, self._start)}")
        return naming.level_title(self._level(seat))

    def _record_words(self, seat: Seat) -> str:
        """Say how a person did against the level; nothing without a game."""
        record = self._results.records.get(self._level(seat).number)
        if record is None:
            return ""
        key = "record_drawn" if record.drawn else "record"
        return say(key, won=record.won, lost=record.lost, drawn=record.drawn)

    def _suits_words(self, number: int) -> str:
        """Say of a level why it is offered to a person; nothing of any other."""
        results = self._results
        if number != results.suits or not self._against_person:
            return ""
        key = "suits" if results.proven else "last" if results.records else "first"
        return say(f"level_{key}")

    def _draw_suits(self, surface: pygame.Surface) -> None:
        """Draw a bar under the level that is offered."""
        screen, scale, palette = self._screen, self._screen.scale, self._screen.palette
        cell, words = self._level_box(self._results.suits), self._suits_words(self._results.suits)
        bar = pygame.Rect(cell.x, self._box(0, _BAR).y, cell.width, scale.px(5))
        surface.blit(theme.rounded(bar.size, scale.px(2), palette.best), bar)
        wide = theme.font(scale.small, True).size(words)[0]
        x = max(self._box(0, 0).x, bar.centerx - wide // 2)
        at = (x, self._box(0, _BAR_LABEL).y)
        screen.write(surface, words, at, scale.small, palette.best, bold=True)

    def _said_of(self, seat: Seat) -> tuple[str, str, pygame.Color]:
        """Return the title of the computer that is shown, and what is said of it in which ink."""
        palette = self._screen.palette
        if not seat.custom:
            level = self._level(seat)
            told = naming.behind_words if self._method_shown else naming.manner_words
            return naming.level_title(level), told(level, self._game), palette.quiet
        method = seat.method(self._game, self._start)
        algorithm = seat.algorithm_on(self._game, self._start)
        title = naming.capital(naming.strength_words(method, self._game, self._start))
        if algorithm != seat.algorithm:
            return title, say("not_for_board", name=say(seat.algorithm)), palette.bad
        words = " · ".join(naming.detail_words(method))
        return title, "\n".join(filter(None, (say(f"about_{algorithm}"), words))), palette.quiet
