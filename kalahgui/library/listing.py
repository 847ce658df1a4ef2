"""The list of all matches: light rows by pages, names, stars and a bin."""

from __future__ import annotations

import functools
import sys
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from kalahgui.games.plain_text import one_line
from kalahgui.library.saved import now
from kalahgui.library.store import Store

BIN_TIME = timedelta(days=1)  # a deleted match can be brought back so long


class MatchRow(NamedTuple):
    """What a list says of a match without its moves, and the figures of its review.

    ``plies`` counts the moves of the main line. Without a review ``complete`` and the figures are
    None; ``complete`` tells that every move was judged. SQLite may have let anything stand in a
    damaged file: ``is_sound`` tells.
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
_TEXTS = ("game", "variant", "rules", "start", "players", "result", "begun", "saved", "name")


def page(store: Store, most: int, after: MatchRow | None = None) -> list[MatchRow]:
    """Return so many matches, the one saved last first, that come after another one."""
    later, values = ("", ()) if after is None else (_LATER, (after.saved, after.id))
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
    """Return the matches outside the bin that the rest of a query asks for."""
    found = store.rows(f"{_SELECT} WHERE deleted = '' {rest}", *values)
    return [_with_plain_name(MatchRow._make(map(_shared, values))) for values in found]


def _shared(value: object) -> object:
    """Return a value, one text for all that are the same: thousands of rows have few of them."""
    return sys.intern(value) if type(value) is str else value


def _with_plain_name(row: MatchRow) -> MatchRow:
    """Clean a name that an earlier version or a back-up has brought."""
    plain = one_line(row.name) if isinstance(row.name, str) else row.name
    return row if plain == row.name else row._replace(name=plain)


def is_sound(row: MatchRow) -> bool:
    """Tell whether a row has texts and numbers where they belong."""
    return _are_sound(tuple(map(type, row)))


@functools.cache
def _are_sound(types: tuple[type, ...]) -> bool:
    """Tell whether values of these types can stand in a row; thousands of rows have the same."""
    return all(
        each is str if name in _TEXTS else each in (int, type(None))
        for name, each in zip(MatchRow._fields, types, strict=True)
    )


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
    found = store.rows("SELECT id FROM matches WHERE deleted != '' ORDER BY deleted DESC, id DESC")
    return [identifier for (identifier,) in found]


def bring_back(store: Store, identifier: int) -> bool:
    """Take a match out of the bin; return whether it was there."""
    statement = "UPDATE matches SET deleted = '' WHERE id = ? AND deleted != ''"
    return bool(store.change(statement, identifier))


def empty_bin(store: Store, moment: datetime | None = None) -> int:
    """Forget what has been in the bin for BIN_TIME; return how many matches."""
    before = ((moment or datetime.now(UTC)).astimezone(UTC) - BIN_TIME).isoformat()
    return store.change("DELETE FROM matches WHERE deleted != '' AND deleted < ?", before)
