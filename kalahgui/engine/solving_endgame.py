"""The endgame database that a solution looks its last stones up in."""

from __future__ import annotations

import math
from collections.abc import Callable

from kalahgui.core import COMPILED
from kalahgui.core.endgame import Endgame
from kalahgui.core.search import StopWord
from kalahgui.engine.endgame_store import EndgameStore, Kind, Shape, shape_within
from kalahgui.engine.solving_memory import machine_memory
from kalahgui.folders import cache_folder
from kalahgui.games.game import Position

# From so many stones in the pits on, a database of so many bytes is built sooner than what it
# saves is searched: 18 stones of 6 pits for 6x4, 24 for 6x5.
_SIZES = ((54, 5 << 28), (42, 96 << 20))
_SHARE = 8  # an eighth of the machine's memory at most
_BYTES_A_SECOND = 8 << 20  # that a thread works out, roughly
_SHARE_OF_TIME = 0.25  # of a limited time


class SolvingEndgame:
    """Gives positions the endgame database of their board, built first where that pays."""

    def __init__(
        self,
        store: EndgameStore,
        stop: StopWord,
        threads: int,
        seconds: float | None = None,
        watch: Callable[[Shape, float | None], None] = lambda shape, share: None,
    ) -> None:
        """``seconds`` is a limit of the whole solution.

        ``watch`` hears what is built and the share that is done, None while others build it.
        """
        self._store = store
        self._stop = stop
        self._threads = threads if COMPILED else 1
        self._largest = math.inf
        if seconds is not None:
            self._largest = seconds * _SHARE_OF_TIME * self._threads * _BYTES_A_SECOND
        self._watch = watch
        self._impossible: set[Shape] = set()

    def inform(self, position: Position) -> Position:
        """Return a copy that looks its last stones up, or the position where nothing is known.

        It takes as long as a database takes to build, once; a stop ends that soon.
        """
        board = position.endgame_board()
        if board is None:
            return position
        shape = worthwhile(position, self._largest)
        found = self._store.find(*board)
        if shape is not None and (found is None or found.stones < shape.stones):
            found = self._built(shape) or found
        return position if found is None else position.knowing(found)

    def _built(self, shape: Shape) -> Endgame | None:
        """Return a database that is built now; None after a stop, or where there is no room."""
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
        except OSError as error:
            self._impossible.add(shape)
            self._store.tell(Kind.NOT_BUILT, shape, error)
            return None


def machine_endgame(stop: StopWord, threads: int, seconds: float) -> SolvingEndgame:
    """Return what gives positions the databases of this machine's cache folder."""
    return SolvingEndgame(EndgameStore(cache_folder()), stop, threads, seconds)


def worthwhile(position: Position, largest: float = math.inf) -> Shape | None:
    """Return the database that is worth its building before a position is solved.

    None where that takes more than ``largest`` bytes, or where it would be sooner searched.
    """
    board = position.endgame_board()
    if not COMPILED or board is None:
        return None
    low, high = position.bounds()
    left = (high - low) // 2
    sizes = (size for stones, size in _SIZES if left >= stones)
    most = min(largest, machine_memory() // _SHARE)
    size = next((size for size in sizes if size <= most), 0)
    return shape_within(*board, size) if size else None
