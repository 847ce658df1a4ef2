"""What a board says when it is asked: all of it, a side, a cell."""

from __future__ import annotations

from functools import partial

from kalahgui.gui.panels.board_input import BoardInput
from kalahgui.gui.services import naming
from kalahgui.gui.services.keymap import Commands
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match


def telling_commands(screen: Screen, match: Match, hands: BoardInput) -> Commands:
    """Return the commands by which a board says what lies on it."""
    view, tell = hands.view, screen.services.answer

    def side(near: bool) -> None:
        tell(view.side_words(view.south if near else 1 - view.south, match))

    return {
        "tell_board": lambda: tell(f"{view.board_words(match)} {turn_words(match)}".strip()),
        "tell_near": partial(side, True),
        "tell_far": partial(side, False),
        "tell_cell": lambda: tell(naming.capital(_cell_words(screen, match, hands))),
    }


def turn_words(match: Match) -> str:
    """Say who is to move; nothing after the end."""
    if match.over:
        return ""
    seat = match.seat_of(match.position.turn)
    key = "board_turn_you" if naming.is_you(match, seat) else "board_turn"
    return say(key, name=naming.player_name(match, seat))


def _cell_words(screen: Screen, match: Match, hands: BoardInput) -> str:
    """Say the cell that the arrows have chosen, or else the one under the mouse."""
    cell = hands.selected
    if cell is None:
        cell = hands.view.cell_at(screen.scale.lens.pointer())
    return say("board_no_cell") if cell is None else hands.view.cell_words(cell, match)
