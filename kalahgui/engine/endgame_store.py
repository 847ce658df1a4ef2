"""The endgame databases on this machine: found, built, and set aside when they are damaged."""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import RLock
from typing import NamedTuple

from filelock import FileLock, Timeout

from kalahgui.core import COMPILED
from kalahgui.core.endgame import MOST_STONES, Endgame
from kalahgui.core.search import StopWord
from kalahgui.core.sowing import MAX_STONES
from kalahgui.engine.endgame_build import Pace, work_out
from kalahgui.engine.endgame_file import (
    BadFile,
    Shape,
    UnfinishedFile,
    open_database,
    shape_of,
    stem,
)

# What a file may take that nobody has asked for, and what any may take.
DEFAULT_SIZE = 32 << 20 if COMPILED else 64 << 10
LARGEST_SIZE = 4 << 30

_FINISHED, _UNFINISHED, _LOCK, _SET_ASIDE = ".endgame", ".part", ".lock", ".damaged"
_LOOK = 0.1  # seconds between two looks at what another program builds


class Kind(Enum):
    """What there is to tell of a database."""

    SET_ASIDE = "set aside"
    UNREADABLE = "unreadable"
    NOT_KEPT = "not kept"
    NOT_BUILT = "not built"
    BEGUN = "begun"
    READY = "ready"


class News(NamedTuple):
    """Something that happened to a database, and why, in words of the system."""

    kind: Kind
    shape: Shape
    why: str = ""


@functools.cache
def shape_within(pits: int, empty_capture: bool = False, size: int = DEFAULT_SIZE) -> Shape:
    """Return the largest database of a board whose file takes at most ``size`` bytes.

    >>> shape_within(6, size=32 << 20).stones
    16
    """
    shape = Shape(pits, 2, empty_capture)
    most = min(MOST_STONES, 2 * pits * MAX_STONES)
    while shape.stones < most and shape._replace(stones=shape.stones + 1).size <= size:
        shape = shape._replace(stones=shape.stones + 1)
    return shape


