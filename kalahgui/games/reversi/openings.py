"""The openings of the full board that have names, found by position."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping

from kalahgui.assets import asset
from kalahgui.core.reversi import ReversiPosition, squares_in
from kalahgui.games.game import Opening

# The discs of the side to move, and those of the other one.
Words = tuple[int, int]

_WAYS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda row, column: (row, column),
    lambda row, column: (7 - row, column),
    lambda row, column: (row, 7 - column),
    lambda row, column: (7 - row, 7 - column),
    lambda row, column: (column, row),
    lambda row, column: (7 - column, row),
    lambda row, column: (column, 7 - row),
    lambda row, column: (7 - column, 7 - row),
)


def named_openings() -> Iterator[tuple[str, Opening]]:
    """Yield the line of each opening, such as ``f5d6c3d3c4``, with its names."""
    text = asset("games", "reversi", "openings.txt").read_text("utf-8")
    for row in text.splitlines():
        if not row.startswith("#"):
            line, *names = row.split("\t")
            yield line, Opening(len(line) // 2, *names)


def openings_from(start: ReversiPosition, parse: Callable[[str], int]) -> Mapping[Words, Opening]:
    """Return the openings by the positions that they lead to, turned and mirrored in every way."""
    found: dict[Words, Opening] = {}
    for line, opening in named_openings():
        position = start.copy()
        for first in range(0, len(line), 2):
            position.play(parse(line[first : first + 2]))
        for words in _alike(position.own, position.opp):
            found[words] = opening
    return found


def _alike(own: int, opp: int) -> Iterator[Words]:
    for bits in _turned_bits():
        ours, theirs = (sum(bits[square] for square in squares_in(word)) for word in (own, opp))
        yield ours, theirs


@functools.cache
def _turned_bits() -> list[list[int]]:
    """Return the bit of every square of a board that is turned or mirrored, in every way."""
    turned = ((way(*divmod(square, 8)) for square in range(64)) for way in _WAYS)
    return [[1 << 8 * row + column for row, column in squares] for squares in turned]
