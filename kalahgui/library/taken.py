"""Games from elsewhere as matches to be kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from kalahgui.library.formats import WrittenGame
from kalahgui.library.saved import StoredMatch, now

DATE = "Date"


def taken(written: WrittenGame) -> StoredMatch:
    """Return a game as a match that was never written; it was begun on its date, if it has one."""
    return StoredMatch(written.match, begun=_begun(written.tags), tags=dict(written.tags))


def written_of(stored: StoredMatch) -> WrittenGame:
    """Return a match with its tags; without a date of its own it has that of its beginning."""
    date = stored.begun[:10].replace("-", ".")
    return WrittenGame(stored.match, {**stored.tags, DATE: stored.tags.get(DATE, date)})


def _begun(tags: Mapping[str, str]) -> str:
    found = re.match(r"([0-9]{4})(?:[-./]([0-9]{1,2})[-./]([0-9]{1,2}))?", tags.get(DATE, ""))
    if found is None:
        return now()
    year, month, day = (int(part or 1) for part in found.groups())
    try:
        return datetime(year, month, day, tzinfo=UTC).isoformat(timespec="milliseconds")
    except ValueError:  # there is no such day
        return now()
