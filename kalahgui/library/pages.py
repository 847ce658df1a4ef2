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
# More than a row of ours needs: bytes for its types, cells of a page that cannot be read, and how
# often each page of the file is read for the sake of long rows.
_MOST_TYPES, _MOST_DAMAGED, _MOST_READ = 200, 100, 16
_LEAST_CELL = 6  # bytes, with where it stands

Values = tuple[Any, ...]


class Tree(NamedTuple):
    """Some pages that lead to each other, and whether all of them are what they should be."""

    pages: list[int]
    whole: bool


class Pages:
    """The pages of a file, numbered from 1.

    Their ``layout`` is how many bytes a page has, and how many of them are used.
    """

    def __init__(self, file: BinaryIO, usual: bool = False) -> None:
        """Take the layout from the header, or the ``usual`` one whatever that says."""
        self._file = file
        file.seek(0)
        header = file.read(_HEADER).ljust(_HEADER, b"\0")
        self._has_header = header.startswith(_MAGIC)
        size, reserved = int.from_bytes(header[16:18], "big"), header[20]
        if usual or not self._has_header or size.bit_count() != 1 or not 512 <= size <= 32768:
            size, reserved = PAGE, 0
        self.layout = self._size, self._used = size, size - reserved
        self._count = -(-file.seek(0, os.SEEK_END) // self._size)
        self._may_read = _MOST_READ * self._count
        self._kinds = bytes(self._read_kind(number) for number in range(1, self._count + 1))
        self._free = int.from_bytes(header[32:36], "big"), int.from_bytes(header[36:40], "big")
        self.version = int.from_bytes(header[60:64], "big") if self._has_header else 0

    def leaves(self) -> Iterator[int]:
        """Yield all pages that look like leaves of a table."""
        return (number for number, kind in enumerate(self._kinds, 1) if kind == TABLE_LEAF)

    def free(self) -> Tree:
        """Return the pages that are not in use, on which there is what was deleted."""
        number, count = self._free
        pages: list[int] = []
        while 1 < number <= self._count and len(pages) <= self._count:
            page = self._page(number)
            length = min(int.from_bytes(page[4:8], "big"), self._size // 4 - 2)
            pages += (number, *struct.unpack_from(f">{length}I", page, 8))
            number = int.from_bytes(page[:4], "big")
        whole = (
            self._has_header and len(set(pages)) == count and max(pages, default=0) <= self._count
        )
        return Tree(pages, whole)

    def table(self, root: int) -> Tree:
        """Return the leaves of a table."""
        pages, whole = self._tree(root, TABLE_LEAF, _TABLE_INNER)
        return Tree([number for number in pages if self._kind(number) == TABLE_LEAF], whole)

    def rows(self, leaf: int) -> Iterator[tuple[int, Values]]:
        """Yield the rows on a leaf of a table, with their numbers."""
        return self._cells(leaf, self._used - 35)

    def index(self, root: int) -> Iterator[Values]:
        """Yield the entries of an index: its columns, and the number of a row."""
        most = (self._used - 12) * 64 // 255 - 23
        for number in self._tree(root, _INDEX_LEAF, _INDEX_INNER).pages:
            for _, values in self._cells(number, most):
                yield values

    def _cells(self, number: int, most: int) -> Iterator[tuple[int, Values]]:
        """Yield what stands on a page, with the numbers of rows; of cells that overlap, the first.

        ``most`` is how many bytes of one may stand on the page itself.
        """
        page, kind, row, damaged = self._page(number), self._kind(number), 0, 0
        taken = bytearray(self._size)
        for begin in self._places(number, page):
            try:
                length, offset = _varint(page, begin + 4 * (kind == _INDEX_INNER))
                if kind == TABLE_LEAF:
                    row, offset = _varint(page, offset)
                here = self._here(length, most)
                if 1 in taken[begin : offset + here] or _varint(page, offset)[0] > _MOST_TYPES:
                    raise ValueError
                values = _values(self._payload(page, offset, length, here))
            except _DAMAGED:
                damaged += 1
                if damaged > _MOST_DAMAGED:
                    return
                continue
            taken[begin : offset + here] = b"\1" * (offset + here - begin)
            yield row - (row >> 63 << 64), values

    def _tree(self, root: int, leaf: int, inner: int) -> Tree:
        pages: dict[int, None] = {}
        whole, waiting = True, [root]
        while waiting:
            number = waiting.pop()
            kind = self._kind(number)
            if kind not in (leaf, inner) or number in pages:
                whole = False
                continue
            pages[number] = None
            if kind == inner:
                page = self._page(number)
                places = [*self._places(number, page), _begin(number) + 8]
                below = dict.fromkeys(
                    int.from_bytes(page[place : place + 4], "big") for place in reversed(places)
                )
                whole = whole and len(below) == len(places)
                waiting += below
        return Tree(list(pages), whole)

    def _page(self, number: int) -> bytes:
        self._file.seek((number - 1) * self._size)
        return self._file.read(self._size).ljust(self._size, b"\0")

    def _kind(self, number: int) -> int:
        return self._kinds[number - 1] if 1 <= number <= self._count else 0

    def _read_kind(self, number: int) -> int:
        self._file.seek((number - 1) * self._size + _begin(number))
        return int.from_bytes(self._file.read(1), "big")

    def _places(self, number: int, page: bytes) -> Collection[int]:
        """Return where on a page of a tree something stands."""
        begin = _begin(number)
        first = begin + (8 if page[begin] in (TABLE_LEAF, _INDEX_LEAF) else 12)
        most = (self._size - first) // _LEAST_CELL
        count = min(int.from_bytes(page[begin + 3 : begin + 5], "big"), most)
        return struct.unpack_from(f">{count}H", page, first)

    def _here(self, length: int, most: int) -> int:
        """Return how many bytes of a cell stand on its page, with ``most`` that may."""
        if length <= most:
            return length
        if length > self._count * self._size:
            raise ValueError
        least = (self._used - 12) * 32 // 255 - 23
        here = least + (length - least) % (self._used - 4)
        return here if here <= most else least

    def _payload(self, page: bytes, offset: int, length: int, here: int) -> bytes:
        """Return what begins on a page, and goes on on others where more than that is ``here``."""
        parts = [page[offset : offset + here]]
        next_page, missing = page[offset + here : offset + here + 4], length - here
        while missing > 0:
            number = int.from_bytes(next_page, "big")
            if not 1 < number <= self._count or not self._may_read:
                raise ValueError
            self._may_read -= 1
            more = self._page(number)
            next_page = more[:4]
            parts.append(more[4 : min(self._used, 4 + missing)])
            missing -= self._used - 4
        return b"".join(parts)


def _begin(number: int) -> int:
    """Return where on a page the tree begins: on the first one after the header of the file."""
    return _HEADER if number == 1 else 0


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where it ends; IndexError where it does not."""
    value = 0
    for end in range(offset, offset + 8):
        byte = data[end]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, end + 1
    return value << 8 | data[offset + 8], offset + 9


def _values(record: bytes) -> Values:
    """Return what stands in a record: the types of its values, and the values."""
    begin, offset = _varint(record, 0)
    end, values = begin, []
    while offset < begin:
        kind, offset = record[offset], offset + 1
        if kind > 0x7F:
            kind, offset = _varint(record, offset - 1)
        size = _SIZES[kind] if kind < _BYTES else (kind - _BYTES) // 2
        values.append(_value(kind, record[end : end + size]))
        end += size
    if offset != begin or end != len(record):
        raise ValueError
    return tuple(values)


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
