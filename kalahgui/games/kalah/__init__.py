"""Kalah as the program sees it."""

from kalahgui.games.kalah.draft import KalahDrafting
from kalahgui.games.kalah.game import Kalah

GAME, DRAFTING = Kalah(), KalahDrafting
