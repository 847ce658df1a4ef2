"""Starts of Kalah that are a draw with best play, as ``lab fair_starts`` has proven them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from kalahgui.assets import asset


def path_of(pits: int, stones: int, empty_capture: bool) -> Path:
    """Return the file with the fair starts of a board; most boards have none.

    >>> path_of(6, 48, True).name
    'fair-kalah-6x4-empty-capture.json'
    """
    board = f"{pits}x{stones // (2 * pits)}" + "-empty-capture" * empty_capture
    return asset("tables", f"fair-kalah-{board}.json")


@cache
def fair_starts(pits: int, stones: int, empty_capture: bool) -> list[str]:
    """Return the fair starts of a board that are known, as texts; none without a usable file."""
    try:
        document = json.loads(path_of(pits, stones, empty_capture).read_text("utf-8"))
        return [str(text) for text in document["positions"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []
