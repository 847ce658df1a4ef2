"""The endgame databases on this machine: worked out, kept as files, found again.

A file is a line of text, which ends with a digest of the rules by which it was made and the CRC-32
of what follows, and the gains. Each start looks at a quarter of a gigabyte. SHA-256 would hold the
interpreter's lock for a second without OpenSSL, as in a package, and any checksum can be made up
with a file. So gains by chance are worked out again as well, from those that they follow from. A
file that does not stand this is set aside, and the next build makes it again. Where one gain in a
hundred is wrong 98 of 100 starts notice, of one in a thousand at least 33; a few among millions
are not found.
"""

from __future__ import annotations

import errno
import functools
import hashlib
import mmap
import os
import shutil
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import Enum
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Lock, Thread
from typing import BinaryIO, NamedTuple

from filelock import FileLock, Timeout

from kalahgui import memory
from kalahgui.core import COMPILED
from kalahgui.core.endgame import MOST_STONES, Endgame, layer_ends, most_stones_within, placings
from kalahgui.core.kalah import KalahPosition
from kalahgui.core.search import StopWord
from kalahgui.core.sowing import MAX_STONES
from kalahgui.engine.interrupt import lower_priority
from kalahgui.games.game import children

# The bytes of a file that nobody has asked for (20 stones of six pits), and of any.
DEFAULT_SIZE = 216 << 20 if COMPILED else 64 << 10
LARGEST_SIZE = 4 << 30
# A file that nobody has asked for takes at most a hundredth of the free disk, but for small files
# (16 stones), which take at most a quarter.
_PART_OF_DISK, _PART_FOR_SMALL = 100, 4
SMALL_SIZE = 32 << 20
# The bytes of a file that is opened at the start of a window, or for a game: all of it is read.
LARGEST_IN_PLAY = 5 << 28
# Entries that a thread works out at a stretch, about a hundredth of a second; then it looks at the
# stop word.
SLICE = 300_000 if COMPILED else 100

# Seconds between such stretches in the background. Interpreted, a thread that waits for the
# interpreter's lock gets it then.
_REST = 0.0 if COMPILED else 0.005

_MARK = b"KalahGUI endgame database 4 "
_HEADER_SIZE = 128
_BLOCK_SIZE = 1 << 18  # bytes that are read at a time
_LOOK = 0.1  # seconds between two looks at what another program builds
_SAMPLE = (
    400  # gains that are worked out again when a file is opened, in some hundredths of a second
)
# Pits and stones of boards so small that they are worked out at once; together they have all kinds
# of sowings.
_SMALL_BOARDS = ((1, 18), (2, 8), (3, 6))


class Kind(Enum):
    """What there is to tell of a database."""

    SET_ASIDE = "set aside"
    UNREADABLE = "unreadable"
    NOT_KEPT = "not kept"
    NOT_BUILT = "not built"
    BEGUN = "begun"
    READY = "ready"


class EndgameShape(NamedTuple):
    """The pits a side, the most stones in them, and the capture rule of an endgame database."""

    pits: int
    stones: int
    empty_capture: bool = False

    @property
    def name(self) -> str:
        """Return the name of its file, without an ending.

        >>> EndgameShape(6, 16).name
        'kalah-6-standard-16'
        """
        rule = "empty-capture" if self.empty_capture else "standard"
        return f"kalah-{self.pits}-{rule}-{self.stones}"

    @property
    def entries(self) -> int:
        """Return the number of its placings."""
        return layer_ends(self.pits, self.stones)[-1]

    @property
    def size(self) -> int:
        """Return the bytes of its file."""
        return _HEADER_SIZE + self.entries

    def header(self, checksum: int) -> bytes:
        """Return how its file begins."""
        text = f"{self.name} {rules_digest(self.empty_capture)} {checksum:08x}"
        return (_MARK + text.encode()).ljust(_HEADER_SIZE - 1) + b"\n"


class News(NamedTuple):
    """Something that happened to a database, and why, in words of the system."""

    kind: Kind
    shape: EndgameShape
    why: str = ""


@functools.cache
def shape_within(pits: int, empty_capture: bool = False, size: int = DEFAULT_SIZE) -> EndgameShape:
    """Return the largest database of a board whose file takes at most ``size`` bytes.

    >>> shape_within(6, size=32 << 20).stones
    16
    """
    most = most_stones_within(pits, size - _HEADER_SIZE)
    return EndgameShape(pits, max(2, min(most, 2 * pits * MAX_STONES)), empty_capture)


