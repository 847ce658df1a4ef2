"""Days and times as one says them."""

from __future__ import annotations

from datetime import datetime

from kalahgui.gui.kit.words import say


def when_words(moment: str, now: datetime) -> str:
    """Say when a moment was (ISO 8601), seen from now and in its time zone; empty for no moment."""
    try:
        then = datetime.fromisoformat(moment).astimezone(now.tzinfo)
    except ValueError:
        return ""
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return say("when_today" if days == 0 else "when_yesterday", time=f"{then:%H:%M}")
    words = say(f"when_month_{then.month}", day=then.day)
    return words if then.year == now.year else say("when_year", date=words, year=then.year)
