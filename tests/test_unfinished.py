"""Going on: the card of the newest game, the list of all that are not finished, and dates."""

from datetime import UTC, datetime, timedelta, timezone

import pygame
import pytest
from driver import Driver
from hypothesis import given
from hypothesis import strategies as st

from kalahgui import words
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.elements.cards import Question
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.home.unfinished import UnfinishedGames
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import naming
from kalahgui.gui.services.day_words import when_words
from kalahgui.gui.services.navigation import MainScreen, StoredGame
from kalahgui.library import listing, saved
from kalahgui.library.formats import WrittenGame
from kalahgui.library.formats.found import taken, written_of
from kalahgui.library.saved import StoredMatch
from kalahgui.match.match import Match, Player
from kalahgui.words import say, spoken

# Four moves of the first player, who leads, and three of the second one: 6 is a move again.
BEGUN = "5 3 4 3 6 5 6"
TOKYO = timezone(timedelta(hours=9))
NOW = datetime(2026, 11, 21, 0, 30, tzinfo=TOKYO)


@pytest.mark.parametrize(
    ("moment", "english", "japanese"),
    [
        ("2026-11-20T15:05:00+00:00", "today 00:05", "今日 00:05"),
        ("2026-11-20T14:59:00+00:00", "yesterday 23:59", "昨日 23:59"),
        ("2026-11-19T14:59:00+00:00", "19 November", "11 月 19 日"),
        ("2025-02-03T10:00:00+00:00", "3 February 2025", "2025 年 2 月 3 日"),
        ("2026-12-01T10:00:00+00:00", "1 December", "12 月 1 日"),
        ("2026-11-21", "21 November", "11 月 21 日"),
        ("2025-02-03", "3 February 2025", "2025 年 2 月 3 日"),
        ("2001-02", "February 2001", "2001 年 2 月"),
        ("2001", "2001", "2001 年"),
        ("2026", "2026", "2026 年"),
        ("2001-13", "", ""),
        ("no moment", "", ""),
    ],
)
def test_days_are_said_as_they_are_where_the_player_is(moment, english, japanese):
    for language, said in (("en", english), ("ja", japanese)):
        words.choose(language)
        assert when_words(moment, NOW) == said


def match_of(
    moves: str, *players: Player, game: str = "kalah", variant: str = "6x6", pie: bool = False
) -> Match:
    pair = (players[0], players[1]) if players else (Player(), Player("", Method(level=6)))
    match = Match(GAMES[game], variant, (), pair, pie=pie)
    match.replay_texts(moves.split())
    return match


def keep(window: Driver, *matches: Match) -> None:
    for match in matches:
        window.services.autosave.keep_match(StoredMatch(match))
    window.app.open(MainScreen.HOME)
    window.frames(2)


@pytest.fixture
def at_noon(window, monkeypatch):
    """A window in which every game was kept at noon on the day before."""
    monkeypatch.setattr(saved, "now", lambda: "2026-11-20T03:00:00.000+00:00")
    window.services.clock = lambda: NOW
    return window


def test_the_card_says_level_date_and_who_leads(at_noon):
    keep(at_noon, match_of(BEGUN))
    said = at_noon.says()
    assert "Continue: Kalah 6 × 6, You – Level 6 · Skilled" in said
    assert "move 8 · you lead 4 to 2 · yesterday 12:00" in said
    at_noon.speak("ja")
    said = at_noon.says()
    assert "続き：カラー 6 × 6　あなた対レベル 6 · 中上級" in said
    assert "あなたが 4 対 2 でリード · 昨日 12:00" in said


@pytest.mark.parametrize(
    ("match", "said"),
    [
        (match_of("1 3", Player("Ann"), Player("Bob")), "Ann leads 2 to 0"),
        (match_of("1 3", Player(), Player()), "First player leads 2 to 0"),
        (match_of("b2", Player(), Player(), game="tictactoe", variant="3x3"), ""),
        (match_of("", Player(), Player()), "even, 0 each"),
        (match_of("d3", Player(), Player(), game="reversi", variant="6x6"), "Black leads 4 to 1"),
        (match_of("1 3 swap", Player("Ann"), Player(""), pie=True), "First player leads 2 to 0"),
    ],
    ids=["named", "nameless", "no points", "nobody", "discs", "swapped"],
)
def test_who_leads_is_said_by_name(match, said):
    assert naming.lead_words(match) == said


def listed(window: Driver, count: int) -> UnfinishedGames:
    keep(window, *(match_of(BEGUN) for _ in range(count)))
    window.press(f"Unfinished games ({count})")
    assert isinstance(window.app.screen, UnfinishedGames)
    window.frames(20)
    return window.app.screen


def test_one_game_needs_no_list(window):
    keep(window, match_of(BEGUN))
    assert "Continue" in window.labels()
    assert not any(label.startswith("Unfinished games") for label in window.labels())


