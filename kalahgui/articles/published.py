"""Published tables: what they are, how they are measured again, and how the figures compare.

A table is a list of cells and a function that measures one. A cell holds the right figures and
what the article prints: something else where it has a misprint, nothing where it is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kalahgui.core.search import StopWord
from kalahgui.games.game import Game, Position
from kalahgui.games.user_error import Message

Figures = dict[str, Any]
# A line as it is played: the game, the position where it begins, and its moves.
Played = tuple[Game[Any], Position, list[int]]


@dataclass(frozen=True)
class Cell:
    """One measurement: its case, the right figures, and those that the article prints.

    A figure without a right one (a time, a chance) stands beside the printed one and is not
    compared. The ``note`` tells what a figure cannot.
    """

    case: Any
    right: Figures
    published: Figures
    note: Message | None = None

    @property
    def corrected(self) -> Figures | None:
        """Return the right figures in place of the printed ones; None when they agree."""
        figures = {
            name: _as_far(self.right[name], printed) if name in self.right else printed
            for name, printed in self.published.items()
        }
        return None if figures == self.published else figures


def _as_far(right: Any, printed: Any) -> Any:
    """Return the right figure as far as it is printed: several named values may be so in part."""
    if isinstance(right, dict) and isinstance(printed, dict):
        return {name: right[name] for name in printed}
    return right


def same(measured: Figures, right: Figures) -> bool:
    """Tell whether all right figures were measured."""
    return all(measured[name] == value for name, value in right.items())


@dataclass(frozen=True)
class PublishedTable:
    """A table: its name, what it shows, its cells and how one is measured.

    In a table of ``chance`` the published figures come from random games: what is measured stands
    beside them with its standard error, and neither matches nor differs. The ``notes`` tell what is
    to be known of the table as it is printed; those that hold for some cells only are in these
    cells, too. Where cells have a line to look at, ``played`` returns its game, its first position
    and its moves.
    """

    name: str
    title: Message
    cells: tuple[Cell, ...]
    measure: Callable[[Any, StopWord], Figures] = field(repr=False)
    chance: bool = False
    notes: tuple[Message, ...] = ()
    played: Callable[[Any, Figures], Played] | None = field(default=None, repr=False)

    @property
    def names(self) -> list[str]:
        """Return the names of all figures that are right or printed in some cell."""
        return list(
            dict.fromkeys(name for cell in self.cells for name in (*cell.right, *cell.published))
        )


def reproduce(table: PublishedTable, stop: StopWord | None = None) -> Iterator[Figures]:
    """Measure the cells of a table one by one; ends early when ``stop`` is raised."""
    stop = StopWord() if stop is None else stop
    for cell in table.cells:
        measured = table.measure(cell.case, stop)
        if stop.raised:
            return
        row = {
            "table": table.name,
            "case": cell.case,
            **measured,
            "published": cell.published,
            "corrected": cell.corrected,
            "matches": None if table.chance else same(measured, cell.right),
        }
        if cell.note:
            row["note"] = str(cell.note)
        yield row


SAME, DIFFERS, UNPUBLISHED = "same", "differs", ""


def judged(cell: Cell, figures: Figures, name: str) -> str:
    """Tell how one figure measured stands to the article: same, differing, or not published.

    What the article misprints is compared with the right figure.
    """
    if name not in cell.right:
        return UNPUBLISHED
    if figures.get(name) != cell.right[name]:
        return DIFFERS
    # A yes or no is what the article says in words.
    said = name in cell.published or isinstance(cell.right[name], bool)
    return SAME if said else UNPUBLISHED


def comparable(cell: Cell) -> bool:
    """Tell whether a cell has a figure that can be compared with the article."""
    return verdict(cell, cell.right) == SAME


def verdict(cell: Cell, figures: Figures) -> str:
    """Tell how all of a cell's figures stand to the article."""
    verdicts = {judged(cell, figures, name) for name in cell.right}
    return next((worst for worst in (DIFFERS, SAME) if worst in verdicts), UNPUBLISHED)


def misprints(cell: Cell) -> list[tuple[str, Any, Any]]:
    """Return the figures that the article misprints: name, as printed, as it should be."""
    corrected = cell.corrected or {}
    return [
        (name, printed, corrected[name])
        for name, printed in cell.published.items()
        if corrected.get(name, printed) != printed
    ]
