"""Which modules of core are compiled and how, and the record that ties a build to its sources.

Used by the program and by ``setup.py``, which loads this file by its path; it imports nothing
of the package.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
}
DIGEST_FILE = "build.sha256"

# Compiled code takes these two from their .pxd files alone.
_PLAIN_MODULES = ("bits", "constants")
# None in a package, which holds extensions only and has nothing to compare.
COMPILED_MODULES = tuple(
    sorted(
        path.stem for path in Path(__file__).parent.glob("*.pxd") if path.stem not in _PLAIN_MODULES
    )
)
# What all of them share of Cython's own code, which would else be compiled once for each.
SHARED_MODULE = "_cyutility"
EXTENSION_MODULES = (*COMPILED_MODULES, SHARED_MODULE)


def core_digest(folder: Path) -> str:
    """Return the SHA-256 of the directives and of every source that takes part in a build."""
    digest = hashlib.sha256(_directives_text().encode("ascii") + b"\0")
    names = [f"{module}.py" for module in COMPILED_MODULES]
    names += sorted(path.name for path in folder.glob("*.pxd"))
    for name in names:
        digest.update(name.encode("ascii") + b"\0")
        digest.update((folder / name).read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def build_record(folder: Path, cython_version: str) -> str:
    """Return what a build leaves behind: its digest, and on a line of its own who made the C.

    At the start of the program the digest alone counts: another Cython needs no other build.
    """
    return f"{core_digest(folder)}\nCython {cython_version}\n"


def recorded_digest(record: str) -> str:
    """Return the digest that stands in a record."""
    return record.partition("\n")[0].strip()


def _directives_text() -> str:
    return ", ".join(f"{name}={value}" for name, value in sorted(DIRECTIVES.items()))
