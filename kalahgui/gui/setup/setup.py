"""The set-up of a game: who plays, on which board, by which rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.core.textbook import MAX_DEPTH
from kalahgui.engine.levels import LEVELS
from kalahgui.games.game import Position
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.kit import naming, theme
from kalahgui.gui.kit.screen import Host, Screen
from kalahgui.gui.kit.words import say
from kalahgui.gui.offers import Offer
from kalahgui.gui.settings import Seat
from kalahgui.match.match import Match, Player

_ALGORITHMS = ("minimax", "alpha-beta", "search")
_SECONDS = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
_USUAL_STONES = (3, 4, 5, 6)
_DEEPEST = 20
_NOBODY = (Player(), Player())
_GAP = 72  # between the two players' cards


class Setup(Screen):
    """Choose the players and the board, and start."""

    def __init__(self, app: Host, offer: Offer) -> None:
        """Set up a game of a card of the home screen."""
        self.offer = offer
        super().__init__(app)

    def lay_out(self) -> None:
        top = 132
        width = (self.width - 128 - _GAP) / 2
        self._seat_boxes = [self.box(64 + i * (width + _GAP), top, width, 226) for i in (0, 1)]
        for index in (0, 1):
            self._seat_controls(index, 64 + index * (width + _GAP), top, width)
        swap = self.box(self.width / 2 - 20, top + 93, 40, 40)
        self.controls.button(swap, "", self._exchange, icon="swap", tip=say("swap_players"))
        self._board_top = top + 226 + 24
        self._board_controls()
        self._top_row()

    # -- controls

    def _top_row(self) -> None:
        back = self.box(26, 30, 36, 36)
        self.controls.button(back, "", self.app.go_home, icon="chevron_left", tip=say("back_home"))
        right = self.width - 64
        add = self.controls.button
        gear, keys = self.box(right - 36, 30, 36, 36), self.box(right - 80, 30, 36, 36)
        add(gear, "", self._open_options, icon="settings", tip=say("settings"))
        add(keys, "", self._open_help, icon="help", tip=say("help"))

    def _seat_controls(self, index: int, x: float, y: float, width: float) -> None:
        seat = self._seat(index)
        inner = width - 48
        self.controls.entry(
            self.box(x + 24 + inner - 210, y + 20, 210, 38),
            seat.name,
            partial(self._change_name, index),
            naming.default_name(seat.person, self._seat(1 - index).person, index),
        )
        kinds = [("person", say("person")), ("computer", say("computer"))]
        self.controls.segments(
            self.box(x + 24, y + 74, inner, 38),
            kinds,
            "person" if seat.person else "computer",
            lambda kind: self._change(index, person=kind == "person"),
        )
        if seat.person:
            return
        options = [(str(level.number), str(level.number)) for level in LEVELS]
        custom_width = 128
        chosen = "custom" if seat.custom else str(seat.level)
        tips = [naming.level_words(level.number, self.offer.game) for level in LEVELS]
        self.controls.segments(
            self.box(x + 24, y + 124, inner - custom_width - 4, 38),
            options,
            chosen,
            lambda level: self._change(index, custom=False, level=int(level)),
            tips,
        )
        self.controls.segments(
            self.box(x + 24 + inner - custom_width, y + 124, custom_width, 38),
            [("custom", say("custom"))],
            chosen,
            lambda _: self._change(index, custom=True),
        )
        if seat.custom:
            self._custom_controls(index, seat, x + 24, y + 174, inner)

    def _custom_controls(self, index: int, seat: Seat, x: float, y: float, width: float) -> None:
        self.controls.segments(
            self.box(x, y, width - 200, 38),
            [(name, say(f"short_{name}")) for name in _ALGORITHMS],
            seat.algorithm,
            lambda name: self._change(index, algorithm=name),
        )
        if seat.algorithm == "search":
            self._stepper(x + width - 188, y, lambda step: self._change_seconds(index, step))
        else:
            self._stepper(x + width - 188, y, lambda step: self._change_turns(index, step))

    def _stepper(self, x: float, y: float, change: Callable[[int], None]) -> None:
        """Add minus and plus; the number between them is drawn with the screen."""
        self.controls.button(self.box(x, y, 38, 38), "\u2212", lambda: change(-1), style="segment")
        self.controls.button(self.box(x + 150, y, 38, 38), "+", lambda: change(1), style="segment")

    def _board_controls(self) -> None:
        y = self._board_top
        height = self.height - y - 40
        self._board_box = self.box(64, y, self.width - 128, height)
        left = 64 + 24
        preview_width = (self.width - 128) * 0.40
        self._preview_rect = self.box(left, y + 24, preview_width, height - 48)
        self._column = left + preview_width + 32
        width = self.width - 64 - 24 - self._column
        self._column_width = width
        if self.offer.game.key == "kalah":
            self._kalah_board_controls(y + 50, width)
            self._rule_controls(y + 136, width)
        else:
            self._other_board_controls(y + 50, width)
        start = self.box(self._column + width - 200, y + height - 24 - 48, 200, 48)
        self.controls.button(start, say("start"), self._start, style="primary")

    def _kalah_board_controls(self, row: float, width: float) -> None:
        choices = self.app.choices
        if choices.more_boards:
            self._stepper(self._column, row, self._change_pits)
            self._stepper(self._column + 220, row, self._change_stones)
        else:
            self.controls.segments(
                self.box(self._column, row, width - 160, 38),
                [(str(n), str(n)) for n in _USUAL_STONES],
                str(choices.stones),
                lambda n: self._board(pits=6, stones=int(n)),
            )
        self.controls.button(
            self.box(self._column + width - 148, row, 148, 38),
            say("usual_boards" if choices.more_boards else "more_boards"),
            self._toggle_boards,
            style="soft",
        )

    def _other_board_controls(self, row: float, width: float) -> None:
        """Add what the other games let choose: the board, a handicap, varied play."""
        choices, offer = self.app.choices, self.offer
        if len(offer.variants) > 1:
            self.controls.segments(
                self.box(self._column, row, width, 38),
                [(variant, say(f"board_{variant}")) for variant in offer.variants],
                choices.variant(offer),
                lambda variant: self._board(boards=choices.boards | {offer.key: variant}),
            )
            row += 56
        if self._handicap_possible:
            options = [("0", say("handicap_none"))] + [(str(n), str(n)) for n in range(1, 5)]
            self._handicap_row = row
            self.controls.segments(
                self.box(self._column + 180, row, width - 180, 38),
                options,
                str(choices.handicap),
                lambda n: self._board(handicap=int(n)),
            )
            row += 56
        self.controls.segments(
            self.box(self._column, row, min(width, 240), 38),
            [("off" if choices.varied else "on", say("varied"))],
            "off" if choices.varied else "",
            lambda value: self._board(varied=value == "on"),
            [say("varied_what")],
        )
        self._varied_row = row + 48

    @property
    def _handicap_possible(self) -> bool:
        return self.offer.key == "reversi"

    def _rule_controls(self, y: float, width: float) -> None:
        choices = self.app.choices
        rules = [
            ("empty_capture", say("rules_empty-capture"), say("rule_empty_capture")),
            ("last_stone", say("rules_last-stone"), say("rule_last_stone")),
            ("pie", say("rules_pie"), say("rule_pie")),
        ]
        each = (width - 8) / 3
        for i, (name, label, tip) in enumerate(rules):
            on = getattr(choices, name)

            self.controls.segments(
                self.box(self._column + i * (each + 4), y, each, 38),
                [("off" if on else "on", label)],
                "off" if on else "",
                partial(self._set_rule, name),
                [tip],
            )

    def _set_rule(self, name: str, value: str) -> None:
        self._board(**{name: value == "on"})

    # -- changes

    def _seat(self, index: int) -> Seat:
        return self.app.choices.second if index else self.app.choices.first

    def _set_seat(self, index: int, seat: Seat) -> None:
        self.app.choose(**{("first", "second")[index]: seat})

    def _change(self, index: int, **changes: Any) -> None:
        self._set_seat(index, replace(self._seat(index), **changes))
        self.refresh()

    def _change_name(self, index: int, name: str) -> None:
        self._set_seat(index, replace(self._seat(index), name=name))

    def _change_turns(self, index: int, step: int) -> None:
        turns = min(max(1, self._seat(index).turns + step), min(_DEEPEST, MAX_DEPTH))
        self._change(index, turns=turns)

    def _change_seconds(self, index: int, step: int) -> None:
        now = self._seat(index).seconds
        nearest = min(range(len(_SECONDS)), key=lambda i: abs(_SECONDS[i] - now))
        self._change(index, seconds=_SECONDS[min(max(0, nearest + step), len(_SECONDS) - 1)])

    def _change_pits(self, step: int) -> None:
        self._board(pits=min(max(1, self.app.choices.pits + step), 8))

    def _change_stones(self, step: int) -> None:
        self._board(stones=min(max(1, self.app.choices.stones + step), 9))

    def _board(self, **changes: Any) -> None:
        self.app.choose(**changes)
        self.refresh()

    def _toggle_boards(self) -> None:
        choices = self.app.choices
        if choices.more_boards:
            usual = min(_USUAL_STONES, key=lambda n: abs(n - choices.stones))
            self._board(more_boards=False, pits=6, stones=usual)
        else:
            self._board(more_boards=True)

    def _exchange(self) -> None:
        choices = self.app.choices
        self.app.choose(first=choices.second, second=choices.first)
        self.refresh()

    def _open_options(self) -> None:
        self.app.open_options()

    def _open_help(self) -> None:
        self.app.open_help(self.offer.game)

    def _start(self) -> None:
        choices, offer = self.app.choices, self.offer
        self.app.choose(offer=offer.key)
        varied = choices.varied and offer.game.key != "kalah"
        players = (choices.first.player(varied), choices.second.player(varied))
        pie = choices.pie and offer.game.key == "kalah"
        variant, rules = choices.variant(offer), choices.rules(offer)
        match = Match(offer.game, variant, rules, players, pie=pie, start=self._start_position())
        self.app.play(match)

    def _start_position(self) -> Position:
        """Return the start position, with black's corners when there is a handicap."""
        choices, game = self.app.choices, self.offer.game
        start = game.start(choices.variant(self.offer), choices.rules(self.offer))
        if self._handicap_possible and choices.handicap:
            text, _, mover = game.position_text(start).partition(" ")
            corners = game.board(start).corners[: choices.handicap]
            marks = ["X" if cell in corners else mark for cell, mark in enumerate(text)]
            text = f"{''.join(marks)} {mover}"
            start = game.parse_position(text, variant=choices.variant(self.offer))
        return start

    # -- events and drawing

    def handle(self, event: pygame.Event) -> bool:
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self._start()
                return True
            if event.key == pygame.K_ESCAPE:
                self.app.go_home()
                return True
            if event.unicode == "?" or event.key == pygame.K_F1:
                self._open_help()
                return True
        return False

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface)
        palette, scale = self.palette, self.scale
        at = self.box(80, 46, 0, 0).topleft
        title = say(f"card_{self.offer.key}")
        theme.write(surface, title, at, scale.px(34), palette.ink, True, "midleft")
        at = self.box(81, 84, 0, 0).topleft
        what = say(f"card_{self.offer.key}_what")
        theme.write(surface, what, at, scale.px(16), palette.quiet, anchor="midleft")
        for index in (0, 1):
            self._draw_seat(surface, index)
        self._draw_board(surface)
        self.controls.draw(surface)

    def _draw_seat(self, surface: pygame.Surface, index: int) -> None:
        rect = self._seat_boxes[index]
        self.draw_card(surface, rect)
        scale, palette, seat = self.scale, self.palette, self._seat(index)
        px = scale.px
        title = say(("first_player", "second_player")[index])
        left = rect.x + px(24)
        theme.write(
            surface, title, (left, rect.y + px(39)), scale.title, palette.ink, True, "midleft"
        )
        entry_left = rect.right - px(24 + 210)
        at = (entry_left - px(12), rect.y + px(39))
        theme.write(surface, say("name"), at, scale.small, palette.quiet, anchor="midright")
        if seat.person or not seat.custom:
            words = (
                say("person_plays")
                if seat.person
                else naming.level_words(seat.level, self.offer.game)
            )
            at = (rect.x + px(24), rect.y + px(143 if seat.person else 193))
            theme.write(surface, words, at, scale.body, palette.quiet, anchor="midleft")
        else:
            number = f"{seat.seconds:g} s" if seat.algorithm == "search" else str(seat.turns)
            label = say("seconds" if seat.algorithm == "search" else "depth")
            middle = rect.right - px(24 + 188 / 2)
            self._number(surface, middle, rect.y + px(193), number, label)

    def _number(self, surface: pygame.Surface, x: float, y: float, number: str, label: str) -> None:
        scale, palette, px = self.scale, self.palette, self.scale.px
        theme.write(surface, number, (x, y - px(7)), scale.body, palette.ink, True, "center")
        label = theme.fit(label, scale.small, px(108))
        theme.write(surface, label, (x, y + px(11)), scale.small, palette.quiet, anchor="center")

    def _draw_board(self, surface: pygame.Surface) -> None:
        self.draw_card(surface, self._board_box)
        choices, scale, palette, px = self.app.choices, self.scale, self.palette, self.scale.px
        offer = self.offer
        start = self._start_position()
        match = Match(offer.game, choices.variant(offer), (), _NOBODY, start=start)
        view = VIEWS[offer.game.key](offer.game, start, self._preview_rect, 0, palette)
        view.draw_still(surface, view.shown(match))
        y = self._board_top
        at = self.box(self._column, y + 22, 0, 0).topleft
        title = naming.title_of(offer.game, choices.variant(offer))
        theme.write(surface, title, at, scale.px(16), palette.ink, bold=True)
        if offer.game.key != "kalah":
            self._draw_other_choices(surface)
            return
        if choices.more_boards:
            row = self.box(0, y + 69, 0, 0).y
            unit = self.scale.layout
            middle = (self._column + 94) * unit
            self._number(surface, middle, row, str(choices.pits), say("pits_a_side"))
            middle = (self._column + 220 + 94) * unit
            self._number(surface, middle, row, str(choices.stones), say("stones_a_pit"))
        else:
            label = say("stones_a_pit")
            right = self.box(self._column + self._column_width - 160, y + 22, 0, 0).topleft
            theme.write(surface, label, right, scale.small, palette.quiet, anchor="topright")
        at = self.box(self._column, y + 104, 0, 0).topleft
        theme.write(surface, say("rules"), at, px(16), palette.ink, bold=True)
        self._draw_rules(surface, y + 190)

    def _draw_other_choices(self, surface: pygame.Surface) -> None:
        size, quiet, px = self.scale.body, self.palette.quiet, self.scale.px
        if self._handicap_possible:
            at = self.box(self._column, self._handicap_row + 19, 0, 0).topleft
            words = theme.fit(say("handicap"), size, px(172))
            theme.write(surface, words, at, size, quiet, anchor="midleft")
        room = px(self._column_width)
        lines = [say(f"rules_{self.offer.game.key}")]
        if self.app.choices.varied:
            lines.insert(0, say("varied_what"))
        for row, line in enumerate(lines):
            at = self.box(self._column, self._varied_row + 24 * row, 0, 0).topleft
            line = theme.fit(line, self.scale.small, room)
            theme.write(surface, line, at, self.scale.small, quiet)

    def _draw_rules(self, surface: pygame.Surface, y: float) -> None:
        """Say in a line each what the chosen rules mean."""
        choices, scale = self.app.choices, self.scale
        chosen = [name for name in ("empty_capture", "last_stone", "pie") if getattr(choices, name)]
        lines = [say(f"rule_{name}") for name in chosen]
        if not choices.last_stone:
            lines.insert(0, say("rule_standard"))
        room = scale.px(self._column_width)
        for row, line in enumerate(lines):
            at = self.box(self._column, y + 24 * row, 0, 0).topleft
            line = theme.fit(line, scale.small, room)
            theme.write(surface, line, at, scale.small, self.palette.quiet)
