"""What a published table is, and the runner that reproduces one.

A table is a list of cells and a function that measures one. A cell holds the right figures and
what the article prints, which differs where the article has a misprint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kalahgui.core.search import StopWord

Figures = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """One measurement: its case, the right figures, and those that the article prints."""

    case: Any
    right: Figures
    published: Figures

    @property
    def corrected(self) -> Figures | None:
        """Return the right figures in place of the printed ones; None when they agree."""
        figures = {name: self.right[name] for name in self.published}
        return None if figures == self.published else figures


def same(measured: Figures, right: Figures) -> bool:
    """Tell whether all right figures were measured."""
    return all(measured[name] == value for name, value in right.items())


@dataclass(frozen=True)
class PublishedTable:
    """A table: its name, what it shows, its cells and how one is measured.

    In a table of ``chance`` the published figures come from random games: what is measured stands
    beside them with its standard error, and neither matches nor differs.
    """

    name: str
    title: str
    cells: tuple[Cell, ...]
    measure: Callable[[Any, StopWord], Figures] = field(repr=False)
    chance: bool = False

    @property
    def names(self) -> list[str]:
        """Return the names of all figures that some cell has."""
        return list(dict.fromkeys(name for cell in self.cells for name in cell.right))


def reproduce(table: PublishedTable, stop: StopWord | None = None) -> Iterator[Figures]:
    """Measure the cells of a table one by one; ends early when ``stop`` is raised."""
    stop = StopWord() if stop is None else stop
    for cell in table.cells:
        measured = table.measure(cell.case, stop)
        if stop.raised:
            return
        yield {
            "table": table.name,
            "case": cell.case,
            **measured,
            "published": cell.published,
            "corrected": cell.corrected,
            "matches": None if table.chance else same(measured, cell.right),
        }
