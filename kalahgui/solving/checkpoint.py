"""Checkpoints of long searches: a file with proven results and the table, to resume from.

The file is written in place, piece by piece, and every piece has a checksum. A program that is
killed while it writes leaves at most one piece without meaning, which is left out when the file is
read.

It begins with two slots of a page each. A slot holds a checksum and a line of JSON: what is
searched, by which version, and what has been proven. They are written in turns, and the newer whole
one counts. The table follows in blocks, each after its checksum. Proofs in a table stay true, and
estimates stay what they were, so blocks of different moments go together.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import time
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from kalahgui import __version__
from kalahgui.core.position import Evaluation
from kalahgui.games.game import Position
from kalahgui.games.user_error import UserError

_NAME = "KalahGUI checkpoint 1"
_BEGIN = b' {"file": "' + _NAME.encode("ascii")
_CHECK_DIGITS = 8
_SLOT = 4096
_SLOTS = 2
_BLOCK = 1 << 22
_CHECK = 4
# Some blocks of the table are written every so many seconds, in a round.
_PAUSE = 2.0
_ROUND = 60.0


class Unusable(UserError):
    """A file that a search cannot resume from; the message says why."""


class Checkpoint:
    """The file of one search.

    ``proven`` is what it has found out and ``spent`` what that took, as JSON; both are empty at
    first. ``bits`` is the size of its table, as an exponent of 2. ``not_kept`` is the error of the
    system that has stopped the writing, empty without one.
    """

    def __init__(self, path: Path, position: Position, bits: int) -> None:
        """Open a file, or begin it where there is none, or an empty one.

        ``bits`` is the size of a new table. Raise Unusable for a file of something else, and for
        one that cannot be read and written.
        """
        self._path = path
        self._subject = {
            "file": _NAME,
            "version": __version__,
            "game": type(position).__name__,
            "rules": repr(position.rules()),
            # Proofs do not depend on an evaluation: only a search that deepens keeps estimates.
            "evaluation": "" if position.proved_by_windows() else _name(position.evaluation),
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
        self.not_kept = ""
        with _named(path):
            self._lock = FileLock(f"{path}.lock", timeout=0)
            try:
                self._lock.acquire()
            except Timeout:
                raise Unusable("refused_search_in_use", path=path) from None
            self._file = _opened(path)
        try:
            if os.fstat(self._file.fileno()).st_size:
                with _named(path):
                    self._read()
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *error: object) -> None:
        # What is left in the buffer of a file that could not be written cannot be written either.
        with contextlib.suppress(OSError) if self.not_kept else contextlib.nullcontext():
            self._close()

    def _close(self) -> None:
        try:
            self._file.close()
        finally:
            self._lock.release()
            Path(self._lock.lock_file).unlink(missing_ok=True)

    def fill(self, memory: memoryview) -> None:
        """Fill the empty memory of a table from the file, and write it to the file from now on.

        Raise Unusable when the table in the file has another layout, and when the file cannot be
        written.
        """
        if self._bytes not in (None, memory.nbytes):
            raise Unusable("refused_search_layout", path=self._path)
        self._memory = memory.cast("B")
        self._note()
        if self.not_kept:
            raise Unusable("refused_search_unwritten", path=self._path, why=self.not_kept)
        with _named(self._path):
            for number in range(self._blocks):
                self._fill_block(number)

    def _fill_block(self, number: int) -> None:
        """Read a block from the file, unless it is cut short or damaged there."""
        self._file.seek(_place(number))
        check = self._file.read(_CHECK)
        piece = self._piece(number)
        kept = self._file.read(len(piece))
        if len(kept) == len(piece) and check == _check(kept, number):
            piece[:] = kept

    def keep_up(self, proven: dict[str, Any], spent: dict[str, Any]) -> None:
        """Write new results and, at intervals, the next blocks of the table."""
        due = time.monotonic() - self._written >= _PAUSE
        if due or proven != self.proven:
            self.proven, self.spent = proven, spent
            self._note()
        if due:
            for _ in range(max(1, math.ceil(self._blocks * _PAUSE / _ROUND))):
                self._write_block(self._next_block)
                self._next_block = (self._next_block + 1) % self._blocks
            self._written = time.monotonic()

    def keep_all(self, proven: dict[str, Any], spent: dict[str, Any]) -> None:
        """Write the results and the whole table."""
        self.not_kept = ""
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
        # Other threads write to the table: a copy is what the checksum is of.
        block = bytes(self._piece(number))
        if block.count(0) == len(block):
            return  # as good as not written, and takes no room
        self._write(_place(number), _check(block, number) + block)

    def _write(self, index: int, piece: bytes) -> None:
        # A full disk does not end a search of hours: there may be room again.
        try:
            self._file.seek(index)
            self._file.write(piece)
            self._file.flush()
        except OSError as error:
            self.not_kept = error.strerror or str(error)

    def _read(self) -> None:
        """Read the newer whole slot; Unusable if there is none, or for another search."""
        slots = []
        for slot in range(_SLOTS):
            self._file.seek(slot * _SLOT)
            with contextlib.suppress(ValueError):
                slots.append(_document(self._file.read(_SLOT)))
        if not slots and self._torn_at_the_begin():
            return
        if not slots:
            raise Unusable("refused_search_file", path=self._path)
        newest = max(slots, key=lambda slot: int(slot.get("number", 0)))
        self._compare(newest)
        self._number, self._bytes = newest["number"], newest["bytes"]
        self.bits, self.proven, self.spent = newest["bits"], newest["proven"], newest["spent"]

    def _torn_at_the_begin(self) -> bool:
        self._file.seek(_CHECK_DIGITS)
        return self._file.read(len(_BEGIN)) == _BEGIN

    def _compare(self, slot: dict[str, Any]) -> None:
        ours, path = self._subject, self._path
        if slot.get("file") != ours["file"]:
            raise Unusable("refused_search_file", path=path)
        if (theirs := slot.get("version")) != __version__:
            raise Unusable("refused_search_version", path=path, theirs=theirs, ours=__version__)
        if slot.get("game") != ours["game"]:
            raise Unusable("refused_search_game", path=path)
        if slot.get("rules") != ours["rules"]:
            raise Unusable("refused_search_rules", path=path)
        if slot.get("position") != ours["position"]:
            raise Unusable("refused_search_position", path=path)
        # Files of the first versions do not name an evaluation.
        if slot.get("evaluation", "") != ours["evaluation"]:
            raise Unusable("refused_search_evaluation", path=path)


def _name(evaluation: Evaluation | None) -> str:
    """Return a name of an evaluation that is the same on every machine."""
    if evaluation is None:
        return "None"
    return sha256(repr(evaluation.identity()).encode()).hexdigest()


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise Unusable("refused_search_unusable", path=path, why=why) from None


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("r+b")
    except FileNotFoundError:
        return path.open("x+b")


def _place(number: int) -> int:
    return _SLOTS * _SLOT + number * (_CHECK + _BLOCK)


def _check(block: bytes, number: int) -> bytes:
    return zlib.crc32(block, number).to_bytes(_CHECK, "little")


def _document(page: bytes) -> dict[str, Any]:
    """Return the document in a slot; ValueError when the slot is not whole."""
    check, _, line = page.rstrip(b" \n").partition(b" ")
    if check != b"%08x" % zlib.crc32(line):
        raise ValueError("not whole")
    document = json.loads(line)
    if not isinstance(document, dict):
        raise ValueError("not a document")
    return document
