"""Which modules of core are compiled, and the digest that ties a build to its sources.

Used by the program and by ``setup.py``, which loads this file by its path; it imports nothing
of the package.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

COMPILED_MODULES = (
    "position",
    "table",
    "search",
    "textbook",
    "perft",
    "kalah",
    "bitboards",
    "reversi",
    "reversi_measures",
    "tictactoe",
    "eight",
)
DIGEST_FILE = "build.sha256"


def source_digest(folder: Path) -> str:
    """Return the SHA-256 of every core source that takes part in a build, in hexadecimal."""
    digest = hashlib.sha256()
    names = [f"{module}.py" for module in COMPILED_MODULES]
    names += sorted(path.name for path in folder.glob("*.pxd"))
    for name in names:
        digest.update(name.encode("ascii") + b"\0")
        digest.update((folder / name).read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()
