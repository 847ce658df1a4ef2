"""Where the pictures, sounds, tables and translations are, and how files of data are read.

A packed file is one line of JSON, which says what it holds and how that was made, followed by the
compressed data.
"""

from __future__ import annotations

import errno
import functools
import json
import os
import sys
import zlib
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

Table = TypeVar("Table")

MISSING, DAMAGED, FOREIGN = "missing", "damaged", "foreign"
_LONGEST_HEADER = 65536  # a longer first line belongs to no file of ours

_HERE = Path(__file__).parent


def _home() -> Path:
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle is not None:
        return Path(bundle) / "assets"
    # A wheel carries a copy inside the package; a checkout has the folder beside it.
    inside = _HERE / "_assets"
    return inside if inside.is_dir() else _HERE.parent / "assets"


def asset(*parts: str) -> Path:
    """Return the path of a file of ``assets``; it need not exist.

    It is found in a checkout, in an installed package and in a packaged program.

    >>> asset("sounds", "stone1.wav").name
    'stone1.wav'
    """
    return _home().joinpath(*parts)


def word_files(language: str) -> list[Path]:
    """Return the files with the words of a language: shared ones, the terminal's, each game's."""
    shared = asset("translations", f"kalahgui.{language}.json")
    return [
        shared,
        asset("translations", "terminal.json"),
        *sorted(asset("games").glob("*/words.json")),
    ]


@functools.cache
def words_of(language: str) -> Mapping[str, Any]:
    """Return the words of a language by their keys; of what is counted one for each number."""
    words: dict[str, Any] = {}
    for path in word_files(language):
        words |= json.loads(path.read_text("utf-8"))[language]
    return words


def read_table(path: Path, parse: Callable[[Any], Table], bad: Callable[..., ValueError]) -> Table:
    """Return what ``parse`` makes of a JSON file that a command has written.

    A ``bad`` one, a UserError by its key and values, is raised when it cannot be read or is
    damaged.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
    except OSError:
        raise bad("refused_table_unread", path=path) from None
    except (ValueError, RecursionError):
        raise bad("refused_table_damaged", path=path) from None
    try:
        return parse(document)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise bad("refused_table_damaged", path=path) from None


class BadPacked(ValueError):
    """A packed file that cannot be used: it is missing, damaged or foreign (``what``)."""

    kind: str  # of such files, by which the words about them are called

    def __init__(self, file: str, what: str) -> None:
        super().__init__(file, what)
        self.file = file
        self.what = what

    def __str__(self) -> str:
        """Return the English sentence."""
        return str(words_of("en")[self.key]).replace("%{file}", self.file)

    @property
    def key(self) -> str:
        """Return the key of the words that say what is wrong and what comes of it."""
        return f"notice_{self.kind}_{self.what}"


def read_packed(
    path: Path,
    version: int,
    most: int,
    parse: Callable[[dict[str, Any], bytes], Table],
    bad: type[BadPacked],
) -> Table:
    """Return what ``parse`` makes of the header and the data of a packed file of a version.

    There may be ``most`` bytes of data. ``bad`` is raised when the file cannot be used.
    """
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline(_LONGEST_HEADER))
            if header.pop("version") != version:
                raise bad(path.name, FOREIGN)
            expected = header.pop("sha256")
            unpacking = zlib.decompressobj()
            data = unpacking.decompress(file.read(), most)
        table = parse(header, data)
        if not unpacking.eof or unpacking.unused_data or sha256(data).hexdigest() != expected:
            raise ValueError("there is something else than there should be")
    except bad:
        raise
    except FileNotFoundError:
        raise bad(path.name, MISSING) from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError, zlib.error):
        raise bad(path.name, DAMAGED) from None
    return table


def write_packed(path: Path, version: int, header: Mapping[str, Any], data: bytes) -> None:
    """Write a packed file, whole or not at all; OSError when that fails."""
    whole = {**header, "version": version, "sha256": sha256(data).hexdigest()}
    line = json.dumps(whole, sort_keys=True) + "\n"
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file")
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as file:
            file.write(line.encode("utf-8") + zlib.compress(data, 9))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