def shape_of(endgame: Endgame) -> EndgameShape:
    """Return the shape of a database."""
    return EndgameShape(endgame.pits, endgame.stones, bool(endgame.empty_capture))


def work_out(
    endgame: Endgame,
    stop: StopWord,
    threads: int = 1,
    watch: Callable[[float], None] = lambda share: None,
) -> bool:
    """Work out all layers that are missing; return whether that was finished before a stop.

    ``watch`` is called with the share that is done, 0 to 1. A single thread is the caller's own.
    """
    ends = layer_ends(endgame.pits, endgame.stones)
    done = ends[endgame.layers]

    def work(fewer: int) -> Iterator[int]:
        """Work out a split of the next layer; yield how many entries each slice had."""
        total = endgame.layers + 1
        rows, entries = endgame.rows(total, fewer), endgame.row_entries(total, fewer)
        step = max(1, SLICE // entries)
        for first in range(0, rows, step):
            if stop.raised:
                return
            last = min(rows, first + step)
            endgame.work_out(total, fewer, first, last)
            yield (last - first) * entries

    with ThreadPoolExecutor(threads) as pool:
        while endgame.layers < endgame.stones:
            # Splits do not follow from each other, but the rows of one follow from those before.
            splits = range((endgame.layers + 1) // 2, 0, -1)
            slices = chain.from_iterable(map(work, splits))
            worked = slices if threads == 1 else pool.map(lambda fewer: sum(work(fewer)), splits)
            for entries in worked:
                done += entries
                watch(done / ends[-1])
            if stop.raised:
                return False
            endgame.finish_layer()
    return True


@functools.cache
def rules_digest(empty_capture: bool) -> str:
    """Return what is the same for programs that play small boards alike to the end.

    It tells what the rules do, which a package can tell without sources.
    """
    digest = hashlib.sha256()
    for pits, stones in _SMALL_BOARDS:
        endgame = Endgame(pits, stones, empty_capture)
        work_out(endgame, StopWord())
        digest.update(endgame.data)
    return digest.hexdigest()[:16]


def stands_sample(endgame: Endgame, chance: Random) -> bool:
    """Tell whether gains by chance, each equally likely, follow from those after their moves."""
    sample = any_placings(shape_of(endgame), _SAMPLE, chance)
    return all(_follows(endgame, position) for position in sample)


def any_placings(shape: EndgameShape, count: int, chance: Random) -> Iterator[KalahPosition]:
    """Yield so many of all placings, each equally likely."""
    pits, counts = shape.pits, [placings(shape.pits, stones) for stones in range(shape.stones)]
    splits = [
        (mine, total - mine) for total in range(2, shape.stones + 1) for mine in range(1, total)
    ]
    ways = [counts[mine] * counts[other] for mine, other in splits]
    for sides in chance.choices(splits, ways, k=count):
        position = KalahPosition(pits, sum(sides), shape.empty_capture, majority=False)
        position.own, position.opp = (_side(pits, stones, chance) for stones in sides)
        yield position


def _side(pits: int, stones: int, chance: Random) -> int:
    """Return a side's word with so many stones, all placings equally likely."""
    bars = sorted(chance.sample(range(stones + pits - 1), pits - 1))
    edges = zip((-1, *bars), (*bars, stones + pits - 1), strict=True)
    return int.from_bytes(bytes(end - begin - 1 for begin, end in edges), "little")


def _follows(endgame: Endgame, position: KalahPosition) -> bool:
    """Tell whether a placing's gain is the best of what its moves lead to."""
    best = None
    for _, child, sign in children(position):
        rest = 0 if child.over else endgame.gain(child.own, child.opp)
        if rest is None:
            return False
        gain = sign * (child.final() if child.over else child.lead + rest)
        best = gain if best is None else max(best, gain)
    return bool(endgame.gain(position.own, position.opp) == best)


class EndgameStore:
    """Databases in a folder, each a file, mapped into memory while the program runs.

    Any thread may use it.
    """

    def __init__(
        self, folder: Path, largest: int = LARGEST_SIZE, chance: Random | None = None
    ) -> None:
        """The folder need not exist yet; no file of more than ``largest`` bytes is opened.

        ``chance`` says which gains are looked at; at every start others, unless it is given.
        """
        self.folder = folder
        self._largest = largest
        self._chance = chance or Random()
        self._open: dict[tuple[int, bool], Endgame | None] = {}
        self._lock = Lock()
        self._news: SimpleQueue[News] = SimpleQueue()

    def news(self) -> list[News]:
        """Return what has happened since the last call."""
        return [self._news.get() for _ in range(self._news.qsize())]

    def affordable(self, size: int) -> int:
        """Return at most so many bytes that nobody with so full a disk minds."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            free = shutil.disk_usage(self.folder).free
        except OSError:  # building will say what is wrong with the folder
            return min(size, SMALL_SIZE)
        return min(size, max(free // _PART_OF_DISK, min(SMALL_SIZE, free // _PART_FOR_SMALL)))

    def tell(self, kind: Kind, shape: EndgameShape, why: str | OSError | MemoryError = "") -> None:
        """Add to the news; ``why`` may be an error of the system."""
        if isinstance(why, MemoryError):
            why = os.strerror(errno.ENOMEM)
        if isinstance(why, OSError):
            why = why.strerror or str(why)
        self._news.put(News(kind, shape, why))

    def path(self, shape: EndgameShape) -> Path:
        """Return where the file of a database is, or would be."""
        return self.folder / f"{shape.name}.endgame"

    def opened(self, pits: int, empty_capture: bool) -> Endgame | None:
        """Return the database of a board and capture rule if it is open; reads no file."""
        return self._open.get((pits, empty_capture))

    def find(self, pits: int, empty_capture: bool) -> Endgame | None:
        """Return the largest sound database of a board and capture rule; None without one.

        The first call for a board reads the whole file.
        """
        board = pits, empty_capture
        with self._lock:
            if board not in self._open:
                self._open[board] = self._load(EndgameShape(pits, 2, empty_capture))
            return self._open[board]

    def as_large(self, shape: EndgameShape) -> Endgame | None:
        """Return what ``find`` gives if it has as many stones as a shape."""
        database = self.find(shape.pits, shape.empty_capture)
        return None if database is None or database.stones < shape.stones else database

    def build(
        self,
        shape: EndgameShape,
        stop: StopWord,
        threads: int = 1,
        watch: Callable[[float | None], None] = lambda share: None,
        in_memory: bool = False,
    ) -> Endgame | None:
        """Return a database with at least the stones of a shape, built where there is none.

        ``watch`` is called with the share that is done, or None while another program builds it.
        Return None after a stop. Raise OSError when the file cannot be kept, unless ``in_memory``
        is set: then the news say so, and the database lasts as long as the program. Raise
        MemoryError where it would leave too little memory.
        """
        if (database := self.as_large(shape)) is not None:
            return database
        _check_room(shape)
        endgame = Endgame(*shape)
        try:
            with self._locked(shape, stop, watch):
                database = self._load(shape)
                if database is None and work_out(endgame, stop, threads, watch):
                    self._write(endgame)
                    database = self._load(shape) or endgame
        except OSError as error:
            if not in_memory:
                raise
            self.tell(Kind.NOT_KEPT, shape, error)
            # Nothing is left to be worked out where only the writing has failed.
            database = endgame if work_out(endgame, stop, threads, watch) else None
        if database is not None:
            with self._lock:
                kept = self._open.get((shape.pits, shape.empty_capture))
                if kept is None or kept.stones <= database.stones:
                    self._open[shape.pits, shape.empty_capture] = database
        return database

    @contextmanager
    def _locked(
        self, shape: EndgameShape, stop: StopWord, watch: Callable[[float | None], None]
    ) -> Iterator[None]:
        """Wait until no other program builds a database, or for a stop, and keep others away.

        Raise OSError when there is no room for its file.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(self.folder).free < shape.size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        lock = FileLock(self.path(shape).with_suffix(".lock"), timeout=0)
        while not (lock.is_locked or stop.raised):
            try:
                lock.acquire()
            except Timeout:
                watch(None)
                time.sleep(_LOOK)
        try:
            yield
        finally:
            lock.release()

    def _write(self, endgame: Endgame) -> None:
        shape = shape_of(endgame)
        unfinished = self.path(shape).with_suffix(".part")
        try:
            with unfinished.open("wb") as file:
                file.write(shape.header(zlib.crc32(endgame.data)))
                file.write(endgame.data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, self.path(shape))
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise

    def _load(self, least: EndgameShape) -> Endgame | None:
        """Return a board's largest sound database that has at least the stones of a shape."""
        shapes = (least._replace(stones=n) for n in range(MOST_STONES, least.stones - 1, -1))
        databases = (
            self._sound(shape)
            for shape in shapes
            if self.path(shape).exists() and shape.size <= self._largest
        )
        return next((endgame for endgame in databases if endgame is not None), None)

    def _sound(self, shape: EndgameShape) -> Endgame | None:
        """Return the database of a file, mapped into memory; None where it cannot be used."""
        path = self.path(shape)
        try:
            with path.open("rb") as file:
                header = file.read(_HEADER_SIZE)
                if not header.startswith(_MARK):
                    return None  # of another version: the next build replaces it
                read = os.fstat(file.fileno())
                why = "its checksum does not match"
                if read.st_size == shape.size and header == shape.header(_checksum_of_rest(file)):
                    _check_room(shape)
                    if endgame := self._mapped(file, shape):
                        return endgame
                    why = "its values do not follow from each other"
                replaced = not os.path.samestat(read, path.stat())
        except FileNotFoundError:  # another program has just set it aside
            return None
        except (OSError, MemoryError) as error:
            self.tell(Kind.UNREADABLE, shape, error)
            return None
        if replaced:  # by another program, which has built it again
            return self._sound(shape)
        try:
            path.replace(path.with_suffix(".damaged"))
        except OSError as error:
            why += f"; it stays where it is: {error.strerror}"
        self.tell(Kind.SET_ASIDE, shape, why)
        return None

    def _mapped(self, file: BinaryIO, shape: EndgameShape) -> Endgame | None:
        """Return the database of a file, mapped into memory; None where its gains are wrong."""
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        endgame = Endgame(*shape, memoryview(mapped)[_HEADER_SIZE:])
        return endgame if stands_sample(endgame, self._chance) else None


def _check_room(shape: EndgameShape) -> None:
    """Raise MemoryError where a database would leave too little memory for all else."""
    if not memory.has_room(shape.size + memory.FOR_WINDOW):
        raise MemoryError


def _checksum_of_rest(file: BinaryIO) -> int:
    """Return the CRC-32 of what is left to read."""
    checksum = 0
    while block := file.read(_BLOCK_SIZE):
        checksum = zlib.crc32(block, checksum)
    return checksum


class EndgameBuilds:
    """Opens and builds databases, one after the other, on one thread of low priority."""

    def __init__(self, store: EndgameStore, size: int = DEFAULT_SIZE) -> None:
        """No file that is built takes more than ``size`` bytes, on a full disk less."""
        self._store = store
        self._size = size
        self._stop = StopWord()
        self._wishes: SimpleQueue[tuple[int, bool] | None] = SimpleQueue()
        self._wished: set[tuple[int, bool]] = set()
        self._thread = Thread(target=self._work, name="endgame", daemon=True)
        self._thread.start()

    def wish(self, pits: int, empty_capture: bool) -> None:
        """Have a board's database opened, or built where there is none; does not wait."""
        board = pits, empty_capture
        if board not in self._wished:
            self._wished.add(board)
            self._wishes.put(board)

    def close(self, timeout: float = 1.0) -> None:
        """Stop building; what is not finished is lost. Wait at most ``timeout`` seconds."""
        self._stop.raised = True
        self._wishes.put(None)
        self._thread.join(timeout)

    def _work(self) -> None:
        lower_priority()
        while (board := self._wishes.get()) is not None and not self._stop.raised:
            shape = shape_within(*board, self._store.affordable(self._size))
            try:
                self._build(shape)
            except (OSError, MemoryError) as error:
                self._store.tell(Kind.NOT_BUILT, shape, error)

    def _build(self, shape: EndgameShape) -> None:
        begun = False

        def watch(share: float | None) -> None:
            nonlocal begun
            if share is not None and not begun:
                begun = True
                self._store.tell(Kind.BEGUN, shape)
            time.sleep(_REST)

        try:
            built = self._store.build(shape, self._stop, watch=watch)
        except (
            OSError,
            MemoryError,
        ):  # as much memory as the file would have taken is not for every start
            small = shape_within(shape.pits, shape.empty_capture, min(shape.size, SMALL_SIZE))
            built = self._store.build(small, self._stop, watch=watch, in_memory=True)
        if built is not None and begun:
            self._store.tell(Kind.READY, shape)
