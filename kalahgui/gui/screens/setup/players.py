"""Who plays: both players, how strong the computer is, and what that is like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.engine.levels import Level, levels_of
from kalahgui.games.game import Game
from kalahgui.games.limit import WITHOUT_AMOUNT
from kalahgui.games.plain_text import one_line
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.controls import Button, Choice, Switch
from kalahgui.gui.elements.element import Element, Look
from kalahgui.gui.elements.field import Field
from kalahgui.gui.elements.layout import Column, Fitting, Ground, Painted, Row, Rule, Scroll, Space
from kalahgui.gui.elements.screen import Screen
from kalahgui.gui.elements.writing import Heading, Text
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.discs import disc
from kalahgui.gui.screens.setup.custom import Custom, amount_of
from kalahgui.gui.services import naming
from kalahgui.gui.services.settings import (
    EVERY_TIME,
    FACES,
    SEATS,
    TEACHING,
    WHAT_SUITS,
    CatalogueEntry,
    Seat,
)
from kalahgui.words import say

_FRIEND, _COMPUTER, _COMPUTERS = "friend", "computer", "two_computers"
_DISC = 44.0  # units
_LEVEL, _LEVEL_GAP = 56.0, 6.0  # the width of a level, and between two


class _Offered(Element):
    """A bar under the level that is offered to a person, and why; nothing without words.

    In ``brief`` there is the bar alone.
    """

    role = Role.TEXT
    keeps_tips_off = True

    def __init__(self, words: str, index: int, count: int, brief: bool, *, width: float) -> None:
        super().__init__(width=width, height=16 if brief else 38)
        self.name, self._place, self._count, self._brief = words, index, count, brief

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if not self.name:
            return
        gap, best = look.px(_LEVEL_GAP), look.ink("best")
        step = (self.rect.width + gap) / self._count
        left = self.rect.x + round(step * self._place)
        bar = pygame.Rect(left, self.rect.y + look.px(5), round(step) - gap, look.px(5))
        surface.blit(theme.rounded(bar.size, look.px(2), best), bar)
        if self._brief:
            return
        size = look.type("small")
        wide = theme.font(size, True).size(self.name)[0]
        at = (max(self.rect.x, bar.centerx - wide // 2), self.rect.y + look.px(25))
        theme.write(surface, self.name, at, size, best, True, "midleft")


class _Explained(Ground):
    """What explains a level, on its ground."""

    keeps_tips_off = True


class Players:
    """The players of a card, to choose and to see."""

    def __init__(self, screen: Screen, offer: CatalogueEntry) -> None:
        self._screen = screen
        self._offer = offer
        self._game = offer.game
        self._second_shown = False  # of two computers
        self._method_shown = False  # in place of what playing against a level is like

    # -- what is on the screen

    def content(self) -> Element:
        """Return what is on the card above the button that starts the game."""
        return Fitting(self._all(), self._all(brief=True), Scroll(self._all(brief=True)))

    def _all(self, brief: bool = False) -> Element:
        """Return all there is to choose; in ``brief`` without what a tip says as well."""
        services = self._screen.services
        card = services.choices.cards[self._offer.key]
        self._start = card.start(self._offer)
        self._levels = levels_of(self._game, self._start)
        self._results = services.autosave.level_results(self._game, card.board)
        first, second = (seat.offered(self._results.suits) for seat in card.seats)
        self._seats: tuple[Seat, Seat] = (first, second)
        swap = Button(
            "",
            self._swap,
            style="segment",
            icon="swap",
            tip=say("swap_players"),
            width=40,
            height=40,
        )
        strength = self._strength(brief) if self._computer is not None else [self._friend(brief)]
        return Column(
            self._kinds(),
            Row(Column(self._plate(0), self._plate(1), gap=8, grow=1), swap),
            *strength,
            gap=6 if brief else 12,
            padding=(32, 12, 24, 0),
        )

    def _kinds(self) -> Element:
        kinds = (_FRIEND, _COMPUTER, _COMPUTERS)
        chosen = kinds[2 - sum(seat.person for seat in self._seats)]
        options = [(kind, say(kind)) for kind in kinds]
        title = say("who_plays")
        choice = Choice(options, chosen, self._choose_kind, name=title, grow=1)
        return Row(Heading(title, "title", line=True), choice, gap=28)

    def _name(self, index: int) -> str:
        method, other = (
            seat.player(self._game, self._start).computer
            for seat in (self._seats[index], self._seats[1 - index])
        )
        return naming.default_name(self._game, method, other, index)

    def _plate(self, index: int) -> Element:
        seat, name = self._seats[index], self._name(index)
        # A nameless person beside another one is called by their side already.
        side_told = self._game.sides != Game.sides and (self._against_person or seat.name)
        side = say(self._game.sides[index]) if side_told else ""
        begins = "" if index else say("begins")
        # One computer's strength stands below.
        strength = "" if seat.person or self._against_person else self._short_words(seat)
        words = " · ".join(filter(None, (side, begins, strength)))
        field = Field(
            seat.name,
            lambda typed: self._keep(index, name=one_line(typed)),
            name=name,
            hint=name,
            looks_written=True,
            entered=self._screen.controls.let_go,
            width=260,
            height=30,
        )
        below = Row(Text(words, "small", "quiet", line=True, grow=1), padding=(14, 0, 0, 0))
        return Row(
            Painted(partial(self._draw_disc, index, name), width=_DISC, height=_DISC),
            Column(field, below, grow=1),
            gap=2,
        )

    def _draw_disc(self, index: int, name: str, surface: pygame.Surface, rect: pygame.Rect) -> None:
        palette, scale = self._screen.palette, self._screen.scale
        if self._game.counts_pieces:
            theme.draw_ring(surface, rect.center, rect.width, max(1, scale.px(1)), palette.quiet)
            picture = disc(index, rect.width - scale.px(4), palette.pieces)
            theme.stamp(surface, picture, rect.center)
            return
        colour = palette.other if index else palette.accent
        surface.blit(theme.rounded(rect.size, rect.height // 2, colour), rect)
        typed = self._screen.services.choices.cards[self._offer.key].seats[index].name
        initial = (typed.strip() or name)[:1].upper()
        ink = palette.on_accent
        theme.write(surface, initial, rect.center, scale.heading, ink, True, "center")

    def _friend(self, brief: bool) -> Element:
        """Say how two persons share the screen, and let them choose which way the board faces."""
        services = self._screen.services
        faces, face = [(name, say(f"face_{name}")) for name in FACES], services.choices.face
        return Column(
            Rule(),
            Text(say("friend_plays"), colour="quiet"),
            Choice(faces, face, self._choose_face, name=say("setting_face")),
            Text(say(f"face_about_{face}"), "small", "quiet"),
            gap=6 if brief else 12,
        )

    def _strength(self, brief: bool) -> Iterator[Element]:
        seat, choices = self._seats[self._computer or 0], self._screen.services.choices
        air = None if brief else 4
        yield Column(
            Rule(),
            Space(height=air),
            self._strength_head(seat),
            Space(height=air),
            *self._level_row(seat, brief),
            self._explained(seat, brief),
        )
        yield Column(
            self._variety(choices.varied, brief),
            self._teaching(choices.teaching, brief) if self._against_person else None,
            gap=4 if brief else 8,
        )

    def _variety(self, varied: bool, brief: bool) -> Element:
        """Return the switch that lets computers vary, where one of them does not by itself."""
        game, start = self._game, self._start
        limits = [
            seat.method(game, start).limit(game, start) for seat in self._seats if not seat.person
        ]
        if all(limit.varies for limit in limits):
            return Text(say("varies_by_itself"), "small", "quiet", line=True)
        what = say("varied_what")
        return Switch(say("varied"), what, on=varied, turn=self._vary, brief=brief)

    def _strength_head(self, seat: Seat) -> Element:
        head = Text(say("how_strong"), bold=True, line=True)
        if self._against_person:
            words = "" if seat.custom else self._record_words(seat)
            beside: Element = Text(words, "small", "quiet", line=True, align="right", grow=1)
        else:
            head.grow = 1
            sides = [naming.capital(say(side)) for side in self._game.sides]
            shown = SEATS[self._computer or 0]
            beside = Choice([*zip(SEATS, sides, strict=True)], shown, self._show, width=268)
        return Row(head, beside, gap=12, height=38)

    def _level_row(self, seat: Seat, brief: bool) -> Iterator[Element]:
        """Yield the levels, and below them which one is offered."""
        chosen = None if seat.custom else self._level(seat).number
        buttons = []
        for level in self._levels:
            number, title = level.number, naming.level_title(level)
            button = Button(
                str(number),
                partial(self._choose_level, number),
                style="segment",
                chosen=number == chosen,
                role=Role.CHOICE,
                tip=" · ".join(filter(None, (title, self._suits_words(number)))),
                spoken=title,
                height=52,
                grow=1,
            )
            buttons.append(button)
        count, offered = len(buttons), self._results.suits
        width = count * (_LEVEL + _LEVEL_GAP) - _LEVEL_GAP
        yield Row(*buttons, gap=_LEVEL_GAP, width=width)
        words = self._suits_words(offered)
        yield _Offered(words, offered - 1, count, brief, width=width)

    def _explained(self, seat: Seat, brief: bool) -> Element:
        title, words, colour = self._said_of(seat)
        method_shown = seat.custom or self._method_shown
        turn = Button(
            "",
            self._turn_card,
            style="segment",
            icon="info",
            chosen=self._method_shown,
            tip=say("how_it_plays"),
            width=34,
            height=34,
        )
        head = Row(
            Text(title, "heading", bold=True, line=True, grow=1),
            None if seat.custom else turn,
            gap=8,
            height=34,
        )
        said = Text(words, "small" if method_shown else "body", colour, balanced=True)
        foot = self._algorithm_row(seat) if method_shown else None
        air = 6 if brief else 12
        content = Column(head, said, Space(height=air) if foot else None, foot)
        return _Explained(content, "line", 14, 0.3, padding=(20, 8, 12, air + 2))

    def _algorithm_row(self, seat: Seat) -> Element:
        """Return the button that opens all algorithms, and how far the chosen one looks ahead."""
        words, custom = say("choose_algorithm"), seat.custom
        algorithm = seat.algorithm_on(self._game, self._start)
        button = Button(
            naming.algorithm_words(algorithm) if custom else words,
            self._choose_algorithm,
            style="soft",
            icon="chevron_down" if custom else "",
            tip=words if custom else "",
            grow=1,
        )
        limited = custom and algorithm not in WITHOUT_AMOUNT
        return Row(button, amount_of(seat, self._change, width=188) if limited else None, gap=12)

    def _teaching(self, times: int, brief: bool) -> Element:
        """Return the switch of a teaching game and, when it is on, how often the computer asks."""
        words, what = say("teaching"), say("teaching_what")
        turn = partial(self._teach, 0 if times else EVERY_TIME)
        options = [(str(count), say(f"teaching_{count}")) for count in TEACHING if count]
        return Row(
            Switch(words, what, on=bool(times), turn=turn, brief=brief, grow=1),
            Choice(options, str(times), self._choose_times, name=words, width=240)
            if times
            else None,
            gap=12,
        )

    def _level(self, seat: Seat) -> Level:
        return self._levels[seat.level_on(self._game, self._start) - 1]

    def _short_words(self, seat: Seat) -> str:
        if seat.custom:
            return naming.algorithm_words(seat.algorithm_on(self._game, self._start))
        return naming.level_title(self._level(seat))

    def _record_words(self, seat: Seat) -> str:
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

    def _said_of(self, seat: Seat) -> tuple[str, str, str]:
        if not seat.custom:
            level = self._level(seat)
            words_of = naming.behind_words if self._method_shown else naming.manner_words
            return naming.level_title(level), words_of(level, self._game), "quiet"
        method = seat.method(self._game, self._start)
        algorithm = seat.algorithm_on(self._game, self._start)
        title = naming.capital(naming.strength_words(method, self._game, self._start))
        if algorithm != seat.algorithm:
            return title, say("not_for_board", name=naming.algorithm_words(seat.algorithm)), "bad"
        words = " · ".join(naming.detail_words(method))
        return title, "\n".join(filter(None, (say(f"about_{algorithm}"), words))), "quiet"

    # -- what is chosen

    def _keep(self, index: int, **changes: Any) -> None:
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

    def _swap(self) -> None:
        services = self._screen.services
        first, second = services.choices.cards[self._offer.key].seats
        services.choose(cards=services.choices.changed(self._offer.key, first=second, second=first))

    def _vary(self) -> None:
        services = self._screen.services
        services.choose(varied=not services.choices.varied)

    def _teach(self, times: int) -> None:
        self._screen.services.choose(teaching=times)

    def _choose_face(self, face: str) -> None:
        self._screen.services.choose(face=face)

    def _choose_times(self, times: str) -> None:
        self._teach(int(times))

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
        app.push(Custom(app, self._offer, self._computer))

    @property
    def _computer(self) -> int | None:
        """Return the seat of the computer that is shown; None between two persons."""
        computers = [index for index in (0, 1) if not self._seats[index].person]
        return computers[self._second_shown and len(computers) > 1] if computers else None

    @property
    def _against_person(self) -> bool:
        return self._seats[0].person != self._seats[1].person
