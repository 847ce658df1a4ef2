"""The folder in which a player's data are kept."""

from __future__ import annotations

from pathlib import Path

import platformdirs

_NAME = "KalahGUI"


def data_folder() -> Path:
    """Return the folder of the player's data, the one that the window's games are in.

    It need not exist yet.
    """
    return platformdirs.user_data_path(roaming=True) / _NAME / _NAME
