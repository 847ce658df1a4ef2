"""What a computer player may use for a move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from threading import Timer

from kalahgui.core.search import MAX_DEPTH as SEARCH_DEPTH
from kalahgui.core.search import StopWord
from kalahgui.core.textbook import ALGORITHMS, MAX_DEPTH

SEARCH = "search"
MAX_SECONDS = 3600.0


@dataclass(frozen=True)
class Limit:
    """What a computer player may use for a move.

    ``algorithm`` is "search" (the playing search) or one of the textbook algorithms; ``plies``
    bounds the depth, in changes of side, and ``seconds`` the time. A player with a ``slip``
    chance plays, that often, a move at most ``slack`` points worse than the best it sees. A
    ``varied`` player chooses at random among the moves it finds equally good. An ``even`` player
    looks for the turn after which neither side is better: the opponent may then swap sides.
    """

    algorithm: str = SEARCH
    plies: int | None = None
    seconds: float | None = None
    slip: float = 0.0
    slack: int = 0
    varied: bool = False
    even: bool = False

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read ``search:1.5s``, ``search:8`` or ``alpha-beta:5``; ValueError when it is none.

        >>> Limit.parse("search:1.5s").seconds
        1.5
        """
        shape = re.fullmatch(r"([a-z-]+):(?:([0-9]{1,4})|([0-9]{1,6}(?:\.[0-9]{1,6})?)s)", text)
        known = (SEARCH, *ALGORITHMS)
        if shape is None or shape[1] not in known:
            raise ValueError(
                f"{text!r} is no player: give a level or an algorithm ({', '.join(known)}) "
                "with turns or seconds, such as alpha-beta:5 or search:0.5s"
            )
        if shape[2]:
            plies = int(shape[2])
            most = SEARCH_DEPTH if shape[1] == SEARCH else MAX_DEPTH
            if not 1 <= plies <= most:
                raise ValueError(f"{shape[1]} looks 1 to {most} turns ahead, not {plies}")
            return cls(shape[1], plies=plies)
        seconds = float(shape[3])
        if not 0.001 <= seconds <= MAX_SECONDS:
            raise ValueError(f"a player thinks 0.001 to {MAX_SECONDS:.0f} seconds, not {seconds:g}")
        return cls(shape[1], seconds=seconds)

    def __str__(self) -> str:
        """Return the text that ``parse`` reads (slips have none)."""
        amount = f"{self.plies}" if self.seconds is None else f"{self.seconds:g}s"
        return f"{self.algorithm}:{amount}"


def raise_after(seconds: float, stop: StopWord) -> Timer:
    """Raise a stop word when time is up, unless the timer that is returned is cancelled."""
    timer = Timer(seconds, setattr, (stop, "raised", True))
    timer.daemon = True
    timer.start()
    return timer
