"""The form of most games: the board, and a handicap where there is one."""

from __future__ import annotations

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.screens.setup.form import Form
from kalahgui.gui.services.words import say

_ROW = 56
_HANDICAP_LABEL = 180


class GameForm(Form):
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
