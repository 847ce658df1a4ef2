"""What has been proven for an opening book, kept in a file: a line for each finding.

A line ends with a checksum. The first one says what everything below it is about.
"""

from __future__ import annotations

import zlib
from pathlib import Path

from kalahgui.core.kalah import KalahPosition

SUFFIX = ".proven"
_NAME = "KalahGUI proven 1"
_BOUNDS, _AT_ONCE, _LATER = "bounds", "at-once", "later"

_Words = tuple[int, int]


class ProvenFile:
    """Bounds of what positions gain from here on, and which of them a player reads out at once."""

    def __init__(self, path: Path, subject: str) -> None:
        """Read what the file holds, if there is one.

        ``subject`` is one line that tells what is proven, and how. OSError when the file cannot be
        read, ValueError when it is about something else: nothing may be written to it. A line that
        is damaged is one finding less.
        """
        self.path = path
        self._head = f"{_NAME}: {subject}"
        self._bounds: dict[_Words, tuple[int, int]] = {}
        self._at_once: dict[_Words, bool] = {}
        self._beginning = ""
        self._beginning = _line(self._head)
        # A program that was killed, or a full disk, may have left a file with nothing in it.
        if path.exists() and path.stat().st_size:
            self._read()

    def bounds(self, position: KalahPosition) -> tuple[int, int]:
        """Return the lowest and the highest value that a position can still have."""
        low, high = position.bounds()
        known = self._bounds.get((position.own, position.opp))
        if known is None:
            return low, high
        return max(low, position.lead + known[0]), min(high, position.lead + known[1])

    def take_bounds(self, position: KalahPosition, low: int, high: int) -> None:
        """Keep bounds of a position's value; OSError when the file cannot be written."""
        gains = low - position.lead, high - position.lead
        self._bounds[position.own, position.opp] = gains
        self._add(_BOUNDS, position, gains)

    def at_once(self, position: KalahPosition) -> bool | None:
        """Tell whether a player reads a position out at once; None when nobody has looked."""
        return self._at_once.get((position.own, position.opp))

    def take_at_once(self, position: KalahPosition, at_once: bool) -> None:
        """Keep whether a player reads a position out at once; OSError as above."""
        self._at_once[position.own, position.opp] = at_once
        self._add(_AT_ONCE if at_once else _LATER, position, ())

    def _add(self, kind: str, position: KalahPosition, numbers: tuple[int, ...]) -> None:
        words = (kind, f"{position.own:x}", f"{position.opp:x}", *map(str, numbers))
        with self.path.open("a", encoding="ascii") as file:
            file.write(self._beginning + _line(" ".join(words)))
        self._beginning = ""

    def _read(self) -> None:
        text = self.path.read_text(encoding="ascii", errors="replace")
        # A program that was killed while it wrote may have left half a line.
        self._beginning = "" if text.endswith("\n") else "\n"
        head, *lines = text.splitlines() or [""]
        if head != _line(self._head).rstrip("\n"):
            raise ValueError("it holds something else than what is proven for this book")
        for line in lines:
            said, _, checksum = line.rpartition(" #")
            if said and checksum == _checksum(said):
                self._take(*said.split())

    def _take(self, kind: str, own: str, opp: str, *numbers: str) -> None:
        words = int(own, 16), int(opp, 16)
        if kind == _BOUNDS:
            low, high = map(int, numbers)
            self._bounds[words] = low, high
        else:
            self._at_once[words] = kind == _AT_ONCE


def _line(text: str) -> str:
    return f"{text} #{_checksum(text)}\n"


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode('ascii', 'replace')):08x}"
