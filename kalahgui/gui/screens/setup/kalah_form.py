"""What can be chosen of a game: Kalah's boards and rules, the boards of all others."""

from __future__ import annotations

from functools import partial

import pygame

from kalahgui.core.kalah import MAX_PITS, MAX_STONES
from kalahgui.gui.paint import theme
from kalahgui.gui.screens.setup.form import SetupForm
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.stepper import Stepper

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
                Stepper(self.screen, self.x + place * step, row, _STEPPER_WIDTH, change)
                for place, change in enumerate((self._change_pits, self._change_stones))
            ]
        else:
            self._add_usual_boards(row)
        self.screen.controls.button(
            self.screen.box(self.x + self.width - _TOGGLE_WIDTH, row, _TOGGLE_WIDTH, 38),
            say("usual_boards" if self.chosen.more_boards else "more_boards"),
            self._toggle_boards,
            style="soft",
        )
        self._add_rules(self.y + 126)

    @property
    def _size(self) -> tuple[int, int]:
        """Return the pits of a side and the stones of a pit."""
        pits, stones = map(int, self.chosen.board.split("x"))
        return pits, stones

    def _add_usual_boards(self, row: float) -> None:
        self.screen.controls.segments(
            self.screen.box(self.x, row, self.width - _TOGGLE_WIDTH - 12, 38),
            [(board, board.partition("x")[2]) for board in sorted(self.offer.boards)],
            self.chosen.board,
            lambda board: self.change(board=board),
        )

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

    def _change_pits(self, step: int) -> None:
        pits, stones = self._size
        self.change(board=f"{min(max(1, pits + step), MAX_PITS)}x{stones}")

    def _change_stones(self, step: int) -> None:
        pits, stones = self._size
        self.change(board=f"{pits}x{min(max(1, stones + step), MAX_STONES)}")

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
            theme.write(
                surface, words, right.topleft, scale.small, palette.quiet, anchor="midright"
            )
        at = screen.box(self.x, self.y + 109, 0, 0).topleft
        theme.write(surface, say("rules"), at, scale.heading, palette.ink, True, "midleft")
        lines = [say(f"rule_{rule}") for rule in self._played_by]
        if "last-stone" not in self._played_by:
            lines.insert(0, say("rule_standard"))
        if self.varied:
            lines.append(say("varied_what"))
        self.draw_lines(surface, lines, self.y + 174)


_ROW = 56
_HANDICAP_LABEL = 180


class GameForm(SetupForm):
    """What a game says of itself: its boards and a handicap."""

    def lay_out(self) -> None:
        row = self.y + 50
        if len(self.offer.boards) > 1:
            self._add_boards(row)
            row += _ROW
        self._handicap_row = row
        if self._most_handicap:
            self._add_handicap(row)
            row += _ROW
        self._lines_row = row

    @property
    def _most_handicap(self) -> int:
        return self.offer.game.most_handicap(self.chosen.board)

    def _add_boards(self, row: float) -> None:
        self.screen.controls.segments(
            self.screen.box(self.x, row, self.width, 38),
            [(board, say(f"board_{board}")) for board in self.offer.boards],
            self.chosen.board,
            lambda board: self.change(board=board),
        )

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
            words = theme.fit(say("handicap"), size, screen.scale.px(_HANDICAP_LABEL - 8))
            theme.write(surface, words, at, size, screen.palette.quiet, anchor="midleft")
        lines = [say(key) for key in self.offer.game.rule_words(self.chosen.rules)]
        if self.varied:
            lines.append(say("varied_what"))
        self.draw_lines(surface, lines, self._lines_row)
