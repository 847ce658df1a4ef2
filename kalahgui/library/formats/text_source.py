"""A text that comes in parts, however long: looked ahead into, then taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol


class Reads(Protocol):
    """A file, as far as it is only read."""

    def read(self, length: int, /) -> bytes:
        """Return so many bytes, less at the end."""


LONGEST_PART = 1 << 22  # signs; of a longer line or game the rest is passed over


class TextSource:
    """A text of which only what is being read is in memory."""

    def __init__(self, parts: Iterable[str]) -> None:
        self._parts = iter(parts)
        self._held = ""
        self._ended = False

    def ahead(self, length: int) -> str:
        """Return the text from here on, at most so many signs, without taking them."""
        while len(self._held) < length and self._fetch():
            pass
        return self._held[:length]

    def _fetch(self) -> bool:
        """Hold one part more; return False at the end."""
        if not self._ended:
            part = next(self._parts, None)
            self._ended = part is None
            self._held += part or ""
        return not self._ended

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines with their numbers, from 1; of one without end only the beginning."""
        number, cut = 0, False
        while self._held or not self._ended:
            *lines, self._held = self._held.split("\n")
            for line in lines:
                number += 1
                if not cut:
                    yield number, line
                cut = False
            if len(self._held) > LONGEST_PART:
                if not cut:
                    yield number + 1, self._held
                self._held, cut = "", True
            if not self._fetch():
                break
        if self._held and not cut:
            yield number + 1, self._held
        self._held = ""

    def parts(self, begin: re.Pattern[str], most: int) -> Iterator[str]:
        """Yield what stands behind each match of a pattern, up to the next match.

        A match is at most so many signs long.
        """
        inside = cut = False
        while True:
            at = 0
            for matched in begin.finditer(self._held):
                if inside and not cut:
                    yield self._held[at : matched.start()]
                inside, cut, at = True, False, matched.end()
            self._held = self._held[at:] if inside else self._held[-2 * most :]
            if self._ended:
                break
            if len(self._held) > LONGEST_PART:
                if not cut:
                    yield self._held
                self._held, cut = self._held[-2 * most :], True
            length = len(self._held)
            while len(self._held) < 2 * length and self._fetch():
                pass
            self._fetch()
        if inside and not cut:
            yield self._held
        self._held = ""
