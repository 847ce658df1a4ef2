"""Where everything lies on the playing screen, and which buttons stand in its top row."""

from __future__ import annotations

import pygame

from kalahgui.gui.screens.play.thinking import has_measures
from kalahgui.gui.services.settings import Choices
from kalahgui.gui.widgets.controls import Tool
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.session import Session

_PANEL = 292
_TOP_BAR = 20
_BAR_ROOM = 26  # that a square board leaves the evaluation bar


class PlayLayout:
    """Places of a playing screen, in pixels.

    A ``wide`` board lies between the plates of its players; other boards want all the height and
    have the plates at their left.
    """

    def __init__(self, screen: Screen, wide: bool, bar: bool) -> None:
        """Make room for the evaluation ``bar`` where a board would take it."""
        self._screen = screen
        self._box = screen.box
        self.wide = wide
        width, height = screen.width, screen.height
        self._right = width - 380  # of what is not the panel
        if wide:
            self.board = self._box(40, 172, self._right - 40, height - 172 - 184)
        else:
            room = _BAR_ROOM if bar else 0
            self.board = self._box(250, 76, width - 600 - room, height - 76 - 76)
        self.bar = self._box(self._right + 18, 0, 14, 0)
        self.bar.y = self.board.y + screen.scale.px(18)
        self.bar.height = self.board.height - screen.scale.px(36)
        self.panel = self._box(width - _PANEL - 32, 96, _PANEL, height - 180)
        self.home = self._box(26, _TOP_BAR, 36, 36)
        self.title = self._at(80, 28)
        self.rules = self._at(80, 51)
        self.status = self._at(64, height - 35)
        self.hint = self._at(width - 32, height - 35)

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return self._box(x, y, 0, 0).topleft

    def tool(self, place: int) -> pygame.Rect:
        """Return the place of a button in the top row, counted from the right."""
        return self._box(self._screen.width - 32 - 36 - 44 * place, _TOP_BAR, 36, 36)

    def _plate_y(self, south: bool) -> float:
        return self._screen.height - 158 if south else 104

    def plate(self, south: bool) -> pygame.Rect:
        """Return the place of a player's plate."""
        return self._box(54, self._plate_y(south), 380 if self.wide else 200, 44)

    def swap(self, south: bool) -> pygame.Rect:
        """Return the place of the swap button, beside the plate of the one who may swap."""
        return self._box(self._right - 150, self._plate_y(south), 150, 40)

    @property
    def move_now(self) -> pygame.Rect:
        """Return the place of the button that has the computer move."""
        if self.wide:
            return self._box(self._right - 120, 104, 120, 40)
        return self._box(66, 244, 120, 40)

    def thinking(self, south: bool) -> tuple[tuple[int, int], str]:
        """Return where it is said that a player thinks, and the anchor of those words."""
        if not self.wide:
            return self._at(86, 220), "midleft"
        return self._at(self._right - 136, self._screen.height - 136 if south else 124), "midright"

    @property
    def values_note(self) -> tuple[tuple[int, int], str]:
        """Return where it is said how sure the values of moves are, and the anchor of the words."""
        if self.wide:
            return self._at(self._right - 36, self._screen.height - 172), "midright"
        return self._at(66, self._screen.height - 186), "midleft"

    @property
    def banner(self) -> tuple[int, int]:
        """Return the middle of the words about the move under the hand."""
        if self.wide:
            return self._at(40 + (self._right - 40) / 2 + 70, self._screen.height - 136)
        return self.board.centerx, self.status[1]

    @property
    def banner_opposite(self) -> tuple[int, int]:
        """Return the same for a player who sits opposite."""
        return self._at(40 + (self._right - 40) / 2 - 70, 126)


def tools(session: Session, choices: Choices, *, turns_round: bool, hint: bool) -> list[Tool]:
    """Return the buttons that make sense in a session, from the left.

    ``turns_round`` tells that the board can be turned, ``hint`` that a hint is shown.
    """
    match = session.match
    persons = [player.person for player in match.players]
    paused = session.paused
    found = {
        Tool("new", "new_game", "new"): True,
        Tool(
            "undo", "undo", "undo", usable=lambda: session.can_take_back_edit or match.can_undo
        ): True,
        Tool("redo", "redo", "redo", usable=lambda: match.can_redo): True,
        Tool("replay", "replay", "replay", usable=lambda: bool(match.last_turn)): True,
        Tool("flip", "flip", "flip"): turns_round,
        Tool("hint", "hint_shown", "hint", hint): any(persons),
        Tool("eye", "values_shown", "values", choices.values): any(persons),
        Tool("bar", "bar_shown", "bar", choices.bar): True,
        Tool("graph", "graph_shown", "graph", choices.graph): True,
        Tool("measures", "measures_shown", "measures", choices.measures): has_measures(match),
        Tool("play", "resume", "pause", True): paused and not all(persons),
        Tool("pause", "pause", "pause"): not paused and not all(persons),
        Tool("step", "step", "step"): session.without_person,
        Tool("thinking", "thinking_shown", "thinking", choices.thinking): not all(persons),
        # It keeps its place when the game is over, so that nothing moves under the mouse.
        Tool("search", "search_watched", "search", usable=lambda: not match.over): True,
        Tool("review", "list_review", "review", usable=lambda: match.tip is not match.root): True,
        Tool("edit", "edit_open", "edit"): True,
        Tool("result", "result_shown", "result"): match.over,
        Tool("resign", "resign", "resign"): any(persons) and not match.over,
        Tool("share", "share", "share"): True,
        Tool("help", "help_title", "help"): True,
        Tool("settings", "settings", "settings"): True,
    }
    return [tool for tool, wanted in found.items() if wanted]
