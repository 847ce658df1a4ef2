"""Whose mistakes are gone through, and which moves of a line are mistakes."""

from __future__ import annotations

from collections.abc import Iterable

from kalahgui.match.match import Match
from kalahgui.review.kinds import is_mistake
from kalahgui.review.rows import Row


def reviewed_seats(match: Match) -> tuple[int, ...]:
    """Return whose mistakes are looked for: those of the persons, without any everybody's."""
    return tuple(seat for seat in (0, 1) if match.players[seat].person) or (0, 1)


def mistakes_in(match: Match, rows: Iterable[Row]) -> list[Row]:
    """Return the rows of moves that are mistakes of somebody whose mistakes are looked for."""
    seats = reviewed_seats(match)
    return [row for row in rows if row.seat in seats and is_mistake(row.kind)]
