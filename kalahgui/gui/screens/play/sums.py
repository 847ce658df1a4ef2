"""What the computers' searches took in a whole game, below each other in a narrow place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kalahgui.gui.paint import theme
from kalahgui.gui.services import naming
from kalahgui.gui.services.words import say
from kalahgui.gui.widgets.screen import Screen
from kalahgui.match.match import Match
from kalahgui.match.search_statistics import SearchTotals

_LEADING = 1.6  # of the size of the letters
_GAP = 6  # between two players, in units of the layout


class GameSums:
    """The sums of the computers of a match that is over; nothing where only persons play."""

    def __init__(self, match: Match) -> None:
        seats = [seat for seat, player in enumerate(match.players) if not player.person]
        self._players = [
            _Table.of(naming.player_name(match, seat), match.search_totals_of(seat))
            for seat in seats
        ]
        self._players = [table for table in self._players if table.rows]
        self._all = list(self._players)
        if len(self._players) > 1:
            self._all.append(_Table.of(say("both_players"), match.search_totals_of(*seats)))

    def fitting(self, screen: Screen, height: int) -> list[_Table]:
        """Return the tables that fit a height: all, those of the players, the last, or none."""
        for tables in (self._all, self._players, self._all[-1:]):
            if self.height(screen, tables) <= height:
                return tables
        return []

    def height(self, screen: Screen, tables: Sequence[_Table] | None = None) -> int:
        """Return the height that tables need (default: all), in pixels."""
        tables = self._all if tables is None else tables
        rows = sum(1 + len(table.rows) for table in tables) + _some_unknown(tables)
        gaps = max(0, len(tables) - 1)
        return rows * _row(screen) + gaps * screen.scale.px(_GAP)

    def draw(self, surface: pygame.Surface, screen: Screen, place: pygame.Rect) -> None:
        """Draw the tables that fit a place, from its top."""
        size, palette, row = screen.scale.small, screen.palette, _row(screen)
        tables = self.fitting(screen, place.height)
        y = place.y + row // 2
        for table in tables:
            name = theme.fit(table.name, size, place.width, True)
            theme.write(surface, name, (place.x, y), size, palette.ink, True, "midleft")
            y += row
            for label, value in table.rows:
                theme.write(surface, label, (place.x, y), size, palette.quiet, anchor="midleft")
                at = (place.right, y)
                theme.write(surface, value, at, size, palette.ink, anchor="midright")
                y += row
            y += screen.scale.px(_GAP)
        if _some_unknown(tables):
            at = (place.right, y - screen.scale.px(_GAP))
            theme.write(surface, say("at_least"), at, size, palette.quiet, anchor="midright")


@dataclass(frozen=True)
class _Table:
    """What some searches took: rows of a label and a sum; what nobody counted has no row."""

    name: str
    rows: Sequence[tuple[str, str]]
    whole: bool

    @classmethod
    def of(cls, name: str, totals: SearchTotals) -> _Table:
        rows = [
            (say("evaluations"), naming.sum_words(totals.evaluations)),
            (say("nodes"), naming.sum_words(totals.nodes)),
            (say("time_taken"), naming.sum_words(totals.seconds, naming.seconds_words)),
        ]
        unknown = naming.count_words(None)
        known = [row for row in rows if row[1] != unknown]
        return cls(name, known, all(each is None or each.whole for each in totals.columns))


def _some_unknown(tables: Sequence[_Table]) -> bool:
    return not all(table.whole for table in tables)


def _row(screen: Screen) -> int:
    return round(screen.scale.small * _LEADING)
