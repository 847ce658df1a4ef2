"""The view of each game."""

from __future__ import annotations

from kalahgui.gui.kalah_view import KalahView
from kalahgui.gui.view import View

VIEWS: dict[str, type[View]] = {"kalah": KalahView}
