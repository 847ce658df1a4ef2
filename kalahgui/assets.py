"""Where the pictures, sounds, tables and translations are."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

Table = TypeVar("Table")

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


def read_table(
    path: Path, parse: Callable[[Any], Table], bad: Callable[[str], ValueError]
) -> Table:
    """Return what ``parse`` makes of a JSON file that a command has written.

    What ``bad`` makes of the words for it is raised when the file cannot be read or is damaged.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise bad(f"{path} cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise bad(f"{path} is damaged") from None
    try:
        return parse(document)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise bad(f"{path} is damaged") from None