def test_a_list_that_another_program_has_shortened_ends_where_it_ends(window):
    keep(window, *(match_of(BEGUN) for _ in range(30)))
    window.press("Unfinished games (30)")
    window.settle()
    screen = window.app.screen
    last = window.services.autosave.unfinished(screen.games[-1])
    for game in last[2:]:
        listing.discard(window.app.store, game.record.id)
    window.key(pygame.K_END)
    window.settle()
    assert (screen.count, screen.chosen, len(screen.games)) == (22, 21, 22)
    window.key(pygame.K_RETURN)
    assert isinstance(window.app.screen, Play)


@pytest.mark.few(1)
@pytest.mark.parametrize("by_key", [True, False])
def test_a_game_is_deleted_after_a_question(window, by_key):
    screen = listed(window, 3)
    first, second, third = screen.games
    if by_key:
        window.key(pygame.K_DOWN)
        window.key(pygame.K_DELETE)
    else:
        bins = [
            element
            for element in screen.controls.root.all
            if element.name == say("home_delete_yes")
        ]
        window.click(bins[1].rect.center)
    assert isinstance(window.app.screen, Question)
    window.press("Keep it")
    assert len(window.services.autosave.unfinished()) == 3
    window.key(pygame.K_DELETE)
    window.press("Delete")
    assert screen.games == [first, third]
    kept = [game.record.id for game in window.services.autosave.unfinished()]
    assert kept == [first.record.id, third.record.id]
    assert listing.discarded(window.app.store) == [second.record.id]
    assert window.services.notices.waiting[0] == say("home_deleted")
    window.app.open(MainScreen.LIBRARY)
    window.settle()
    window.press(say("library_undo"))
    window.app.open(MainScreen.HOME)
    window.frames()
    window.press("Unfinished games (3)")


def test_what_cannot_be_read_is_listed_and_can_be_deleted(window):
    keep(window, match_of(BEGUN), match_of(BEGUN))
    window.app.store.change("UPDATE matches SET moves = '9 9 9' WHERE id = 2")
    window.app.open(MainScreen.HOME)
    window.frames(2)
    assert window.app.screen.unfinished.identifier == 1
    window.press("Unfinished games (2)")
    window.settle()
    assert "This game cannot be read." in window.says()
    window.key(pygame.K_RETURN)
    assert isinstance(window.app.screen, UnfinishedGames)
    for left in (1, 0):
        window.key(pygame.K_DELETE)
        window.press("Delete")
        assert len(window.services.autosave.unfinished()) == left
    assert isinstance(window.app.screen, Home)
    assert window.app.screen.unfinished is None


# -- what is not offered


@pytest.mark.parametrize("by_key", [True, False])
def test_all_are_put_away_and_stay_in_the_library(window, by_key):
    listed(window, 3)
    if by_key:
        window.key(pygame.K_a, "a")
    else:
        window.press(say("home_put_away"))
    assert isinstance(window.app.screen, Home)
    assert window.app.screen.unfinished is None
    assert "Unfinished games" not in window.says()
    assert window.services.notices.waiting[0] == say("home_put_away_done")
    [last, *_] = listing.page(window.app.store, 10)
    played_on = saved.stored_of(window.app.store.match(last.id))
    window.app.open(StoredGame(played_on))
    window.frames(3)
    window.move(played_on.match.position.moves()[0])
    window.app.open(MainScreen.HOME)
    window.frames(2)
    assert window.app.screen.unfinished.identifier == last.id
    assert len(listing.page(window.app.store, 10)) == 3


def test_neither_a_game_without_a_person_nor_one_hardly_begun_is_offered(window):
    computers = Player("", Method(level=1)), Player("", Method(level=2))
    keep(window, match_of(BEGUN, *computers), match_of("5 3 4 3 6"))
    assert window.app.screen.unfinished is None
    assert window.services.autosave.count_unfinished() == 0
    assert len(listing.page(window.app.store, 10)) == 2


def test_who_comes_home_a_day_later_finds_a_game_hardly_begun_in_the_bin(window):
    keep(window, match_of(BEGUN), match_of("5 3 4 3 6"))
    for hours, left in ((23, 2), (25, 1)):
        later = datetime.now(UTC) + timedelta(hours=hours)
        window.services.clock = lambda later=later: later
        window.app.open(MainScreen.HOME)
        assert len(listing.page(window.app.store, 10)) == left
    assert listing.discarded(window.app.store) == [2]


# -- when a game from elsewhere was played


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


@pytest.mark.parametrize("moment", ["0001-01-01", "0001-01-01T00:00:00+00:00", "0001-01", "0999"])
def test_days_before_all_games_are_none(moment):
    with spoken("en"):
        assert when_words(moment, datetime(2026, 11, 22, tzinfo=UTC)) == ""
