"""What is chosen beside the board: the game, its board, its rules, and who is to move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from kalahgui.games import DRAFTING
from kalahgui.games.draft import Draft, Drafting
from kalahgui.gui.paint import theme
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.editing import Editing

_LABEL, _HEIGHT, _GAP = 24, 36, 12
_FEW = 2  # in a row, where the words are long


@dataclass(frozen=True)
class FormRow:
    """A row of the form: its label, what there is to choose (value and words), and what is chosen.

    ``choose`` returns the draft that a choice leads to from another one: stones may be laid as long
    as the row stands.
    """

    label: str
    options: Sequence[tuple[str, str]]
    chosen: str
    choose: Callable[[Draft, str], Draft]


def rows_of(editing: Editing) -> list[FormRow]:
    """Return the rows that the game of a draft has, besides the choice of the game."""
    draft, drafting = editing.draft, editing.drafting
    game = drafting.game
    found = []
    if len(drafting.boards) > 1:
        found.append(
            FormRow(
                say(f"edit_board_{game.key}"),
                [(board, _board_words(drafting, board)) for board in drafting.boards],
                drafting.board_of(draft.variant),
                drafting.on_board,
            )
        )
    if drafting.chooses_turn:
        sides = [(str(side), say(f"edit_side_{game.sides[side]}")) for side in (0, 1)]
        found.append(
            FormRow(
                say("edit_to_move"),
                sides,
                str(draft.turn),
                lambda draft, side: drafting.with_turn(draft, int(side)),
            )
        )
    for name, choices in drafting.rule_choices(draft.variant):
        options = [(rule, say(f"edit_rule_{word}")) for rule, word in choices]
        chosen = next((rule for rule, _ in choices if rule in draft.rules), "")
        words = [word for _, word in choices]
        found.append(FormRow(say(f"edit_rules_{name}"), options, chosen, _ruled(words)))
    return found


def _board_words(drafting: Drafting, board: str) -> str:
    """Return what a board is called; what is said of one with several starts is about a start."""
    words = "board" if len(drafting.starts(board)) == 1 else "edit_board"
    return drafting.board_text(board) or say(f"{words}_{board}")


def _ruled(others: Sequence[str]) -> Callable[[Draft, str], Draft]:
    """Return what has a rule, if it has a name, take the place of others."""

    def choose(draft: Draft, rule: str) -> Draft:
        rules = [each for each in draft.rules if each not in others]
        return replace(draft, rules=(*rules, rule) if rule else tuple(rules))

    return choose


class EditorForm:
    """The rows of a draft, in a column of the panel."""

    def __init__(
        self,
        screen: Screen,
        editing: Editing,
        place: tuple[float, float, float],
        change: Callable[[Draft], None],
        choose_game: Callable[[str], None],
    ) -> None:
        """Add the controls; ``place`` is left, top and width in units of the layout."""
        self._screen, self._editing, self._change = screen, editing, change
        self._labels: list[tuple[float, str]] = []
        self._x, self._y, self._width = place
        games = [(key, say(f"rules_tab_{key}")) for key in DRAFTING]
        self._add(say("edit_game"), games, editing.draft.game, choose_game)
        for row in rows_of(editing):
            choose = partial(self._choose, row)
            self._add(row.label, row.options, row.chosen, choose)

    def _add(
        self,
        label: str,
        options: Sequence[tuple[str, str]],
        chosen: str,
        choose: Callable[[str], None],
    ) -> None:
        """Add a label and what there is to choose, in a row, or in two where words are long."""
        self._labels.append((self._y, label))
        self._y += _LABEL
        scale = self._screen.scale
        room = scale.px(self._width) / len(options) - scale.px(12)
        fit = all(theme.font(scale.body).size(words)[0] <= room for _, words in options)
        in_row = len(options) if fit else _FEW
        for first in range(0, len(options), in_row):
            rect = self._screen.box(self._x, self._y, self._width, _HEIGHT)
            part = options[first : first + in_row]
            self._screen.controls.segments(rect, part, chosen, choose)
            self._y += _HEIGHT + 4
        self._y += _GAP - 4

    def _choose(self, row: FormRow, chosen: str) -> None:
        self._change(row.choose(self._editing.draft, chosen))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the labels."""
        scale, palette = self._screen.scale, self._screen.palette
        for y, label in self._labels:
            at = self._screen.box(self._x, y + 9, 0, 0).topleft
            room = scale.px(self._width)
            size = (
                scale.body if theme.font(scale.body, True).size(label)[0] <= room else scale.small
            )
            self._screen.write(surface, label, at, size, palette.ink, bold=True, room=room)
