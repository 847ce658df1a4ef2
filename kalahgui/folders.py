"""The folders in which the program keeps what belongs to its user."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

_NAME = "KalahGUI"


def data_folder() -> Path:
    """Return the folder of the player's data, the one that the window's games are in.

    It need not exist yet.
    """
    return _of_user(lambda: platformdirs.user_data_path(roaming=True)) / _NAME / _NAME


def cache_folder() -> Path:
    """Return the folder of what can be made again; the environment's KALAHGUI_CACHE chooses one.

    It need not exist yet.
    """
    chosen = os.environ.get("KALAHGUI_CACHE")
    if chosen:
        return Path(chosen)
    return _of_user(lambda: platformdirs.user_cache_path(_NAME, appauthor=False))


def _of_user(find: Callable[[], Path]) -> Path:
    """Return a folder of the user; where there is no home, one that can never be made."""
    try:
        folder = find()
    except RuntimeError:
        folder = Path()
    return folder if folder.is_absolute() else Path(os.devnull)
