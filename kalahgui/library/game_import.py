"""Games from elsewhere as matches to be kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from kalahgui.library.formats import WrittenGame
from kalahgui.library.saved import StoredMatch, now

DATE = "Date"
# Of a day that is not known there may be question marks, or nothing. Earlier years are none, and
# neither are the first figures of a longer number.
_DATE = re.compile(r"([1-9][0-9]{3})(?:[-./]([0-9]{1,2})(?:[-./]([0-9]{1,2}))?)?(?![0-9])")
_LENGTHS = {1: len("2001"), 2: len("2001-02"), 3: len("2001-02-03")}


def taken(written: WrittenGame) -> StoredMatch:
    """Return a game as a match that was never written; it was begun on its date, if it has one.

    Where only a month or a year is known, it was begun then, and nobody makes a day up.
    """
    return StoredMatch(written.match, begun=_begun(written.tags), tags=dict(written.tags))


def written_of(stored: StoredMatch) -> WrittenGame:
    """Return a match with its tags; without a date of its own it has that of its beginning."""
    date = stored.begun[:10].replace("-", ".")
    return WrittenGame(stored.match, {**stored.tags, DATE: stored.tags.get(DATE, date)})


def _begun(tags: Mapping[str, str]) -> str:
    found = _DATE.match(tags.get(DATE, ""))
    if found is None:
        return now()
    known = [int(part) for part in found.groups() if part]
    try:
        day = date(*known, *[1] * (3 - len(known)))
    except ValueError:  # there is no such day
        return now()
    return day.isoformat()[: _LENGTHS[len(known)]]
