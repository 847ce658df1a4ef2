"""Opening books of Kalah: exact values of positions, and their best moves.

A file is one line of JSON, which says which book it is and how it was made, followed by the
compressed positions. A position is two words, as the side to move sees them. Its value leaves the
stones in the stores out, so a lead is added.
"""

from __future__ import annotations

import functools
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kalahgui.assets import FOREIGN, BadPacked, asset, read_packed, write_packed
from kalahgui.games.game import Position
from kalahgui.games.weights import from_little_endian, little_endian

VERSION = 1
SUFFIX = ".book"
_MOST_POSITIONS = 1 << 22  # more belong to no book of ours
_COLUMNS = "QQhB"  # of the positions: two words, a gain, a set of moves
_BYTES = 19  # of a position


class BadBook(BadPacked):
    """A file that is no usable book."""

    kind = "book"


class BookBoard(NamedTuple):
    """The pits a side, the stones in the whole game and the capture rule of a book."""

    pits: int
    stones: int
    empty_capture: bool = False

    @property
    def name(self) -> str:
        """Return the name of its file, without an ending.

        >>> BookBoard(6, 48, True).name
        'kalah-6x4-empty-capture'
        """
        board = f"kalah-{self.pits}x{self.stones // (2 * self.pits)}"
        return board + "-empty-capture" * self.empty_capture


SHIPPED = (BookBoard(6, 36), BookBoard(6, 48), BookBoard(6, 60))


class Entry(NamedTuple):
    """A position of a book: its words, its exact gain from here on, best moves as bits.

    There may be others: a book made of what is proven has those that are known to be best.
    """

    own: int
    opp: int
    gain: int
    best: int


class BookMoves(NamedTuple):
    """The exact value of a position for the side to move, and best moves, at least one."""

    value: int
    moves: list[int]


class Book:
    """The positions of a book; ``made`` is the command that made it."""

    def __init__(self, subject: BookBoard, made: str, entries: Iterable[Entry]) -> None:
        """Set up a book from entries in any order, one for each position."""
        ordered = sorted(entries)
        self.subject = subject
        self.made = made
        self._own = array("Q", (entry.own for entry in ordered))
        self._opp = array("Q", (entry.opp for entry in ordered))
        self._gains = array("h", (entry.gain for entry in ordered))
        self._best = array("B", (entry.best for entry in ordered))

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._own)

    def __iter__(self) -> Iterator[Entry]:
        """Yield the positions in the order of their words."""
        yield from map(Entry, self._own, self._opp, self._gains, self._best)

    def find(self, position: Position) -> BookMoves | None:
        """Return the value and best moves of a position on this board; None without an entry."""
        wanted = position.own, position.opp
        at = bisect_left(range(len(self)), wanted, key=lambda i: (self._own[i], self._opp[i]))
        if at == len(self) or (self._own[at], self._opp[at]) != wanted:
            return None
        moves = [move for move in range(self.subject.pits) if self._best[at] >> move & 1]
        return BookMoves(position.lead + self._gains[at], moves)

    def packed(self) -> bytes:
        """Return all positions as bytes: one column after the other, little-endian."""
        return b"".join(map(little_endian, (self._own, self._opp, self._gains, self._best)))

    @classmethod
    def of_packed(cls, subject: BookBoard, made: str, packed: bytes) -> Book:
        """Return the book of packed bytes; ValueError for an impossible length."""
        count, rest = divmod(len(packed), _BYTES)
        if rest:
            raise ValueError("there is more than there should be, or less")
        columns, at = [], 0
        for kind in _COLUMNS:
            end = at + count * array(kind).itemsize
            columns.append(from_little_endian(kind, packed[at:end]))
            at = end
        book = cls(subject, made, ())
        book._own, book._opp, book._gains, book._best = columns
        return book


def write(path: Path, book: Book) -> None:
    """Write a book, whole or not at all; OSError when that fails."""
    header = book.subject._asdict() | {"made": book.made, "positions": len(book)}
    write_packed(path, VERSION, header, book.packed())


def read(path: Path) -> Book:
    """Return the book of a file; BadBook says in one sentence why it cannot be used."""
    return read_packed(path, VERSION, _MOST_POSITIONS * _BYTES, _book, BadBook)


def _book(header: dict[str, Any], packed: bytes) -> Book:
    made, positions = header.pop("made"), header.pop("positions")
    book = Book.of_packed(BookBoard(**header), made, packed)
    if len(book) != positions:
        raise ValueError("there are more positions than there should be, or fewer")
    return book


def book_for(position: Position) -> Book | None:
    """Return the book that comes with the program for a position's game; None without one."""
    book = _found_for(position)
    return None if isinstance(book, BadBook) else book


def bad_book_for(position: Position) -> BadBook | None:
    """Return why the book for a position's game cannot be used; None if it can or there is none."""
    book = _found_for(position)
    return book if isinstance(book, BadBook) else None


def _found_for(position: Position) -> Book | BadBook | None:
    board = position.book_board()
    subject = None if board is None else BookBoard(*board)
    return shipped(subject) if subject in SHIPPED else None


def bad_books() -> Iterator[BadBook]:
    """Yield an error for every book of the program that cannot be used."""
    for subject in SHIPPED:
        book = shipped(subject)
        if isinstance(book, BadBook):
            yield book


@functools.cache
def shipped(subject: BookBoard) -> Book | BadBook:
    """Return the program's book of a board, or why it cannot be used; it is read once."""
    try:
        book = read(asset("books", subject.name + SUFFIX))
    except BadBook as error:
        return error
    return book if book.subject == subject else BadBook(subject.name + SUFFIX, FOREIGN)
