"""A long search in a file: what it has proven, and its table, to go on with after any end.

The file is written in place, piece by piece, and every piece has a checksum of its own. A program
that is killed while it writes leaves at most one piece that is of no use, and that one is left
out when the file is read.

It begins with two slots of a page each. A slot holds a checksum and a line of JSON: what is
searched, by which version, and what has been proven. They are written in turns, and the newer one
that is whole counts. Then comes the table in blocks, each after its checksum. All that a table
holds stays true, so blocks of different moments go together.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
import zlib
from pathlib import Path
from typing import Any, BinaryIO

from kalahgui import __version__
from kalahgui.games.game import Position

_NAME = "KalahGUI checkpoint 1"
_SLOT = 4096
_SLOTS = 2
_BLOCK = 1 << 22
_CHECK = 4
_PAUSE = 2.0  # seconds between two blocks: always a little instead of much at once


class Unusable(Exception):
    """A file that a search cannot go on with; the message is one clear line."""


class Checkpoint:
    """The file of one search.

    ``proven`` is what it had found out and ``spent`` what that took, as JSON knows them; both are
    empty at first. ``bits`` is the size of its table.
    """

    def __init__(self, path: Path, position: Position, bits: int) -> None:
        """Open a file, or begin it where there is none or nothing in it yet.

        ``bits`` is for a table that is new. Raises Unusable for a file of something else, and
        OSError.
        """
        self._path = path
        self._subject = {
            "file": _NAME,
            "version": __version__,
            "game": type(position).__name__,
            "rules": repr(position.rules()),
            "position": [position.own, position.opp, position.lead, position.turn],
        }
        self._number = 0
        self._next_block = 0
        self._written = time.monotonic()
        self._memory = memoryview(b"")
        self._bytes: int | None = None
        self.bits = bits
        self.proven: dict[str, Any] = {}
        self.spent: dict[str, Any] = {}
        self._file = _opened(path)
        try:
            if os.fstat(self._file.fileno()).st_size:
                self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def fill(self, memory: memoryview) -> None:
        """Fill the empty memory of a table with what was kept, and keep it from now on.

        Raises Unusable when the kept table was laid out in another way.
        """
        if self._bytes not in (None, memory.nbytes):
            raise Unusable(f"{self._path} was written on another machine or by another version")
        self._memory = memory.cast("B")
        self._note()
        for number in range(self._blocks):
            self._file.seek(_place(number))
            check = self._file.read(_CHECK)
            kept = self._file.read(len(self._piece(number)))
            if check == _check(kept, number):
                self._piece(number)[:] = kept

    def keep_up(self, proven: dict[str, Any], spent: dict[str, Any]) -> None:
        """Write down what is new, and the next block of the table when it is time for one."""
        due = time.monotonic() - self._written >= _PAUSE
        if due or proven != self.proven:
            self.proven, self.spent = proven, spent
            self._note()
        if due:
            self._write_block(self._next_block)
            self._next_block = (self._next_block + 1) % self._blocks
            self._written = time.monotonic()

    def keep_all(self, proven: dict[str, Any], spent: dict[str, Any]) -> None:
        """Write down what has been found out and the whole table."""
        self.proven, self.spent = proven, spent
        self._note()
        for number in range(self._blocks):
            self._write_block(number)

    def _note(self) -> None:
        self._number += 1
        document = {
            **self._subject,
            "number": self._number,
            "bits": self.bits,
            "bytes": self._memory.nbytes,
            "proven": self.proven,
            "spent": self.spent,
        }
        line = json.dumps(document).encode("ascii")
        page = b"%08x %s\n" % (zlib.crc32(line), line)
        assert len(page) <= _SLOT, "what has been found out takes more than a page"
        self._write(self._number % _SLOTS * _SLOT, page.ljust(_SLOT))

    @property
    def _blocks(self) -> int:
        return -(-self._memory.nbytes // _BLOCK)

    def _piece(self, number: int) -> memoryview:
        return self._memory[number * _BLOCK : (number + 1) * _BLOCK]

    def _write_block(self, number: int) -> None:
        # A copy first: other threads write to the table, and the checksum is to fit.
        block = bytes(self._piece(number))
        self._write(_place(number), _check(block, number) + block)

    def _write(self, place: int, piece: bytes) -> None:
        self._file.seek(place)
        self._file.write(piece)
        self._file.flush()

    def _read(self) -> None:
        """Read the newer slot that is whole; Unusable when none is or it is of another search."""
        slots = []
        for slot in range(_SLOTS):
            self._file.seek(slot * _SLOT)
            with contextlib.suppress(ValueError):
                slots.append(_document(self._file.read(_SLOT)))
        if not slots:
            raise Unusable(f"{self._path} is no file that a search can go on with")
        newest = max(slots, key=lambda slot: int(slot.get("number", 0)))
        self._compare(newest)
        self._number, self._bytes = newest["number"], newest["bytes"]
        self.bits, self.proven, self.spent = newest["bits"], newest["proven"], newest["spent"]

    def _compare(self, found: dict[str, Any]) -> None:
        for name, said in (
            ("file", "is no file that a search can go on with"),
            ("version", f"was begun by version {found.get('version')}, and this is {__version__}"),
            ("game", "was begun for another game"),
            ("rules", "was begun for another board or other rules"),
            ("position", "was begun for another position"),
        ):
            if found.get(name) != self._subject[name]:
                raise Unusable(f"{self._path} {said}")


def _opened(path: Path) -> BinaryIO:
    """Open a file for reading and writing; make an empty one where there is none."""
    try:
        return path.open("r+b")
    except FileNotFoundError:
        return path.open("x+b")


def _place(number: int) -> int:
    """Return where in the file the block of a table begins."""
    return _SLOTS * _SLOT + number * (_CHECK + _BLOCK)


def _check(block: bytes, number: int) -> bytes:
    """Return the checksum of a block at its place."""
    return zlib.crc32(block, number).to_bytes(_CHECK, "little")


def _document(page: bytes) -> dict[str, Any]:
    """Return what a slot holds; ValueError when it is not whole."""
    check, _, line = page.rstrip(b" \n").partition(b" ")
    if check != b"%08x" % zlib.crc32(line):
        raise ValueError("not whole")
    document = json.loads(line)
    if not isinstance(document, dict):
        raise ValueError("not a document")
    return document
