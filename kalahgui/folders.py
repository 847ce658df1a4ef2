"""The folders in which the program keeps what belongs to its user."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_NAME = "KalahGUI"


def data_folder() -> Path:
    """Return the folder of the player's data, the one that the window's games are in.

    It need not exist yet.
    """
    return platformdirs.user_data_path(roaming=True) / _NAME / _NAME


def cache_folder() -> Path:
    """Return the folder of what can be made again; the environment's KALAHGUI_CACHE chooses one.

    It need not exist yet.
    """
    chosen = os.environ.get("KALAHGUI_CACHE")
    return Path(chosen) if chosen else platformdirs.user_cache_path(_NAME, appauthor=False)
