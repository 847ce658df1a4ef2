"""The stones of a draft, each by its number, so that a blue stone stays blue while one edits."""

from __future__ import annotations

from collections.abc import Sequence


class LaidStones:
    """The numbers of the stones in every cell; they follow the counts of a draft."""

    def __init__(self) -> None:
        self.cells: list[list[int]] = []
        self._spare: list[int] = []
        self._next = 0

    def follow(self, counts: Sequence[int]) -> None:
        """Have so many stones in the cells; one that leaves a cell goes into another first."""
        if len(counts) != len(self.cells):
            self.cells, self._spare, self._next = [[] for _ in counts], [], 0
        moved: list[int] = []
        for held, count in zip(self.cells, counts, strict=True):
            moved += held[count:]
            del held[count:]
        for held, count in zip(self.cells, counts, strict=True):
            while len(held) < count:
                held.append(moved.pop() if moved else self._new())
        self._spare += moved

    def _new(self) -> int:
        if self._spare:
            return self._spare.pop()
        self._next += 1
        return self._next - 1
