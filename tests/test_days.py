"""The player's day and time at every moment, in summer and in winter, wherever the player is."""

import random
import time
from dataclasses import asdict
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from kalahgui.games import GAMES
from kalahgui.gui.screens.library.backups import kept_backups
from kalahgui.gui.screens.library.wording import found_by, period_words, plain
from kalahgui.gui.services.day_words import when_words
from kalahgui.gui.services.navigation import MainScreen
from kalahgui.learning import mistakes
from kalahgui.learning.puzzle_run import History, PuzzleRun
from kalahgui.library import learnt
from kalahgui.library.days import day_of, local_time
from kalahgui.library.formats import read, text_of
from kalahgui.library.formats.found import taken, written_of
from kalahgui.library.listing import MatchRow
from kalahgui.library.saved import StoredMatch, record_of
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player
from kalahgui.words import say, spoken

# From 11 hours before UTC to 14 after it; with whole hours, a half and a quarter; half an hour of
# summer time; and one where the clocks are changed at midnight.
ZONES = (
    "Asia/Tokyo",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "America/Havana",
)
SPAN = range(1_000_000_000, 2_000_000_000)  # seconds since 1970: 2001 to 2033


@pytest.fixture(params=ZONES)
def zone(request, monkeypatch):
    """Live in a zone, and return its rules."""
    if not hasattr(time, "tzset"):
        pytest.skip("the system's time zone cannot be changed")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield ZoneInfo(request.param)
    time.tzset()


