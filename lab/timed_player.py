"""A player of a checkout who thinks for so much processor time: runs inside it, as the driver says.

Time is that of the processor, so what else runs on the machine changes little.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from typing import Any
from unittest.mock import patch

from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.knowledge import machine_knowledge
from kalahgui.engine.thinker import LEVEL_BITS, TABLE_BITS, Thinker
from kalahgui.games import GAMES
from kalahgui.games.game import Position
from kalahgui.games.limit import Limit
from kalahgui.match.match import Match, Player
from kalahgui.review.judgements import judge_moves

_LOOK = 0.002  # seconds between two looks at the time
_NEVER = 1e6  # seconds of the clock


class _Timer:
    """Calls a function once the process has worked for so many seconds, unless it is cancelled."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self._call = call
        self._over = Event()
        self._moment = time.process_time() + seconds
        Thread(target=self._watch, daemon=True).start()

    def cancel(self) -> None:
        self._over.set()

    def _watch(self) -> None:
        while not self._over.wait(_LOOK):
            if time.process_time() >= self._moment:
                self._call()
                return


def _alarm(seconds: float, stop: Any) -> Any:
    return _Timer(seconds, partial(setattr, stop, "raised", True))


def _thinker(bits: int, threads: int = 1) -> Thinker:
    return Thinker(0, bits, _alarm, machine_knowledge(), threads)


_player: Thinker | None = None


def move_in(position: Position, seconds: float, bits: int, fresh: bool) -> dict[str, Any]:
    """Return the move that a player chooses in so many seconds, and the seconds it took.

    A ``fresh`` player begins a game; otherwise it goes on with its table.
    """
    global _player
    if fresh or _player is None:
        _player = _thinker(bits)
    begin = time.thread_time()
    finding = _player.best(position, Limit(seconds=seconds))
    return {"move": finding.line[0], "processor_seconds": time.thread_time() - begin}


def exact_in(position: Position, seconds: float, threads: int, asked: str) -> dict[str, bool]:
    """Return whether a ``level`` or a ``hint`` finds the exact value in some seconds.

    They are those of each thread.
    """
    player = _thinker(LEVEL_BITS if asked == "level" else TABLE_BITS, threads)
    interrupt = Interrupt()
    timer = _Timer(seconds * threads, interrupt.stop)
    steps: Any = player.judge(position, interrupt, _NEVER)
    if asked == "level":
        steps = player.think(position, Limit(seconds=_NEVER), interrupt)
    *_, last = steps
    timer.cancel()
    return {"exact": _exact(last)}


def review(board: str, moves: list[str], seconds: float, threads: int) -> dict[str, list[bool]]:
    """Return of which positions of a game, each with a move, a review knows the exact value.

    It has so many seconds of each thread for every position.
    """
    key, variant = board.split(":")
    match = Match(GAMES[key], variant, (), (Player("one"), Player("two")))
    match.replay_texts(moves)
    line = match.tip.line
    thinker = _thinker(TABLE_BITS, threads)
    with patch("time.perf_counter", time.process_time):
        judged = judge_moves(match, line, seconds * threads * len(line), thinker, Interrupt())
    judgements = [judged.get(node.parent) for node in line if node.parent is not None]
    return {"exact": [judgement is not None and _exact(judgement) for judgement in judgements]}


def _exact(judgement: Any) -> bool:
    """Tell whether a value is exact, also where an older checkout counts those of all moves."""
    return bool(getattr(judgement, "value_exact", judgement.exact))
