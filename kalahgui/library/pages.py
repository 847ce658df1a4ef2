"""The pages of an SQLite file, read one by one, where SQLite itself refuses a damaged file.

A table is a tree of pages: its leaves have the rows, its other pages lead to them. So does an
index, whose entries stand in all of its pages. Nothing here trusts what it reads: a page, a row
or a number that cannot be right is passed over.

Source: https://www.sqlite.org/fileformat2.html, "The Database Header", "B-tree Pages",
"The Freelist" and "Record Format".
"""

from __future__ import annotations

import os
import struct
from collections.abc import Collection, Iterator
from typing import Any, BinaryIO, NamedTuple

PAGE = 4096  # bytes, as SQLite makes files
TABLE_LEAF, _TABLE_INNER, _INDEX_LEAF, _INDEX_INNER = 13, 5, 10, 2
_HEADER, _MAGIC = 100, b"SQLite format 3\0"
_SIZES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)  # of values that are neither text nor bytes, by their type
_REAL, _ZERO, _ONE, _BYTES = 7, 8, 9, 12
_DAMAGED = (ValueError, IndexError, struct.error)

Values = tuple[Any, ...]


class Tree(NamedTuple):
    """Some pages that lead to each other, and whether all of them are what they should be."""

    pages: list[int]
    whole: bool


class Pages:
    """The pages of a file, numbered from 1."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        header = file.read(_HEADER).ljust(_HEADER, b"\0")
        self._has_header = header.startswith(_MAGIC)
        size = int.from_bytes(header[16:18], "big") if self._has_header else PAGE
        self._size = size if size.bit_count() == 1 and 512 <= size <= 32768 else PAGE
        self._used = self._size - (header[20] if self._has_header else 0)
        self._count = -(-file.seek(0, os.SEEK_END) // self._size)
        self._free = int.from_bytes(header[32:36], "big"), int.from_bytes(header[36:40], "big")
        self.version = int.from_bytes(header[60:64], "big") if self._has_header else 0

    def leaves(self) -> Iterator[int]:
        """Yield all pages that look like leaves of a table."""
        return (each for each in range(1, self._count + 1) if self._kind(each) == TABLE_LEAF)

    def free(self) -> Tree:
        """Return the pages that are not in use, on which there is what was deleted."""
        number, count = self._free
        found: list[int] = []
        while 1 < number <= self._count and len(found) <= self._count:
            page = self._page(number)
            length = min(int.from_bytes(page[4:8], "big"), self._size // 4 - 2)
            found += (number, *struct.unpack_from(f">{length}I", page, 8))
            number = int.from_bytes(page[:4], "big")
        whole = (
            self._has_header and len(set(found)) == count and max(found, default=0) <= self._count
        )
        return Tree(found, whole)

    def table(self, root: int) -> Tree:
        """Return the leaves of a table."""
        pages, whole = self._tree(root, TABLE_LEAF, _TABLE_INNER)
        return Tree([each for each in pages if self._kind(each) == TABLE_LEAF], whole)

    def rows(self, leaf: int) -> Iterator[tuple[int, Values]]:
        """Yield the rows on a leaf of a table, with their numbers."""
        page = self._page(leaf)
        for place in self._places(leaf, page):
            try:
                length, place = _varint(page, place)
                row, place = _varint(page, place)
                values = _values(self._payload(page, place, length, self._used - 35))
            except _DAMAGED:
                continue
            yield row - (row >> 63 << 64), values

    def index(self, root: int) -> Iterator[Values]:
        """Yield the entries of an index: its columns, and the number of a row."""
        most = (self._used - 12) * 64 // 255 - 23
        for number in self._tree(root, _INDEX_LEAF, _INDEX_INNER).pages:
            page = self._page(number)
            inner = self._kind(number) == _INDEX_INNER
            for place in self._places(number, page):
                try:
                    length, place = _varint(page, place + 4 * inner)
                    yield _values(self._payload(page, place, length, most))
                except _DAMAGED:
                    continue

    def _tree(self, root: int, leaf: int, inner: int) -> Tree:
        found: dict[int, None] = {}
        whole, waiting = True, [root]
        while waiting:
            number = waiting.pop()
            kind = self._kind(number)
            if kind not in (leaf, inner) or number in found:
                whole = False
                continue
            found[number] = None
            if kind == inner:
                page = self._page(number)
                places = [*self._places(number, page), _begin(number) + 8]
                waiting += (
                    int.from_bytes(page[each : each + 4], "big") for each in reversed(places)
                )
        return Tree(list(found), whole)

    def _page(self, number: int) -> bytes:
        self._file.seek((number - 1) * self._size)
        return self._file.read(self._size).ljust(self._size, b"\0")

    def _kind(self, number: int) -> int:
        """Return what a page is; 0 where there is none."""
        if not 1 <= number <= self._count:
            return 0
        self._file.seek((number - 1) * self._size + _begin(number))
        return int.from_bytes(self._file.read(1), "big")

    def _places(self, number: int, page: bytes) -> Collection[int]:
        """Return where on a page of a tree something stands."""
        begin = _begin(number)
        first = begin + (8 if page[begin] in (TABLE_LEAF, _INDEX_LEAF) else 12)
        count = min(int.from_bytes(page[begin + 3 : begin + 5], "big"), (self._size - first) // 2)
        return struct.unpack_from(f">{count}H", page, first)

    def _payload(self, page: bytes, place: int, length: int, most: int) -> bytes:
        """Return what begins on a page and goes on on others where that is more than ``most``."""
        if length > self._count * self._size:
            raise ValueError
        here = length
        if length > most:
            least = (self._used - 12) * 32 // 255 - 23
            here = least + (length - least) % (self._used - 4)
            here = here if here <= most else least
        found = [page[place : place + here]]
        next_page, missing = page[place + here : place + here + 4], length - here
        while missing > 0:
            number = int.from_bytes(next_page, "big")
            if not 1 < number <= self._count:
                raise ValueError
            more = self._page(number)
            next_page = more[:4]
            found.append(more[4 : min(self._used, 4 + missing)])
            missing -= self._used - 4
        return b"".join(found)


def _begin(number: int) -> int:
    """Return where on a page the tree begins: on the first one after the header of the file."""
    return _HEADER if number == 1 else 0


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where it ends; IndexError where it does not."""
    value = 0
    for end in range(place, place + 8):
        byte = data[end]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, end + 1
    return value << 8 | data[place + 8], place + 9


def _values(record: bytes) -> Values:
    """Return what stands in a record: the types of its values, and the values."""
    begin, place = _varint(record, 0)
    end, found = begin, []
    while place < begin:
        kind, place = record[place], place + 1
        if kind > 0x7F:
            kind, place = _varint(record, place - 1)
        size = _SIZES[kind] if kind < _BYTES else (kind - _BYTES) // 2
        found.append(_value(kind, record[end : end + size]))
        end += size
    if place != begin or end != len(record):
        raise ValueError
    return tuple(found)


def _value(kind: int, content: bytes) -> Any:
    if kind > _BYTES and kind % 2:
        return content.decode("utf-8", "replace")
    if kind >= _BYTES:
        return content
    if kind == _REAL:
        return struct.unpack(">d", content)[0]
    if kind in (_ZERO, _ONE):
        return kind - _ZERO
    return int.from_bytes(content, "big", signed=True) if kind else None
