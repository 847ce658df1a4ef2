"""The view of each game."""

from __future__ import annotations

from kalahgui.gui.eight_view import EightView
from kalahgui.gui.grid_view import ReversiView, TicTacToeView
from kalahgui.gui.kalah_view import KalahView
from kalahgui.gui.view import View

VIEWS: dict[str, type[View]] = {
    "kalah": KalahView,
    "reversi": ReversiView,
    "tictactoe": TicTacToeView,
    "eight": EightView,
}
