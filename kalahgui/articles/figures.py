"""The figures of an article that stand among its words: bars, trees and boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kalahgui.articles.classics import Classic
from kalahgui.articles.published import PublishedTable


@dataclass(frozen=True)
class Bars:
    """Bars below each other, each with what it stands for and its number.

    ``what`` is the key of their caption. Numbers are counts, or shares in ``percent``.
    """

    what: str
    bars: tuple[tuple[str, float], ...]
    percent: bool = False

    @property
    def most(self) -> float:
        """Return the number that a bar as wide as can be stands for."""
        return 100.0 if self.percent else max(number for _, number in self.bars)


@dataclass(frozen=True)
class TreeFigure:
    """A tree of an article with its values; ``pruned`` shows what alpha-beta leaves out."""

    classic: Classic
    pruned: bool = False


NUMBERS, WEIGHTS, VALUES = "numbers", "weights", "values"


@dataclass(frozen=True)
class BoardFigure:
    """A board after some moves, and what is written on it.

    That are the article's numbers of the cells, the values of the squares, or what every move is
    worth with best play.
    """

    game: str
    variant: str
    shows: str
    moves: str = ""


Figure = Bars | TreeFigure


def right(table: PublishedTable, case: Any, name: str) -> Any:
    """Return the right figure of a case of a table."""
    return next(cell.right[name] for cell in table.cells if cell.case == case)
