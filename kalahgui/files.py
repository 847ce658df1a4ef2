"""Files and folders that are private, and whole or not there at all, also after a power cut."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def put_in_place(unfinished: Path, path: Path) -> None:
    """Give a file that is written its name, in place of any other; OSError if that fails.

    Content and name are on the disk afterwards.
    """
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    unfinished.replace(path)
    with contextlib.suppress(OSError):  # Windows opens no folder, and some disks sync none
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def make_private(folder: Path) -> None:
    """Make a folder that nobody else can look into, also where it is there already."""
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):  # another one's folder
        folder.chmod(0o700)
