"""Tic-tac-toe as the program sees it."""

from kalahgui.games.tictactoe.draft import TicTacToeDrafting
from kalahgui.games.tictactoe.game import TicTacToe

GAME, DRAFTING = TicTacToe(), TicTacToeDrafting
