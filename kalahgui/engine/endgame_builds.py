"""Building endgame databases in the background, while somebody plays."""

from __future__ import annotations

from threading import Condition, Thread

from kalahgui.core import COMPILED
from kalahgui.core.search import StopWord
from kalahgui.engine.courtesy import give_way
from kalahgui.engine.endgame_build import SLICE, Pace
from kalahgui.engine.endgame_file import Shape
from kalahgui.engine.endgame_store import DEFAULT_SIZE, EndgameStore, Kind, shape_within

# Compiled, a slice runs without the interpreter's lock: long ones take it seldom. Interpreted,
# whoever waits for the lock gets it in the rests.
_PACE = Pace(1_000_000) if COMPILED else Pace(SLICE, 0.005)


class EndgameBuilds:
    """Builds what is wished for, one database after the other, on one thread of low priority."""

    def __init__(self, store: EndgameStore, size: int = DEFAULT_SIZE) -> None:
        """No file takes more than ``size`` bytes."""
        self.store = store
        self._size = size
        self._stop = StopWord()
        self._change = Condition()
        self._waiting: list[Shape] = []
        self._taken: set[Shape] = set()
        self._thread = Thread(target=self._work, name="endgame", daemon=True)
        self._thread.start()

    def wish(self, pits: int, empty_capture: bool) -> None:
        """Have a board's database built, unless there is one; does not wait."""
        shape = shape_within(pits, empty_capture, self._size)
        if shape in self._taken or self.store.holds(shape):
            return
        with self._change:
            self._taken.add(shape)
            self._waiting.append(shape)
            self._change.notify()

    def close(self, timeout: float = 1.0) -> None:
        """Stop building; what is finished is kept for the next time."""
        with self._change:
            self._stop.raised = True
            self._change.notify()
        self._thread.join(timeout)

    def _work(self) -> None:
        give_way()
        while (shape := self._next()) is not None:
            try:
                self._build(shape)
            except OSError as error:
                self.store.tell(Kind.NOT_BUILT, shape, error.strerror or str(error))

    def _next(self) -> Shape | None:
        with self._change:
            while not self._waiting and not self._stop.raised:
                self._change.wait()
            return None if self._stop.raised else self._waiting.pop(0)

    def _build(self, shape: Shape) -> None:
        """Build a database and say so, where there is none yet."""
        begun = False

        def watch(share: float | None) -> None:
            nonlocal begun
            if share is not None and not begun:
                begun = True
                self.store.tell(Kind.BEGUN, shape)

        built = self.store.build(shape, self._stop, watch=watch, pace=_PACE, in_memory=True)
        if built is None:
            return
        self._taken.discard(shape)  # should it turn out to be damaged, it is built again
        if begun:
            self.store.tell(Kind.READY, shape)
