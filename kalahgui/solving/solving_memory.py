"""What a solution has in memory: its table, and the endgame database of its last stones."""

from __future__ import annotations

import ctypes
import math
import os
import sys
from collections.abc import Callable

from kalahgui.core import COMPILED
from kalahgui.core.endgame import Endgame
from kalahgui.core.search import StopWord
from kalahgui.engine.endgame_store import EndgameShape, EndgameStore, Kind, shape_within
from kalahgui.folders import cache_folder
from kalahgui.games.game import Position

_MOST_BITS = 26 if COMPILED else 16
_LEAST_BITS = 14
_DEEPENING_BITS = 23 if COMPILED else 16
_ENTRY = 16
_TABLE_SHARE = 4  # a quarter of the machine's memory at most
_UNKNOWN = 1 << 32  # bytes, where a system does not tell

# From so many stones in the pits on, a database of so many bytes takes less time than it saves:
# 20 stones of 6 pits for 6x4, or 18 where memory is short, 27 for 6x5, or 24.
SIZES = ((54, 15 << 28), (54, 5 << 28), (42, 1 << 28), (42, 96 << 20))
_PITS_FOR_LARGEST, _SIZE_OF_FEWER = 6, 5 << 28  # on fewer pits a larger one does not pay
_OF_MANY = 12  # a set of positions takes about as long as one with so many stones more
_DATABASE_SHARE = 5  # a fifth of the machine's memory at most
BYTES_A_SECOND = 32 << 20  # that a thread works out, roughly
_SHARE_OF_TIME = 0.25  # of a limited time


def table_bits(position: Position, sharers: int = 1) -> int:
    """Return the size of the table that a position is solved with, as an exponent of 2.

    So many ``sharers`` on the machine have one each.
    """
    if not position.proved_by_windows():
        return _DEEPENING_BITS
    low, high = position.bounds()
    # The bounds are as far apart as twice the stones that are still in play.
    wanted = _LEAST_BITS + (high - low) // 9
    room = (machine_memory() // (_TABLE_SHARE * sharers) // _ENTRY).bit_length() - 1
    return max(_LEAST_BITS, min(wanted, room, _MOST_BITS))


def machine_memory() -> int:
    """Return the bytes of memory that the machine has."""
    if sys.platform == "win32":
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
        return int(status.total) or _UNKNOWN
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return _UNKNOWN


class _MemoryStatus(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("total", ctypes.c_uint64),
        ("others", ctypes.c_uint64 * 6),
    )


class SolvingEndgame:
    """Gives positions the endgame database of their board, built first where that saves time."""

    def __init__(
        self,
        store: EndgameStore,
        stop: StopWord,
        threads: int,
        seconds: float | None = None,
        watch: Callable[[EndgameShape, float | None], None] = lambda shape, share: None,
        many: bool = False,
    ) -> None:
        """Set up; ``seconds`` limit the whole solution, ``many`` are to come of a set of positions.

        ``watch`` is called with what is built and the share that is done, 0 to 1, or None while
        another program builds it.
        """
        self._store = store
        self._stop = stop
        self._threads = threads if COMPILED else 1
        self._largest = math.inf
        if seconds is not None:
            self._largest = seconds * _SHARE_OF_TIME * self._threads * BYTES_A_SECOND
        self._watch = watch
        self._many = many
        self._impossible: set[EndgameShape] = set()

    def inform(self, position: Position) -> Position:
        """Return a copy that uses a database, or the position itself where there is none.

        The first call waits until the database is built, or for a stop.
        """
        board = position.endgame_board()
        if board is None:
            return position
        shape = worthwhile(position, self._largest, self._many)
        database = self._store.find(*board)
        if shape is not None and (database is None or database.stones < shape.stones):
            database = self._built(shape) or database
        return position if database is None else position.knowing(database)

    def _built(self, shape: EndgameShape) -> Endgame | None:
        """Return a database that is built now; None after a stop, or without memory for it."""
        if shape in self._impossible:
            return None
        try:
            return self._store.build(
                shape,
                self._stop,
                self._threads,
                lambda share: self._watch(shape, share),
                in_memory=True,
            )
        except (OSError, MemoryError) as error:
            self._impossible.add(shape)
            self._store.tell(Kind.NOT_BUILT, shape, error)
            return None


def machine_endgame(stop: StopWord, threads: int, seconds: float) -> SolvingEndgame:
    """Return what uses the databases in this machine's cache folder."""
    return SolvingEndgame(EndgameStore(cache_folder()), stop, threads, seconds)


def worthwhile(
    position: Position, largest: float = math.inf, many: bool = False
) -> EndgameShape | None:
    """Return the database to build before a position, or ``many``, is solved.

    It has at most ``largest`` bytes. None where searching without one takes less time.
    """
    board = position.endgame_board()
    if not COMPILED or board is None:
        return None
    low, high = position.bounds()
    left = (high - low) // 2 + _OF_MANY * many
    sizes = (size for stones, size in SIZES if left >= stones)
    most = min(largest, machine_memory() // _DATABASE_SHARE)
    if board[0] < _PITS_FOR_LARGEST:
        most = min(most, _SIZE_OF_FEWER)
    size = next((size for size in sizes if size <= most), 0)
    return shape_within(*board, size) if size else None
