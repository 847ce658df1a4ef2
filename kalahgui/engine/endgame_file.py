"""Files of endgame databases: read and mapped into memory, written layer by layer.

A file is a header, a checksum for every block, and the layers. A file that is being built is the
same with fewer layers than its header promises, so a build that was stopped goes on with it. A
checksum of the header and the checksums is in the header; the layers are held against theirs when
they are used.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import shutil
import struct
import zlib
from array import array
from pathlib import Path
from typing import NamedTuple

from kalahgui.core.endgame import BLOCK, Endgame, entries_of, layer_ends

VERSION = 1
_MAGIC = b"KalahEnd"
# In the machine's own order of bytes, as the checksums are: another order is another version.
_HEADER = struct.Struct("=8sIIIIIIII")


class BadFile(ValueError):
    """A file is no endgame database that can be used; the message says why."""


class Shape(NamedTuple):
    """What an endgame database is of: pits a side, most stones in them, and the capture rule."""

    pits: int
    stones: int
    empty_capture: bool = False

    @property
    def name(self) -> str:
        """Return the name of its file, without an ending.

        >>> Shape(6, 16).name
        'kalah-6-standard-16'
        """
        return f"{stem(self.pits, self.empty_capture)}{self.stones}"

    @property
    def entries(self) -> int:
        """Return how many placings it has."""
        return sum(entries_of(self.pits, total) for total in range(self.stones + 1))

    @property
    def size(self) -> int:
        """Return the bytes of its file."""
        return self.data_start + layer_ends(self.pits, self.stones)[-1]

    @property
    def blocks(self) -> int:
        """Return how many blocks have a checksum."""
        return layer_ends(self.pits, self.stones)[-1] // BLOCK

    @property
    def data_start(self) -> int:
        """Return where the layers begin in its file."""
        return BLOCK + -(-8 * self.blocks // BLOCK) * BLOCK

    def empty(self) -> Endgame:
        """Return a database in memory that is to be worked out."""
        return Endgame(self.pits, self.stones, self.empty_capture)


def stem(pits: int, empty_capture: bool) -> str:
    """Return how the names of a board's files begin; the number of stones follows."""
    return f"kalah-{pits}-{'empty-capture' if empty_capture else 'standard'}-"


def shape_of(endgame: Endgame) -> Shape:
    """Return what a database is of."""
    return Shape(endgame.pits, endgame.stones, bool(endgame.empty_capture))


def open_database(path: Path, shape: Shape) -> Endgame:
    """Return a finished database, mapped into memory.

    BadFile when it is damaged, cut short, unfinished or something else; OSError when it cannot be
    read. Its layers are not looked at yet.
    """
    with path.open("rb") as file:
        layers, checksums = _read_head(file.read(shape.data_start), shape)
        if layers != shape.stones:
            raise BadFile("it is not finished")
        size = os.fstat(file.fileno()).st_size
        if size != shape.size:
            raise BadFile(f"it has {size} bytes instead of {shape.size}")
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return Endgame(*shape, memoryview(mapped)[shape.data_start :], checksums)


def _read_head(head: bytes, shape: Shape) -> tuple[int, array[int]]:
    """Return the number of finished layers and the checksums; BadFile when there is a mistake."""
    if len(head) < shape.data_start:
        raise BadFile("it is cut short")
    magic, version, block, *board, layers, table_checksum, checksum = _HEADER.unpack_from(head)
    if magic != _MAGIC:
        raise BadFile("it is no endgame database")
    if (version, block) != (VERSION, BLOCK):
        raise BadFile("it is of another version")
    if checksum != zlib.crc32(head[: _HEADER.size - 4]):
        raise BadFile("its header is damaged")
    if board != list(map(int, shape)):
        raise BadFile("it is of another board")
    table = head[BLOCK:]
    if table_checksum != zlib.crc32(table):
        raise BadFile("its checksums are damaged")
    return layers, array("Q", table[: 8 * shape.blocks])


def _head(shape: Shape, layers: int, table: bytes | bytearray) -> bytes:
    fields = (_MAGIC, VERSION, BLOCK, *map(int, shape), layers, zlib.crc32(table))
    checksum = zlib.crc32(_HEADER.pack(*fields, 0)[:-4])
    return _HEADER.pack(*fields, checksum).ljust(BLOCK, b"\0")


class UnfinishedFile:
    """The file of a database that is being built; only one program may have it open."""

    def __init__(self, path: Path, shape: Shape) -> None:
        """Open the file, or begin it; OSError when there is no room for all of it."""
        self._path = path
        self._shape = shape
        self._ends = layer_ends(shape.pits, shape.stones)
        self._table = bytearray(shape.data_start - BLOCK)
        there = path.stat().st_size if path.exists() else 0
        if shutil.disk_usage(path.parent).free + there < shape.size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        self._file = path.open("r+b" if there else "w+b")

    def restore(self, endgame: Endgame) -> None:
        """Give an empty database the finished layers that are sound."""
        try:
            layers, checksums = _read_head(self._file.read(self._shape.data_start), self._shape)
        except BadFile:
            return
        for total in range(1, layers + 1):
            begin, end = self._ends[total - 1 : total + 1]
            self._file.seek(self._shape.data_start + begin)
            blocks = slice(begin // BLOCK, end // BLOCK)
            if not endgame.take_layer(self._file.read(end - begin), checksums[blocks]):
                break
            self._table[8 * blocks.start : 8 * blocks.stop] = checksums[blocks].tobytes()

    def append(self, endgame: Endgame) -> None:
        """Write the layer that was finished last."""
        data, checksums = endgame.layer(endgame.layers)
        begin, end = self._ends[endgame.layers - 1 : endgame.layers + 1]
        self._table[begin // BLOCK * 8 : end // BLOCK * 8] = checksums.tobytes()
        self._write(self._shape.data_start + begin, data)
        self._write(BLOCK, self._table)
        # Last of all: what it promises is there.
        self._write(0, _head(self._shape, endgame.layers, self._table))

    def _write(self, place: int, data: bytes | bytearray | memoryview) -> None:
        self._file.seek(place)
        self._file.write(data)
        self._file.flush()

    def finish(self, path: Path) -> None:
        """Put the file, all of whose layers are written, in its place at once."""
        self._file.truncate(self._shape.size)
        os.fsync(self._file.fileno())
        self._file.close()
        self._path.replace(path)

    def close(self) -> None:
        """Leave the file for another build."""
        self._file.close()

    def give_up(self) -> None:
        """Remove the file: what could not be written must not take room."""
        with contextlib.suppress(OSError):  # what is left in its buffer cannot be written either
            self._file.close()
        self._path.unlink(missing_ok=True)
