"""The start screen: who plays, on which board, by which rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.core.textbook import MAX_DEPTH
from kalahgui.games import GAMES
from kalahgui.gui import naming, theme
from kalahgui.gui.kalah_view import KalahView, Piles
from kalahgui.gui.screens.help import Help
from kalahgui.gui.screens.options import Options
from kalahgui.gui.screens.screen import Screen
from kalahgui.gui.settings import Seat
from kalahgui.gui.words import LANGUAGES, say
from kalahgui.levels import LEVELS
from kalahgui.match import Match

_ALGORITHMS = ("minimax", "alpha-beta", "search")
_SECONDS = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
_USUAL_STONES = (3, 4, 5, 6)
_DEEPEST = 20
_GAP = 72  # between the two players' cards


class Setup(Screen):
    """Choose the players and the board, and start or continue a game."""

    def rebuild(self) -> None:
        self.unfinished = self.app.unfinished()
        super().rebuild()

    def lay_out(self) -> None:
        top = 236 if self.unfinished else 158
        self._top_row()
        if self.unfinished:
            self._continue_strip()
        width = (self.width - 128 - _GAP) / 2
        self._seat_boxes = [self.box(64 + i * (width + _GAP), top, width, 226) for i in (0, 1)]
        for index in (0, 1):
            self._seat_controls(index, 64 + index * (width + _GAP), top, width)
        swap = self.box(self.width / 2 - 20, top + 93, 40, 40)
        self.controls.button(swap, "", self._exchange, icon="swap", tip=say("swap_players"))
        self._board_top = top + 226 + 24
        self._board_controls()

    # -- controls

    def _top_row(self) -> None:
        right = self.width - 64
        add = self.controls.button
        gear, keys = self.box(right - 36, 52, 36, 36), self.box(right - 80, 52, 36, 36)
        add(
            gear, "", lambda: self.app.push(Options(self.app)), icon="settings", tip=say("settings")
        )
        add(keys, "", lambda: self.app.push(Help(self.app)), icon="help", tip=say("help"))
        names = {"en": "English", "ja": "日本語"}
        self.controls.segments(
            self.box(right - 280, 52, 180, 36),
            [(code, names[code]) for code in LANGUAGES],
            self.app.choices.language,
            self.app.speak,
        )

    def _continue_strip(self) -> None:
        assert self.unfinished is not None
        rect = self.box(self.width - 64 - 16 - 128, 158, 128, 40)
        record, match = self.unfinished
        self.controls.button(
            rect, say("continue"), lambda: self.app.resume(record, match), style="go"
        )

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
        tips = [naming.level_words(level.number) for level in LEVELS]
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
            [(name, say(name)) for name in _ALGORITHMS],
            seat.algorithm,
            lambda name: self._change(index, algorithm=name),
        )
        if seat.algorithm == "search":
            self._stepper(x + width - 188, y, lambda step: self._change_seconds(index, step))
        else:
            self._stepper(x + width - 188, y, lambda step: self._change_plies(index, step))

    def _stepper(self, x: float, y: float, change: Callable[[int], None]) -> None:
        """Add minus and plus; the number between them is drawn with the screen."""
        self.controls.button(self.box(x, y, 38, 38), "\u2212", lambda: change(-1), style="segment")
        self.controls.button(self.box(x + 150, y, 38, 38), "+", lambda: change(1), style="segment")

    def _board_controls(self) -> None:
        choices = self.app.choices
        y = self._board_top
        height = self.height - y - 40
        self._board_box = self.box(64, y, self.width - 128, height)
        left = 64 + 24
        preview_width = (self.width - 128) * 0.40
        self._preview_rect = self.box(left, y + 24, preview_width, height - 48)
        self._column = left + preview_width + 32
        width = self.width - 64 - 24 - self._column
        self._column_width = width
        row = y + 50
        if choices.more_boards:
            self._stepper(self._column, row, lambda step: self._change_pits(step))
            self._stepper(self._column + 220, row, lambda step: self._change_stones(step))
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
        self._rule_controls(row + 86, width)
        start = self.box(self._column + width - 200, y + height - 24 - 48, 200, 48)
        self.controls.button(start, say("start"), self._start, style="primary")

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

    def _change_plies(self, index: int, step: int) -> None:
        plies = min(max(1, self._seat(index).plies + step), min(_DEEPEST, MAX_DEPTH))
        self._change(index, plies=plies)

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
        self.app.push(Options(self.app))

    def _open_help(self) -> None:
        self.app.push(Help(self.app))

    def _start(self) -> None:
        choices = self.app.choices
        players = (choices.first.player(), choices.second.player())
        game = GAMES["kalah"]
        self.app.play(Match(game, choices.variant, choices.rules, players, pie=choices.pie))

    # -- events and drawing

    def handle(self, event: pygame.Event) -> bool:
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self._start()
                return True
            if event.unicode == "?" or event.key == pygame.K_F1:
                self._open_help()
                return True
        return False

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_paper(surface)
        palette, scale = self.palette, self.scale
        at = self.box(64, 34, 0, 0).topleft
        theme.write(surface, say("program"), at, scale.huge, palette.ink, bold=True)
        at = self.box(66, 100, 0, 0).topleft
        theme.write(surface, say("tagline"), at, scale.px(17), palette.quiet)
        if self.unfinished:
            self._draw_continue(surface)
        for index in (0, 1):
            self._draw_seat(surface, index)
        self._draw_board(surface)
        self.controls.draw(surface)

    def _draw_continue(self, surface: pygame.Surface) -> None:
        assert self.unfinished is not None
        match = self.unfinished[1]
        rect = self.box(64, 146, self.width - 128, 64)
        self.draw_card(surface, rect)
        bar = self.box(64, 158, 5, 40)
        surface.blit(theme.rounded(bar.size, self.scale.px(3), self.palette.accent), bar)
        title = say(
            "continue_what",
            title=naming.match_title(match),
            first=naming.player_name(match, 0),
            second=naming.player_name(match, 1),
        )
        ink, quiet, scale = self.palette.ink, self.palette.quiet, self.scale
        room = rect.width - scale.px(190)
        title = theme.fit(title, scale.px(17), room, True)
        theme.write(surface, title, self.box(92, 152, 0, 0).topleft, scale.px(17), ink, bold=True)
        stores = naming.points(match)
        score = say("continue_lead", a=stores[0], b=stores[1])
        state = say("continue_state", move=len(naming.turns_of(match)) + 1, score=score)
        theme.write(surface, state, self.box(92, 180, 0, 0).topleft, scale.small, quiet)

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
            words = say("person_plays") if seat.person else naming.level_words(seat.level)
            at = (rect.x + px(24), rect.y + px(143 if seat.person else 193))
            theme.write(surface, words, at, scale.body, palette.quiet, anchor="midleft")
        else:
            number = f"{seat.seconds:g} s" if seat.algorithm == "search" else str(seat.plies)
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
        game = GAMES["kalah"]
        start = game.start(choices.variant, choices.rules)
        view = KalahView(game, start, self._preview_rect, 0, palette)
        view.draw_still(surface, Piles(game.cells(start), game.board(start)))
        y = self._board_top
        at = self.box(self._column, y + 22, 0, 0).topleft
        title = naming.title_of(choices.variant)
        theme.write(surface, title, at, scale.px(16), palette.ink, bold=True)
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
