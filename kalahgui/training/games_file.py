"""Games to learn from, kept in a file: a line a game, written as the game ends.

A line says which round the game is of, its number, its positions and a checksum. A round's key
stands for all that its games follow from, so games of another seed or board, or of a first fit of
other games, stay in the file and harm nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

from kalahgui.training.learning import Sample

SUFFIX = ".games"
_BEGINNING = "game "


class GamesFile:
    """The games that were played so far."""

    def __init__(self, path: Path) -> None:
        """Read what the file holds, if there is one.

        OSError when it cannot be read, ValueError when it holds something else than games: nothing
        may be written to it. A line that is damaged is one game less.
        """
        self.path = path
        self._rounds: dict[str, dict[int, str]] = {}
        self._whole_lines = True
        if path.exists():
            self._read(path)

    def of(self, key: str, games: int) -> dict[int, list[Sample]]:
        """Return the games of a round with numbers below ``games``, in the order of these."""
        kept = self._rounds.get(key, {})
        return {number: _samples(kept[number]) for number in sorted(kept) if number < games}

    @property
    def empty(self) -> bool:
        """Tell whether no game is kept."""
        return not self._rounds

    def numbers(self, key: str) -> set[int]:
        """Return the numbers of the games of a round."""
        return set(self._rounds.get(key, {}))

    def add(self, key: str, number: int, samples: Sequence[Sample]) -> None:
        """Keep a game; OSError when the file cannot be written."""
        told = " ".join(f"{own:x}:{opp:x}:{label}" for own, opp, label in samples)
        text = f"{_BEGINNING}{key} {number} {told}"
        with self.path.open("a", encoding="ascii") as file:
            # A program that was killed while it wrote may have left half a line.
            file.write(("" if self._whole_lines else "\n") + f"{text} #{_checksum(text)}\n")
        self._whole_lines = True
        self._rounds.setdefault(key, {})[number] = told

    def _read(self, path: Path) -> None:
        text = path.read_text(encoding="ascii", errors="replace")
        self._whole_lines = text.endswith("\n") or not text
        lines = [line for line in text.splitlines() if line.strip()]
        if lines and not any(line.startswith(_BEGINNING) for line in lines):
            raise ValueError("it holds something else than games to learn from")
        for line in lines:
            text, _, checksum = line.rpartition(" #")
            if text.startswith(_BEGINNING) and checksum == _checksum(text):
                key, number, told = text.removeprefix(_BEGINNING).split(" ", 2)
                self._rounds.setdefault(key, {})[int(number)] = told


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode('ascii', 'replace')):08x}"


def _samples(told: str) -> list[Sample]:
    samples = []
    for word in told.split():
        own, opp, label = word.split(":")
        samples.append(Sample(int(own, 16), int(opp, 16), int(label)))
    return samples
