"""What all results follow from: the program, whether its core is compiled, and its data."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from kalahgui import __version__
from kalahgui.assets import asset
from kalahgui.core import COMPILED

_PACKAGE = Path(__file__).parents[1]
_SOURCES = (_PACKAGE, _PACKAGE.parent / "lab")  # a packaged program has neither
_ENDINGS = (".py", ".pxd")
_DATA = ("weights", "books", "tables")  # the words and courses of games change no result


@cache
def program_digest() -> str:
    """Return a text that is the same where the same program computes with the same data."""
    digest = hashlib.sha256(f"{__version__} {COMPILED}".encode())
    sources = (path for folder in _SOURCES for path in folder.rglob("*.p*"))
    data = (path for folder in _DATA for path in asset(folder).iterdir())
    for path in (*sorted(path for path in sources if path.suffix in _ENDINGS), *sorted(data)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]
