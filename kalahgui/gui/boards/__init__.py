"""The view of each game."""

from __future__ import annotations

from kalahgui.gui.boards.eight import EightView
from kalahgui.gui.boards.kalah import KalahView
from kalahgui.gui.boards.reversi import ReversiView
from kalahgui.gui.boards.tictactoe import TicTacToeView
from kalahgui.gui.boards.view import View

VIEWS: dict[str, type[View]] = {
    "kalah": KalahView,
    "reversi": ReversiView,
    "tictactoe": TicTacToeView,
    "eight": EightView,
}
