"""Days and months as one says them, seen from now."""

from __future__ import annotations

import re
from datetime import datetime

from kalahgui.library.days import day_of, is_day, local_time
from kalahgui.words import say

# Of a game from elsewhere no more may be known.
_MONTH = re.compile(r"([1-9][0-9]{3})(?:-(0[1-9]|1[0-2]))?")


def when_words(moment: str, now: datetime) -> str:
    """Say when a moment was (ISO 8601), seen from now and in its time zone; empty for no moment.

    A moment may be a day, a month or a year alone, which are said as they are.
    """
    day = day_of(moment, now.tzinfo)
    if day is None:
        return month_words(moment)
    days = (now.date() - day).days
    then = None if is_day(moment) else local_time(moment, now.tzinfo)
    if then is not None and days in (0, 1):
        return say("when_today" if days == 0 else "when_yesterday", time=f"{then:%H:%M}")
    words = say(f"when_month_{day.month}", day=day.day)
    return words if day.year == now.year else say("when_year", date=words, year=str(day.year))


def month_words(moment: str) -> str:
    """Say a month or a year of which no day is known; empty for anything else."""
    matched = _MONTH.fullmatch(moment)
    if matched is None:
        return ""
    year, month = matched.groups()
    if month is None:
        return say("when_year_alone", year=year)
    return say("when_year", date=say(f"library_month_{int(month)}"), year=year)
