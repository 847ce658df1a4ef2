"""The view of each game, in the module of its key."""

from __future__ import annotations

from importlib import import_module

from kalahgui.games import GAMES
from kalahgui.gui.boards.view import View

VIEWS: dict[str, type[View]] = {key: import_module(f"{__name__}.{key}").VIEW for key in GAMES}
