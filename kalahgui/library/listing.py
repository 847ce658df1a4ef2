"""The list of all matches: light rows by pages, names, stars and a bin."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from kalahgui.library.rows import note, reader_of
from kalahgui.library.saved import now
from kalahgui.library.store import Store

BIN_TIME = timedelta(days=1)  # a deleted match can be brought back so long


class MatchRow(NamedTuple):
    """What a list says of a match without its moves, and the figures of its review.

    ``plies`` counts the moves of the main line. Without a review ``complete`` and the figures are
    None; ``complete`` tells that every move was judged.
    """

    id: int
    game: str
    variant: str
    rules: str
    start: str
    players: str
    result: str
    begun: str
    saved: str
    revision: int
    name: str
    starred: int
    plies: int
    complete: int | None = None
    first_moves: int | None = None
    first_lost: int | None = None
    first_mistakes: int | None = None
    second_moves: int | None = None
    second_lost: int | None = None
    second_mistakes: int | None = None
    teaching: int = 0

    @property
    def from_file(self) -> bool:
        """Tell whether the match came from elsewhere and was not played on here."""
        return self.saved == self.begun

    @property
    def mistakes(self) -> tuple[int, int]:
        """Return the mistakes of the players seated first and second, 0 without a review."""
        return self.first_mistakes or 0, self.second_mistakes or 0

    @property
    def judged(self) -> int:
        """Return how many moves were judged."""
        return (self.first_moves or 0) + (self.second_moves or 0)


_COUNTED = "1 + length(moves) - length(replace(moves, ' ', ''))"
_SELECT = f"""
    SELECT m.id, m.game, m.variant, m.rules, m.start, m.players, m.result, m.begun, m.saved,
           m.revision, m.name, m.starred, CASE moves WHEN '' THEN 0 ELSE {_COUNTED} END,
           r.complete, r.first_moves, r.first_lost, r.first_mistakes,
           r.second_moves, r.second_lost, r.second_mistakes, m.teaching
    FROM matches m LEFT JOIN reviews r INDEXED BY reviews_at_a_glance ON r.match = m.id
"""
_LATER = "AND (m.saved, m.id) < (?, ?)"
_PLIES = MatchRow._fields.index("plies")
_FIGURES = MatchRow._fields[_PLIES + 1 : -1]
_read_match = reader_of("matches", (*MatchRow._fields[:_PLIES], MatchRow._fields[-1]))
_read_figures = reader_of("reviews", _FIGURES)


def page(store: Store, most: int, after: MatchRow | None = None) -> list[MatchRow]:
    """Return so many matches, the one saved last first, that come after another one."""
    later, values = ("", ()) if after is None else (_LATER, store.place_of(after.id, after.saved))
    return _rows(store, f"{later} ORDER BY m.saved DESC, m.id DESC LIMIT ?", *values, most)


def finished(store: Store, game: str, variant: str) -> list[MatchRow]:
    """Return the matches on a board that have a result, the one begun last first."""
    which = "AND m.game = ? AND m.variant = ? AND m.result != ''"
    return _rows(store, f"{which} ORDER BY m.begun DESC, m.id DESC", game, variant)


def has_matches(store: Store, game: str) -> bool:
    """Tell whether there is a match of a game."""
    return bool(store.rows("SELECT 1 FROM matches WHERE game = ? LIMIT 1", game))


def row_of(store: Store, identifier: int) -> MatchRow | None:
    """Return one match; None when it is not there or in the bin."""
    return next(iter(_rows(store, "AND m.id = ?", identifier)), None)


def _rows(store: Store, rest: str, *values: object) -> list[MatchRow]:
    rows = store.rows(f"{_SELECT} WHERE deleted = '' {rest}", *values)
    return [MatchRow._make(map(_shared, _read(row))) for row in rows]


def _read(row: Sequence[Any]) -> list[Any]:
    """Read the columns of a row; one whose review makes no sense has none."""
    *of_match, plies = row[: _PLIES + 1]
    *figures, teaching = row[_PLIES + 1 :]
    *of_match, teaching = _read_match((*of_match, teaching))
    if figures[0] is not None:
        try:
            figures = _read_figures(figures)
        except ValueError:
            note("reviews")
            figures = [None] * len(figures)
    return [*of_match, plies, *figures, teaching]


def _shared(value: object) -> object:
    """Return a value, one text for all that are the same: thousands of rows have few of them."""
    return sys.intern(value) if type(value) is str else value


def rename(store: Store, identifier: int, name: str) -> bool:
    """Give a match a name, or none; return whether it was there."""
    return bool(store.change("UPDATE matches SET name = ? WHERE id = ?", name, identifier))


def star(store: Store, identifier: int, starred: bool) -> bool:
    """Mark a match as one to keep, or not any more; return whether it was there."""
    statement = "UPDATE matches SET starred = ? WHERE id = ?"
    return bool(store.change(statement, int(starred), identifier))


# -- the bin


def discard(store: Store, identifier: int, moment: str = "") -> bool:
    """Put a match into the bin; return whether it was there and not in it yet."""
    statement = "UPDATE matches SET deleted = ? WHERE id = ? AND deleted = ''"
    return bool(store.change(statement, moment or now(), identifier))


def discarded(store: Store) -> list[int]:
    """Return the matches in the bin, the one put there last first."""
    rows = store.rows("SELECT id FROM matches WHERE deleted != '' ORDER BY deleted DESC, id DESC")
    return [identifier for (identifier,) in rows]


def bring_back(store: Store, identifier: int) -> bool:
    """Take a match out of the bin; return whether it was there."""
    statement = "UPDATE matches SET deleted = '' WHERE id = ? AND deleted != ''"
    return bool(store.change(statement, identifier))


# The setting with the moment at which each match was found to be over its time first.
_OVER = "bin_over"


def empty_bin(store: Store, moment: datetime | None = None) -> int:
    """Forget what was found to be over BIN_TIME in the bin BIN_TIME ago; return how many matches.

    A clock may be wrong when a match is deleted, or when the bin is looked at. Two looks that are
    BIN_TIME apart have to find the match over its time, so that one wrong clock loses nothing: the
    time between two looks is right also by a clock that is wrong. A look that lies ahead was by a
    wrong clock, and this one comes in its place.
    """
    here = (moment or datetime.now(UTC)).astimezone(UTC)
    now, before = here.isoformat(), (here - BIN_TIME).isoformat()
    rows = store.rows("SELECT id FROM matches WHERE deleted != '' AND deleted < ?", before)
    known = store.get_setting(_OVER)
    known = known if isinstance(known, dict) else {}
    over = {
        str(identifier): min(str(known.get(str(identifier), now)), now) for (identifier,) in rows
    }
    gone = [identifier for identifier, first in over.items() if first < before]
    kept = {identifier: first for identifier, first in over.items() if first >= before}
    if kept != known:
        store.set_setting(_OVER, kept)
    statement = "DELETE FROM matches WHERE id = ? AND deleted != ''"
    return sum(store.change(statement, int(identifier)) for identifier in gone)
