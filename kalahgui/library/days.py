"""The player's time and day at a moment that is stored.

A clock's time without a zone is the system's local time, as everywhere in Python. So is a zone of
None here: what the system's zone was at that very moment counts, in summer as in winter.
"""

from __future__ import annotations

import re
from datetime import date, datetime, tzinfo

_FIRST_YEAR = 1000  # what is older is no day of a game
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_day(moment: str) -> bool:
    """Tell whether a moment is a day alone, which is the same in every zone."""
    return _DAY.fullmatch(moment) is not None


def local_time(moment: str, zone: tzinfo | None = None) -> datetime | None:
    """Return the local time at a moment (ISO 8601); None where that is none."""
    try:
        return datetime.fromisoformat(moment).astimezone(zone)
    except (ValueError, OverflowError, OSError):
        return None


def day_of(moment: str, zone: tzinfo | None = None) -> date | None:
    """Return the player's day at a moment; None where no day is known."""
    try:
        day = date.fromisoformat(moment) if is_day(moment) else None
    except ValueError:  # there is no such day
        return None
    if day is None:
        time = local_time(moment, zone)
        day = None if time is None else time.date()
    return day if day is not None and day.year >= _FIRST_YEAR else None
