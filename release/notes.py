"""Print what this version has changed: ``python release/notes.py [TAG]``."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent


class Release(NamedTuple):
    """A version in CHANGELOG.md."""

    version: str
    date: str
    notes: str


def version() -> str:
    """Return the version of the program, without importing it."""
    text = (ROOT / "kalahgui" / "__init__.py").read_text("utf-8")
    matched = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert matched, "kalahgui/__init__.py has no version"
    return matched[1]


def newest() -> Release:
    """Return the newest version in CHANGELOG.md."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    matched = re.search(
        r"^## (\S+) - (\d{4}-\d\d-\d\d)\n\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
    )
    assert matched, "CHANGELOG.md names no version"
    return Release(matched[1], matched[2], matched[3].strip())


def main(arguments: list[str]) -> int:
    """Print the notes; a tag such as v1.0.0 in the arguments must be the version's."""
    release = newest()
    for wanted in (release.version, *(tag.removeprefix("v") for tag in arguments)):
        if wanted != version():
            print(f"The program is {version()}, not {wanted}.", file=sys.stderr)
            return 1
    print(release.notes)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
