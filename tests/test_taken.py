"""When a game from elsewhere was played, as far as that is known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahgui.games import GAMES
from kalahgui.gui.services.words import spoken, when_words
from kalahgui.library.formats import WrittenGame
from kalahgui.library.formats.found import taken, written_of
from kalahgui.match.match import Match, Player


def game_of(date: str) -> WrittenGame:
    match = Match(GAMES["eight"], "8", (), (Player(), Player()))
    return WrittenGame(match, {"Date": date})


@pytest.mark.parametrize(
    ("date", "begun"),
    [
        ("2001.02.03", "2001-02-03"),
        ("2001-2-3", "2001-02-03"),
        ("2001.02.??", "2001-02"),
        ("2001.02", "2001-02"),
        ("2001.??.??", "2001"),
        ("2001.??.03", "2001"),
        ("2001", "2001"),
        ("1000", "1000"),
    ],
)
def test_a_game_was_begun_on_its_date_and_no_day_is_made_up(date, begun):
    stored = taken(game_of(date))
    assert stored.begun == begun
    assert written_of(stored).tags["Date"] == date


@pytest.mark.parametrize(
    "date",
    [
        *("", "????.??.??", "soon", "2001.13.01", "2001.02.31"),
        *("0000", "0999", "0001.01.01", "1071529443"),
    ],
)
def test_a_game_without_a_date_was_begun_now(date):
    begun = datetime.fromisoformat(taken(game_of(date)).begun)
    assert abs((datetime.now(UTC) - begun).total_seconds()) < 60


@given(date=st.dates(min_value=datetime(1000, 1, 1).date()), parts=st.integers(1, 3))
def test_as_much_is_said_as_is_known(date, parts):
    known = date.isoformat().split("-")[:parts]
    written = ".".join(known + ["??"] * (3 - parts))
    with spoken("ja"):
        said = when_words(taken(game_of(written)).begun, datetime(10_000 - 1, 1, 1, tzinfo=UTC))
    units = (f"{date.year} 年", f"{date.month} 月", f"{date.day} 日")
    if date.year == 9999 and parts == 3:
        units = ("", *units[1:])
    assert said == " ".join(filter(None, units[:parts]))


DAMAGED = st.from_regex(r"[0-9]{4}(-[0-9]{2}){0,2}(T[0-9]{2}:[0-9]{2}([+-][0-9]{2}:00)?)?\Z")


@pytest.mark.parametrize("hours", [-23, 0, 23])
@given(moment=st.text() | DAMAGED | st.sampled_from(("0001-01-01T00:00", "9999-12-31T23:59:59Z")))
def test_no_stored_text_is_more_than_no_moment(hours, moment):
    zone = timezone(timedelta(hours=hours))
    with spoken("en"):
        assert isinstance(when_words(moment, datetime(2026, 11, 22, tzinfo=zone)), str)


@pytest.mark.parametrize("moment", ["0001-01-01", "0001-01-01T00:00:00+00:00", "0001-01", "0999"])
def test_days_before_all_games_are_none(moment):
    with spoken("en"):
        assert when_words(moment, datetime(2026, 11, 22, tzinfo=UTC)) == ""
