"""Which sections the panel has room for, the most important ones first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

FEWEST_ROWS = 5  # of moves, whatever else is shown


class Wanted(NamedTuple):
    """A section that is wanted: its height, and the one it has when it tells less.

    ``short`` is 0 where it goes altogether; all in units of the layout.
    """

    name: str
    height: float
    short: float


@dataclass(frozen=True)
class Planned:
    """A section with its place: how far its top lies above the panel's foot."""

    name: str
    top: float
    height: float
    short: bool


def plan(room: float, least: float, wanted: list[Wanted]) -> list[Planned]:
    """Place sections from the foot of the panel up, the last one at the foot.

    Of the ``room`` the moves keep ``least``. Sections give way in turn, the last one first, until
    all fit.
    """
    heights = {each.name: each.height for each in wanted}
    for each in reversed(wanted):
        if sum(heights.values()) <= room - least:
            break
        heights[each.name] = each.short
    planned = []
    top = 0.0
    for each in reversed(wanted):
        height = heights[each.name]
        if height:
            top += height
            planned.append(Planned(each.name, top, height, height != each.height))
    return planned[::-1]
