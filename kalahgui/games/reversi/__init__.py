"""Reversi on all its boards as the program sees it."""

from kalahgui.games.reversi.draft import ReversiDrafting
from kalahgui.games.reversi.game import Reversi

GAME, DRAFTING = Reversi(), ReversiDrafting
