"""The set-up of a game: who plays, on which board, by which rules, and with what time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from kalahgui.core.kalah import MAX_PITS, MAX_STONES
from kalahgui.games import draft_of
from kalahgui.gui.boards import VIEWS
from kalahgui.gui.paint import theme
from kalahgui.gui.paint.paragraph import balance, write_lines
from kalahgui.gui.screens.setup.seats import SEAT_HEIGHT, SeatCard
from kalahgui.gui.services import naming
from kalahgui.gui.services.game_catalogue import CatalogueEntry
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.navigation import EditorOf, GameOf, Room, RulesOf
from kalahgui.gui.services.settings import CardChoices
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import CardScreen, Host, Screen, Stepper
from kalahgui.match.clock import TimeControl
from kalahgui.match.match import Match, Player

# Lengths in units of the layout.
_TOP, _ROW, _HEIGHT = 84, 56, 38
_LABEL = 220

_GAME, _MOVE = "game", "move"
_MINUTES = (1, 3, 5, 10, 15, 30)
_INCREMENTS = (0, 2, 3, 5, 10)
_SECONDS = (5, 10, 20, 30, 60)
_USUAL = TimeControl(5 * 60, 3)
_USUAL_EACH_MOVE = TimeControl(20, each_move=True)


class Clocks(CardScreen):
    """Choose the time of both players; every choice takes effect at once."""

    card_width = 820
    card_height = _TOP + 3 * _ROW + 84
    title = "clock"

    def __init__(self, app: Host, changed: Callable[[], None]) -> None:
        """Show what is chosen; ``changed`` is told of every choice."""
        self._changed = changed
        super().__init__(app)

    def _choose(self, control: TimeControl | None) -> None:
        self.services.choose(clock="" if control is None else str(control))
        self._changed()
        self.refresh()

    def lay_out(self) -> None:
        super().lay_out()
        self._labels: list[str] = []
        control = self.services.choices.control
        kind = "" if control is None else _MOVE if control.each_move else _GAME
        kinds = [("", "clock_off"), (_GAME, "clock_game"), (_MOVE, "clock_move")]
        usual = {_GAME: _USUAL, _MOVE: _USUAL_EACH_MOVE}
        options = [(name, say(key)) for name, key in kinds]
        self._add("clock_kind", options, kind, lambda chosen: self._choose(usual.get(chosen)))
        if control is None:
            return
        if control.each_move:
            self._add_numbers(control, "seconds", _SECONDS)
        else:
            self._add_numbers(control, "minutes", _MINUTES)
            self._add_numbers(control, "increment", _INCREMENTS)

    def _add_numbers(self, control: TimeControl, what: str, numbers: tuple[int, ...]) -> None:
        """Let a number of a control be chosen; minutes are its seconds."""
        field, unit = ("seconds", 60) if what == "minutes" else (what, 1)

        def choose(text: str) -> None:
            changed: dict[str, Any] = {field: unit * int(text)}
            self._choose(replace(control, **changed))

        options = [(str(n), str(n)) for n in numbers]
        self._add(f"clock_{what}", options, str(getattr(control, field) // unit), choose)

    def _add(
        self, label: str, options: list[tuple[str, str]], chosen: str, choose: Callable[[str], None]
    ) -> None:
        row = _TOP + _ROW * len(self._labels)
        self._labels.append(say(label))
        rect = self.inside(32 + _LABEL, row, self.card_width - 64 - _LABEL, _HEIGHT)
        self.controls.segments(rect, options, chosen, choose)

    def draw_inside(self, surface: pygame.Surface) -> None:
        scale, palette = self.scale, self.palette
        for row, label in enumerate(self._labels):
            at = self.inside(32, _TOP + _ROW * row + _HEIGHT / 2).topleft
            self.write(surface, label, at, scale.body, palette.ink)
        control = self.services.choices.control
        place = self.inside(32, self.card_height - 80).topleft
        lines = balance(
            naming.clock_rule_words(control), scale.small, scale.px(self.card_width - 64)
        )
        write_lines(surface, lines, place, scale.small, palette.quiet)


_LINE = 24
_CLOCK_WIDTH = 168
_START_WIDTH = 200  # of the button at the right, which is not the form's


class SetupForm:
    """What a card lets choose besides the players, beside the picture of the board."""

    def __init__(
        self, screen: Screen, offer: CatalogueEntry, x: float, y: float, width: float, height: float
    ) -> None:
        """Add the controls in a column of a card; ``y`` and ``height`` are the whole card's."""
        self.screen = screen
        self.offer = offer
        self.x, self.y, self.width = x, y, width
        self.lay_out()
        self._add_foot(y + height - 24 - 43)

    @property
    def chosen(self) -> CardChoices:
        """Return what is chosen on the card."""
        return self.screen.services.choices.cards[self.offer.key]

    @property
    def varied(self) -> bool:
        """Tell whether the computers are to choose among equally good moves."""
        return self.screen.services.choices.varied

    def lay_out(self) -> None:
        """Add the controls."""
        raise NotImplementedError

    def change(self, **changes: Any) -> None:
        """Change what is chosen on the card."""
        app = self.screen.app
        app.services.choose(cards=app.services.choices.changed(self.offer.key, **changes))
        self.screen.refresh()

    def add_boards(self, row: float, width: float, boards: list[tuple[str, str]]) -> None:
        """Let a board be chosen in a row, each by what it is called there."""
        self.screen.controls.segments(
            self.screen.box(self.x, row, width, 38),
            boards,
            self.chosen.board,
            lambda board: self.change(board=board),
        )

    def switch(
        self, rect: pygame.Rect, label: str, on: bool, turn: Callable[[bool], None], tip: str
    ) -> None:
        """Add a button that is either on or off."""
        other = "off" if on else "on"
        self.screen.controls.segments(
            rect, [(other, label)], other if on else "", lambda _: turn(not on), [tip]
        )

    def _add_foot(self, y: float) -> None:
        """Add the buttons of varied play and of the clocks, beside the one that starts the game."""
        width = self.width - _START_WIDTH - _CLOCK_WIDTH - 28
        rect = self.screen.box(self.x, y, width, 38)
        self.switch(rect, say("varied"), self.varied, self._vary, say("varied_what"))
        rect = self.screen.box(self.x + width + 8, y, _CLOCK_WIDTH, 38)
        app = self.screen.app
        self.screen.controls.button(
            rect,
            naming.clock_words(app.services.choices.control),
            lambda: app.push(Clocks(app, self.screen.refresh)),
            style="segment",
            icon="clock",
            tip=say("clock_what"),
        )

    def _vary(self, on: bool) -> None:
        self.screen.services.choose(varied=on)
        self.screen.refresh()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words around the controls."""
        scale = self.screen.scale
        title = naming.title_of(self.offer.game, self.chosen.board)
        at = self.screen.box(self.x, self.y + 33, 0, 0).topleft
        ink = self.screen.palette.ink
        self.screen.write(surface, title, at, scale.heading, ink, bold=True)

    def draw_lines(self, surface: pygame.Surface, lines: Sequence[str], y: float) -> None:
        """Draw explanations, one below the other, and at last that of varied play."""
        scale = self.screen.scale
        varied = [say("varied_what")] if self.varied else []
        for row, line in enumerate([*lines, *varied]):
            at = self.screen.box(self.x, y + _LINE * row, 0, 0).topleft
            room = scale.px(self.width)
            self.screen.write(surface, line, at, scale.small, anchor="topleft", room=room)


_RULES = ("empty-capture", "last-stone")
_TOGGLE_WIDTH = 148
_STEPPER_WIDTH = 210
_STEPPER_GAP = 16


class KalahForm(SetupForm):
    """How many pits and stones, and by which rules."""

    def lay_out(self) -> None:
        self._steppers: list[Stepper] = []
        row = self.y + 50
        if self.chosen.more_boards:
            step = _STEPPER_WIDTH + _STEPPER_GAP
            self._steppers = [
                Stepper(
                    self.screen,
                    self.x + place * step,
                    row,
                    _STEPPER_WIDTH,
                    partial(self._resize, what),
                )
                for place, what in enumerate(("pits", "stones"))
            ]
        else:
            boards = [(board, board.partition("x")[2]) for board in sorted(self.offer.boards)]
            self.add_boards(row, self.width - _TOGGLE_WIDTH - 12, boards)
        self.screen.controls.button(
            self.screen.box(self.x + self.width - _TOGGLE_WIDTH, row, _TOGGLE_WIDTH, 38),
            say("usual_boards" if self.chosen.more_boards else "more_boards"),
            self._toggle_boards,
            style="soft",
        )
        self._add_rules(self.y + 126)

    @property
    def _size(self) -> tuple[int, int]:
        pits, stones = map(int, self.chosen.board.split("x"))
        return pits, stones

    def _add_rules(self, row: float) -> None:
        each = (self.width - 8) / 3
        for place, rule in enumerate((*_RULES, "pie")):
            self.switch(
                self.screen.box(self.x + place * (each + 4), row, each, 38),
                say(f"rules_{rule}"),
                rule in self._played_by,
                partial(self._set_rule, rule),
                say(f"rule_{rule}"),
            )

    @property
    def _played_by(self) -> list[str]:
        """Return the rules that are chosen, the pie rule among them."""
        return [*self.chosen.rules, *["pie"] * self.chosen.pie]

    def _set_rule(self, rule: str, on: bool) -> None:
        now = {*self._played_by} - {rule} | ({rule} if on else set())
        self.change(rules=tuple(each for each in _RULES if each in now), pie="pie" in now)

    def _resize(self, what: str, step: int) -> None:
        pits, stones = self._size
        if what == "pits":
            pits = min(max(1, pits + step), MAX_PITS)
        else:
            stones = min(max(1, stones + step), MAX_STONES)
        self.change(board=f"{pits}x{stones}")

    def _toggle_boards(self) -> None:
        if not self.chosen.more_boards:
            self.change(more_boards=True)
            return
        stones = self._size[1]
        nearest = min(
            sorted(self.offer.boards), key=lambda board: abs(int(board.partition("x")[2]) - stones)
        )
        self.change(more_boards=False, board=nearest)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        screen = self.screen
        scale, palette = screen.scale, screen.palette
        if self._steppers:
            labels = (say("pits_per_side"), say("stones_per_pit"))
            for stepper, number, label in zip(self._steppers, self._size, labels, strict=True):
                stepper.draw(surface, str(number), label)
        else:
            right = screen.box(self.x + self.width - _TOGGLE_WIDTH - 12, self.y + 33, 0, 0)
            words = say("stones_per_pit")
            screen.write(surface, words, right.topleft, scale.small, anchor="midright")
        at = screen.box(self.x, self.y + 109, 0, 0).topleft
        theme.write(surface, say("rules"), at, scale.heading, palette.ink, True, "midleft")
        lines = [say(f"rule_{rule}") for rule in self._played_by]
        if "last-stone" not in self._played_by:
            lines.insert(0, say("rule_standard"))
        self.draw_lines(surface, lines, self.y + 174)


_HANDICAP_LABEL = 180


class GameForm(SetupForm):
    """What a game says of itself: its boards and a handicap."""

    def lay_out(self) -> None:
        row = self.y + 50
        if len(self.offer.boards) > 1:
            boards = [(board, say(f"board_{board}")) for board in self.offer.boards]
            self.add_boards(row, self.width, boards)
            row += _ROW
        self._handicap_row = row
        if self._most_handicap:
            self._add_handicap(row)
            row += _ROW
        self._lines_row = row

    @property
    def _most_handicap(self) -> int:
        return self.offer.game.most_handicap(self.chosen.board)

    def _add_handicap(self, row: float) -> None:
        steps = range(1, self._most_handicap + 1)
        self.screen.controls.segments(
            self.screen.box(self.x + _HANDICAP_LABEL, row, self.width - _HANDICAP_LABEL, 38),
            [("0", say("handicap_none")), *((str(step), str(step)) for step in steps)],
            str(min(self.chosen.handicap, self._most_handicap)),
            lambda step: self.change(handicap=int(step)),
        )

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        screen = self.screen
        if self._most_handicap:
            size = screen.scale.body
            at = screen.box(self.x, self._handicap_row + 19, 0, 0).topleft
            room = screen.scale.px(_HANDICAP_LABEL - 8)
            screen.write(surface, say("handicap"), at, size, room=room)
        lines = [say(key) for key in self.offer.game.rule_words(self.chosen.rules)]
        self.draw_lines(surface, lines, self._lines_row)


# The games that let choose more than the other ones' form asks for.
_FORMS: dict[str, type[SetupForm]] = {"kalah": KalahForm}


_SEATS_TOP = 132
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
            SeatCard(self, self.offer, index, left, _SEATS_TOP, width)
            for index, left in enumerate(lefts)
        ]
        swap = self.box(self.width / 2 - 20, _SEATS_TOP + 93, 40, 40)
        self.controls.button(swap, "", self._exchange, icon="swap", tip=say("swap_players"))
        self._lay_out_board(_SEATS_TOP + SEAT_HEIGHT + 24)
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