def stored(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def changes(zone: ZoneInfo) -> list[datetime]:
    """Return the moments at which the clocks are changed from 2020 on, there and back."""
    hour, times = timedelta(hours=1), []
    here = datetime(2020, 1, 1, tzinfo=UTC)
    while here.year < 2022:
        if here.astimezone(zone).utcoffset() != (here + hour).astimezone(zone).utcoffset():
            times.append(here + hour)
        here += hour
    return times


def moments(zone: ZoneInfo) -> list[datetime]:
    """Return random moments, those around changes of the clocks, and those around midnights."""
    chance = random.Random(1)
    times = [datetime.fromtimestamp(chance.choice(SPAN), UTC) for _ in range(examples(200))]
    steps = [timedelta(minutes=minutes) for minutes in range(-120, 121, 30)]
    times += [at + step for at in changes(zone) for step in steps]
    for month in range(1, 13):
        midnight = datetime(2026, month, 1, tzinfo=zone).astimezone(UTC)
        times += [midnight, midnight - timedelta(milliseconds=1)]
    return times


def test_every_moment_has_the_time_and_day_of_its_own_season(zone):
    for moment in moments(zone):
        here = moment.astimezone(zone)
        for rules in (None, zone):
            local = local_time(stored(moment), rules)
            assert local.isoformat() == here.isoformat()
            assert day_of(stored(moment), rules) == here.date()
    for day in ("2026-01-01", "2026-07-31"):
        assert {str(day_of(day, rules)) for rules in (None, zone, UTC)} == {day}, "alone"


@pytest.mark.few(6)
@pytest.mark.parametrize("season", [1, 7])
def test_all_that_tells_of_a_game_tells_the_day_on_which_it_was_played(zone, season):
    """From the summer as from the winter, and at hours that are of another day by UTC."""
    now = datetime(2036, season, 15, 12)
    for moment in moments(zone):
        here = moment.astimezone(zone)
        game = begun_at(moment)
        assert f'[Date "{here:%Y.%m.%d}"]' in text_of(written_of(game))
        whole = say(f"when_month_{here.month}", day=here.day)
        assert when_words(game.begun, now) == say("when_year", date=whole, year=str(here.year))
        row = row_of(game)
        assert f"{here:%Y-%m-%d}" in found_by(row, now)
        assert plain(when_words(game.begun, now)) in found_by(row, now)
        assert whole in period_words(game.begun, game.begun, None)


def begun_at(moment: datetime) -> StoredMatch:
    match = Match(GAMES["kalah"], "6x4", (), (Player(), Player()))
    match.play(1)
    return StoredMatch(match, begun=stored(moment))


def row_of(game: StoredMatch) -> MatchRow:
    """Return what a list says of a game that was saved when it was begun."""
    known = asdict(record_of(game)) | {"id": 1, "saved": game.begun}
    known |= {"name": "", "starred": 0, "plies": 1}
    names = [*MatchRow._fields[: MatchRow._fields.index("complete")]]
    return MatchRow(**{name: known[name] for name in names})


def test_of_today_and_yesterday_the_hour_is_told_at_which_it_was(zone):
    for change in changes(zone):
        for minutes in range(-150, 151, 30):
            moment = change + timedelta(minutes=minutes)
            here = moment.astimezone(zone)
            for days, key in ((0, "when_today"), (1, "when_yesterday")):
                now = (here + timedelta(days)).replace(hour=23, minute=59, tzinfo=None)
                assert when_words(stored(moment), now) == say(key, time=f"{here:%H:%M}")


def test_a_game_that_goes_out_and_comes_in_is_of_the_same_day(zone):
    for moment in moments(zone):
        (written,) = read(text_of(written_of(begun_at(moment))).encode()).games
        assert day_of(taken(written).begun) == moment.astimezone(zone).date()


@pytest.mark.few(6)
@pytest.mark.parametrize("by_system", [True, False])
def test_a_mistake_is_asked_again_on_the_next_day_however_long_the_day_is(zone, by_system):
    exercise = mistakes_of(Store())
    for change in [*changes(zone), datetime(2026, 5, 5, tzinfo=UTC)]:
        here = change.astimezone(zone)
        for days in (-1, 0, 1):
            for hour in (0, 1, 12, 23):
                at = here.replace(hour=hour, minute=30) + timedelta(days)
                at = at.replace(tzinfo=None) if by_system else at
                if at.astimezone(UTC).astimezone(zone).hour != hour:
                    continue  # the clocks leave this hour out
                store = Store()
                assert learnt.add_exercise(store, mistakes.graded(exercise, False, at))
                for ahead, known in ((0, False), (1, True)):
                    day = at + timedelta(ahead)
                    for looked in (day.replace(hour=3), day.replace(hour=23, minute=59)):
                        assert bool(mistakes.due(store, looked)) is known, (at, looked)
                store.close()


def mistakes_of(store: Store) -> learnt.StoredExercise:
    from test_mistakes import AT, lose

    lose(store, "tictactoe")
    first = mistakes.due(store, AT)[0]
    store.close()
    return first


def test_the_puzzle_of_the_day_changes_at_the_players_midnight(zone):
    for change in [*changes(zone), datetime(2026, 5, 5, 12, tzinfo=UTC)]:
        day = change.astimezone(zone).date()
        midnight = datetime(day.year, day.month, day.day, tzinfo=zone)
        for moment in (midnight - timedelta(minutes=1), midnight, midnight + timedelta(hours=20)):
            clock = datetime.fromtimestamp(moment.timestamp())
            run = PuzzleRun(
                GAMES["kalah"], "6x6", "today", "", History([]), print, lambda clock=clock: clock
            )
            assert run.day == moment.astimezone(UTC).astimezone(zone).date()


@pytest.mark.few(2)
def test_the_window_lives_by_the_zone_of_the_system(zone, window):
    assert abs(window.services.clock().astimezone(UTC) - datetime.now(UTC)) < timedelta(minutes=1)
    for month in (1, 7):
        moment = datetime(2026, month, 15, 20, tzinfo=UTC)
        local = local_time(stored(moment), window.services.clock().tzinfo)
        assert local.isoformat() == moment.astimezone(zone).isoformat()
    here = datetime(2026, 7, 1, 23, 30) if zone.key.startswith("America") else datetime(2026, 7, 2)
    window.services.clock = lambda: here
    screen = window.start("kalah")
    window.move(0)
    window.app.store.change("UPDATE matches SET begun = ?1, saved = ?1", stored(here))
    window.app.open(MainScreen.LIBRARY)
    window.settle()
    assert say("when_today", time=f"{here:%H:%M}") in window.says()
    window.app.screen.look_for(f"{here:%Y-%m-%d}")
    window.settle()
    assert len(window.app.screen.games.shown) == 1
    window.app.screen.backups.back_up()
    window.wait_for(lambda: not window.services.background_jobs.busy)
    (path,) = kept_backups()
    assert f"{here:%Y-%m-%d}" in path.name
    assert screen is not window.app.screen


DAMAGED = st.from_regex(r"[0-9]{4}(-[0-9]{2}){0,2}(T[0-9]{2}:[0-9]{2}([+-][0-9]{2}:00|Z)?)?\Z")


@given(
    moment=st.text() | DAMAGED | st.sampled_from(("0001-01-01T00:00", "9999-12-31T23:59:59Z")),
    hours=st.sampled_from((-23, 0, 9, 23)),
)
def test_whatever_is_stored_is_a_day_or_none(moment, hours):
    zone = timezone(timedelta(hours=hours))
    for rules in (None, zone):
        day = day_of(moment, rules)
        assert day is None or day.year >= 1000
    with spoken("en"):
        assert isinstance(when_words(moment, datetime(2026, 11, 22, tzinfo=zone)), str)
