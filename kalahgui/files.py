"""Files and folders that are private, and whole or not there at all, also after a power cut."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_PREFIX = "kalahgui-copy-of-library-"
_LEFT_BEHIND = 86_400.0  # seconds: no work takes that long


@contextlib.contextmanager
def written_whole(path: Path, *, replaces: bool = True) -> Iterator[Path]:
    """Yield where to write a file, which gets its name afterwards, in place of any other.

    Content and name are on the disk then. Where something fails nothing is left. FileExistsError
    where it ``replaces`` none, and there is one.
    """
    unfinished = path.with_name(f"{path.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        yield unfinished
        _put_in_place(unfinished, path, replaces)
    finally:
        unfinished.unlink(missing_ok=True)


def _put_in_place(unfinished: Path, path: Path, replaces: bool) -> None:
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    if replaces:
        unfinished.replace(path)
    elif os.name == "nt":
        unfinished.rename(path)
    else:
        _link(unfinished, path)
    with contextlib.suppress(OSError):  # Windows opens no folder, and some disks sync none
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _link(unfinished: Path, path: Path) -> None:
    """Give a file a name that no other one has, or FileExistsError; a rename would replace that."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without links
        if path.exists():
            raise FileExistsError from None
        unfinished.replace(path)


def make_private(folder: Path) -> None:
    """Make a folder that nobody else can look into, also where it is there already."""
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):  # another one's folder
        folder.chmod(0o700)


@contextlib.contextmanager
def working_folder() -> Iterator[Path]:
    """Yield a folder for copies, which is gone afterwards.

    After a kill it stays, with all that was copied, until another one is made a day later.
    """
    for old in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):  # it is gone, or belongs to somebody else
            if time.time() - old.stat().st_mtime > _LEFT_BEHIND:
                shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as folder:
        yield Path(folder)
