"""Where the pictures, sounds and translations are."""

from __future__ import annotations

import sys
from pathlib import Path

_HERE = Path(__file__).parent


def _home() -> Path:
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle is not None:
        return Path(bundle) / "assets"
    # A wheel carries a copy inside the package; a checkout has the folder beside it.
    inside = _HERE / "_assets"
    return inside if inside.is_dir() else _HERE.parent / "assets"


def asset(*parts: str) -> Path:
    """Return the path of an asset, in a checkout, an installed package or a packaged program.

    >>> asset("sounds", "stone1.wav").name
    'stone1.wav'
    """
    return _home().joinpath(*parts)