class EndgameStore:
    """Databases in a folder, each a file, mapped into memory while the program runs.

    All may be asked from several threads.
    """

    def __init__(self, folder: Path) -> None:
        """The folder need not exist yet."""
        self.folder = folder
        self._held: dict[tuple[int, bool], Endgame] = {}
        self._looked: set[tuple[int, bool]] = set()
        self._refused: set[Shape] = set()  # files that are not to be used and could not be renamed
        self._lock = RLock()
        self._news: SimpleQueue[News] = SimpleQueue()

    def news(self) -> list[News]:
        """Return what has happened since the last call."""
        found = []
        try:
            while True:
                found.append(self._news.get_nowait())
        except Empty:
            return found

    def tell(self, kind: Kind, shape: Shape, why: str = "") -> None:
        """Say something that ``news`` returns."""
        self._news.put(News(kind, shape, why))

    def find(self, pits: int, empty_capture: bool) -> Endgame | None:
        """Return the largest sound database of a board and capture rule; None where there is none.

        One that has turned out to be damaged is set aside.
        """
        board = pits, empty_capture
        with self._lock:
            held = self._held.get(board)
            if held is not None and held.damaged:
                del self._held[board]
                self._looked.discard(board)
                self._set_aside_damaged(shape_of(held))
                held = None
            if held is None and board not in self._looked:
                self._looked.add(board)
                held = next(self._sound_files(*board), None)
                if held is not None:
                    self._held[board] = held
            return held

    def holds(self, shape: Shape) -> bool:
        """Tell whether what ``find`` gives is as large as that."""
        found = self.find(shape.pits, shape.empty_capture)
        return found is not None and found.stones >= shape.stones

    def verified(self, shape: Shape) -> Endgame | None:
        """Return a database as large as that whose every byte was looked at; None without one."""
        while self.holds(shape):
            found = self.find(shape.pits, shape.empty_capture)
            if found is not None and found.verify():
                return found
        return None

    def path(self, shape: Shape) -> Path:
        """Return where the file of a database is, or would be."""
        return self.folder / (shape.name + _FINISHED)

    def build(
        self,
        shape: Shape,
        stop: StopWord,
        threads: int = 1,
        watch: Callable[[float | None], None] = lambda share: None,
        pace: Pace | None = None,
        in_memory: bool = False,
    ) -> Endgame | None:
        """Return a database at least as large as asked for, built where there is none.

        ``watch`` hears the share that is done, or None while another program builds it. A stop
        leaves what is finished for another build and returns None. OSError when it cannot be kept,
        unless ``in_memory`` says that it is of use as long as the program runs: then the news say
        why.
        """
        endgame = shape.empty()
        try:
            with self._only_builder(shape, stop, watch) as alone:
                if self._seen_again(shape):
                    return self.find(shape.pits, shape.empty_capture)
                if not (alone and self._built(endgame, stop, threads, watch, pace)):
                    return None
                if self._seen_again(shape):
                    return self.find(shape.pits, shape.empty_capture)
        except OSError as error:
            if not in_memory:
                raise
            self.tell(Kind.NOT_KEPT, shape, error.strerror or str(error))
        # No file has it, and what is worked out already need not be done again.
        if not work_out(endgame, stop, threads, watch, pace=pace):
            return None
        self._hold(endgame)
        return endgame

    def _seen_again(self, shape: Shape) -> bool:
        """Look at the files anew, and tell whether there is one as large as asked for by now."""
        with self._lock:
            if not self.holds(shape):
                self._looked.discard((shape.pits, shape.empty_capture))
                self._held.pop((shape.pits, shape.empty_capture), None)
            return self.holds(shape)

    def _built(
        self,
        endgame: Endgame,
        stop: StopWord,
        threads: int,
        watch: Callable[[float | None], None],
        pace: Pace | None,
    ) -> bool:
        """Build a database as the only one who does; tell whether its file was finished."""
        shape = shape_of(endgame)
        unfinished = UnfinishedFile(self._unfinished_path(shape), shape)
        try:
            unfinished.restore(endgame)
            self._take_over(endgame, unfinished)
            finished = work_out(endgame, stop, threads, watch, unfinished.append, pace)
            if finished:
                unfinished.finish(self.path(shape))
                self._refused.discard(shape)
            else:
                unfinished.close()
            return finished
        except OSError:
            unfinished.give_up()
            raise

    def _take_over(self, endgame: Endgame, unfinished: UnfinishedFile) -> None:
        """Take layers from a smaller database of the same board: they are the same."""
        smaller = self.find(endgame.pits, bool(endgame.empty_capture))
        while smaller is not None and endgame.layers < smaller.layers:
            if not endgame.take_layer(*smaller.layer(endgame.layers + 1)):
                return
            unfinished.append(endgame)

    @contextmanager
    def _only_builder(
        self, shape: Shape, stop: StopWord, watch: Callable[[float | None], None]
    ) -> Iterator[bool]:
        """Wait until no other program builds the same; provide whether no stop came first."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / (shape.name + _LOCK), timeout=0)
        while not stop.raised:
            try:
                lock.acquire()
                break
            except Timeout:
                watch(None)
                time.sleep(_LOOK)
        try:
            yield lock.is_locked
        finally:
            lock.release()

    def _hold(self, endgame: Endgame) -> None:
        with self._lock:
            self._held[endgame.pits, bool(endgame.empty_capture)] = endgame

    def _unfinished_path(self, shape: Shape) -> Path:
        return self.folder / (shape.name + _UNFINISHED)

    def _sound_files(self, pits: int, empty_capture: bool) -> Iterator[Endgame]:
        """Yield a board's databases, the largest first; a file that is none is set aside."""
        name = re.compile(re.escape(stem(pits, empty_capture)) + r"([0-9]{1,3})")
        found = [name.fullmatch(path.stem) for path in self.folder.glob(f"*{_FINISHED}")]
        for stones in sorted((int(match[1]) for match in found if match), reverse=True):
            shape = Shape(pits, stones, empty_capture)
            if not 2 <= stones <= MOST_STONES or shape in self._refused:
                continue
            try:
                yield open_database(self.path(shape), shape)
            except BadFile as error:
                self._set_aside(shape, str(error))
            except OSError as error:
                self.tell(Kind.UNREADABLE, shape, error.strerror or str(error))

    def _set_aside_damaged(self, shape: Shape) -> None:
        """Set a file aside whose blocks fail, unless another program has built it again."""
        try:
            again = open_database(self.path(shape), shape)
        except (BadFile, OSError):
            return  # to be found when the files are looked at
        if not again.verify():
            self._set_aside(shape, "a block fails its checksum")

    def _set_aside(self, shape: Shape, why: str) -> None:
        """Give a file that is not to be used another name, in place of one set aside before."""
        path = self.path(shape)
        try:
            path.replace(path.with_suffix(_SET_ASIDE))
        except OSError as error:
            self._refused.add(shape)
            why = f"{why}; it stays where it is: {error.strerror}"
        self.tell(Kind.SET_ASIDE, shape, why)
