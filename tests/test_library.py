"""The library in the window: list, search, rows, bin, back-up, by mouse and by keys."""

import json
import os
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pygame
import pytest
from driver import Driver
from test_nothing_cut import SMALLEST
from test_store import DELETE_MATCH

from kalahgui.games import GAMES
from kalahgui.games.reversi.openings import named_openings
from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.elements.element import Element
from kalahgui.gui.elements.layout import Scroll
from kalahgui.gui.elements.writing import wide
from kalahgui.gui.paint.theme import Scale
from kalahgui.gui.screens.exchange.share_card import Share
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.library import wording
from kalahgui.gui.screens.library.backup_cards import BackupCard, MergeQuestion
from kalahgui.gui.screens.library.backups import kept_backups
from kalahgui.gui.screens.library.changes import NamingCard
from kalahgui.gui.screens.library.game_list import (
    DELETE,
    RENAME,
    REVIEW,
    RIGHT,
    SHARE,
    STAR,
)
from kalahgui.gui.screens.library.games import CHIPS, chip_suits
from kalahgui.gui.screens.library.library import Library
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.screens.review.review import Review
from kalahgui.gui.services.navigation import MainScreen
from kalahgui.library import formats, listing
from kalahgui.library.reviews import count_anew
from kalahgui.library.statistics import LevelRecord
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreBusy
from kalahgui.words import LANGUAGES, say, spoken
from lab.window.library import fill

NOW = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)
CTRL = pygame.KMOD_CTRL
REVERSI = GAMES["reversi"]


@pytest.fixture
def clock(window, monkeypatch):
    monkeypatch.setattr("kalahgui.gui.screens.library.library.WORK", 10.0)  # all in one frame
    window.services.clock = lambda: NOW
    return window


COPIED = ("matches", "reviews", "settings")


@cache
def generated(games: int) -> dict[str, list[tuple]]:
    """Return so many generated games, every second one with its review, as rows of the store.

    The mistakes of the reviews have been counted.
    """
    store = Store()
    fill(store, games, reviewed=2)
    assert not any(count_anew(store))  # and it is noted that they are
    tables = {table: store.rows(f"SELECT * FROM {table}") for table in COPIED}
    store.close()
    return tables


def opened(window: Driver, games: int = 30) -> Library:
    """Open the library with so many generated games."""
    store = window.app.store
    with store.together():
        for table, table_rows in generated(games).items():
            for row in table_rows:
                store.change(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row)
    window.app.open(MainScreen.LIBRARY)
    window.settle()
    assert isinstance(window.app.screen, Library)
    return window.app.screen


def rows(window: Driver) -> list[listing.MatchRow]:
    return listing.page(window.app.store, 10_000)


def typed(window: Driver, text: str) -> None:
    for letter in text:
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
        window.key(ord(letter), letter)
    window.frames(10)  # a field that is typed into never rests: its cursor blinks


def row_of(screen: Library, place: int) -> Element:
    """Return a row in sight."""
    return next(row for row in screen.game_list.list.children if row.key == place)


def button_of(screen: Library, place: int, what: str) -> Element:
    """Return a button of a row in sight."""
    return next(element for element in row_of(screen, place).all if element.key == what)


def look_for(window: Driver, text: str) -> list[listing.MatchRow]:
    window.app.screen.look_for(text)
    window.settle()
    return window.app.screen.games.shown


# -- in and out


def test_an_empty_library_says_so(window):
    window.press("My games")
    window.settle()
    said = window.says()
    assert "No games yet" in said
    assert say("library_no_statistics") in said
    assert not window.button("chevron_right")
    for key in (pygame.K_RETURN, pygame.K_DELETE, pygame.K_F2, pygame.K_r, pygame.K_DOWN):
        window.key(key)
    window.key(pygame.K_s, "s")
    window.key(pygame.K_b, "b")
    assert isinstance(window.app.screen, Library)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.app.screen, Home)
    window.key(pygame.K_l, "l")
    assert isinstance(window.app.screen, Library)
    window.press("home")
    assert isinstance(window.app.screen, Home)


def test_a_game_is_opened_or_reviewed_and_leaving_it_leads_back_to_its_row(clock):
    shown = opened(clock).games.shown
    for by_key in (True, False):  # a finished game, and one to go on with
        screen = clock.app.screen
        place = next(n for n, row in enumerate(shown) if bool(row.result) is by_key)
        if by_key:
            for _ in range(place):
                clock.key(pygame.K_DOWN)
            clock.key(pygame.K_RETURN)
        else:
            screen.game_list.choose(place)
            clock.frames()
            for _ in range(2):
                clock.click(row_of(screen, place).rect.center)
        play = clock.app.screen
        assert isinstance(play, Play)
        assert play.stored.identifier == shown[place].id
        clock.frames(60)
        assert clock.app.screen is play  # the card of the result does not come by itself
        clock.key(pygame.K_ESCAPE)
        clock.settle()
        again = clock.app.screen
        assert isinstance(again, Library)
        assert again.game_list.chosen == place
        if by_key:
            clock.key(pygame.K_r, "r")
        else:
            clock.click(button_of(again, place, REVIEW).rect.center)
        assert isinstance(clock.app.screen, Review)
        assert clock.app.screen.stored.identifier == shown[place].id
        clock.key(pygame.K_ESCAPE) if by_key else clock.press("chevron_left")
        clock.settle()
    assert isinstance(clock.app.screen, Library)


def test_what_is_played_on_is_kept_and_comes_first(clock):
    screen = opened(clock)
    row = next(row for row in screen.games.shown if not row.result)
    screen.open_game(row)
    play = clock.app.screen
    assert play.stored.match.plies
    play.session.resign()
    clock.key(pygame.K_ESCAPE)
    while not isinstance(clock.app.screen, Library):
        clock.key(pygame.K_ESCAPE)
        clock.frames(2)
    clock.settle()
    newest = clock.app.screen.games.shown[0]
    assert newest.id == row.id
    assert newest.result.endswith("resigned")


def test_a_review_leads_back_to_the_library_as_it_was_left(clock):
    screen = opened(clock, 200)
    screen.choose_chip("kalah")
    look_for(clock, "aiko")
    clock.key(pygame.K_END)
    clock.move_to(screen.game_list.scroller.rect.center)
    clock.wheel(1)  # the chosen game is not where it would come into sight again
    before = screen.browsing.words, screen.game_list.chosen, screen.game_list.scroller.offset
    assert before[2] > 0
    clock.key(pygame.K_r, "r")
    clock.frames(3)
    assert isinstance(clock.app.screen, Review)
    clock.key(pygame.K_ESCAPE)
    clock.settle()
    again = clock.app.screen
    assert isinstance(again, Library)
    assert again.browsing.chip == "kalah"
    after = again.browsing.words, again.game_list.chosen, again.game_list.scroller.offset
    assert after == before


# -- what a row says


def test_rows_say_title_players_result_and_review(clock):
    screen = opened(clock)
    said = clock.says()
    seen = screen.game_list.list
    for child in seen.children:
        if not seen.rect.contains(child.rect):
            continue
        row = screen.games.shown[child.key]
        assert wording.title_words(row) in said
        assert wording.players_words(row) in said
        assert wording.ending_words(row) in said
        assert wording.review_words(row) in said
    assert "30 games" in said
    tally = screen.games.tally
    assert tally.total() == 30
    assert f"{tally['won']} won, {tally['drawn']} drawn, {tally['lost']} lost" in said


def test_the_words_of_a_row_follow_from_its_record():
    row = listing.MatchRow(
        1, "kalah", "6x6", "", "", '[["", ""], ["", "4"]]', "first", "", "now", 1, "", 0, 40
    )
    assert wording.players_words(row) == "You – Level 4"
    assert wording.ending_words(row) == "won"
    assert wording.ending(row._replace(saved="")) == wording.OTHER, "of others, from a file"
    assert wording.ending_words(row._replace(result="first resigned")) == "lost"
    assert wording.ending_words(row._replace(result="")) == "unfinished"
    named = row._replace(players='[["Ann", ""], ["", ""]]')
    assert wording.players_words(named) == "Ann – Second player"
    assert wording.ending_words(named) == "Ann won"
    assert wording.ending_words(named._replace(result="draw")) == "drawn"
    old = row._replace(players='[["", "old:4"], ["", "search:1s"]]')
    assert wording.players_words(old) == "old level 4 – playing search"
    assert wording.review_words(row) == "not reviewed"
    assert wording.review_words(row._replace(result="")) == ""
    half = row._replace(complete=0, first_moves=12, second_moves=12, first_mistakes=3)
    assert wording.review_words(half) == "review 60 %"
    first_look = half._replace(plies=half.judged)
    assert wording.review_words(first_look) == "review begun"
    whole = half._replace(complete=1, second_mistakes=5)
    assert wording.review_words(whole) == "3 mistakes"
    assert wording.review_words(whole._replace(players='[["", "4"], ["", "4"]]')) == "8 mistakes"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_has_room_for_how_far_its_review_is(language):
    scale = Scale.of(SMALLEST)
    with spoken(language):
        for key in ("not_reviewed", "review_share", "review_unfinished", "mistakes"):
            said = say(f"library_{key}", n=88, count=88)
            assert wide(said, scale.small, False) <= scale.px(RIGHT - 4), said


def test_long_names_are_both_seen_and_read_in_full_under_the_mouse(clock, monkeypatch):
    fill(clock.app.store, 1)
    [row] = rows(clock)
    seats = json.dumps([["Maximiliane-Charlotte", ""], ["Friederike Wolkenstein", ""]])
    match = replace(clock.app.store.match(row.id), players=seats, result="first resigned", moves="")
    clock.app.store.save(match)
    clock.app.open(MainScreen.LIBRARY)
    clock.settle()
    said = clock.says()
    assert "… – Friederike" in said and "second won" in said
    monkeypatch.setattr(pygame.mouse, "get_focused", lambda: True)
    for whole in (
        "Maximiliane-Charlotte – Friederike Wolkenstein",
        "Friederike Wolkenstein won",
    ):
        cut = next(element for element in row_of(clock.app.screen, 0).all if element.name == whole)
        for point, told in ((cut.rect.midleft, True), ((5, 5), False)):
            clock.move_to(point)
            clock.frames(40)
            assert (whole in clock.says().replace("\n", " ")) is told


def test_a_draw_of_strangers_is_told_and_found_and_not_counted_for_the_player(clock):
    fill(clock.app.store, 1)
    [row] = rows(clock)
    match = clock.app.store.match(row.id)
    mine, *strangers = ('[["", ""], ["", "4"]]', *['[["Ann", ""], ["Ben", ""]]'] * 2)
    for players in (mine, *strangers):
        clock.app.store.save(replace(match, id=None, players=players, result="draw"))
    clock.app.store.change(DELETE_MATCH, row.id)
    clock.app.open(MainScreen.LIBRARY)
    clock.settle()
    tally = clock.app.screen.games.tally
    assert (tally.total(), tally[wording.DRAWN]) == (3, 1)
    drawn = look_for(clock, "drawn")
    assert [wording.ending_words(row) for row in drawn] == ["drawn"] * 3


def test_the_opening_of_a_game_is_said_and_found_by_both_its_names(clock):
    fill(clock.app.store, 3)
    start = REVERSI.position_text(REVERSI.start("8x8"))
    kind = {"game": "reversi", "variant": "8x8", "start": start, "result": "", "rules": ""}
    match = replace(clock.app.store.match(rows(clock)[0].id), id=None, side_lines="", **kind)
    lines = ("f5 d6 c3 d3 c4 f4 c5 b3 c2", "c4 e3 f6 e6 f5", "f5 f4 e3 f6 d3")
    kept = [clock.app.store.save(replace(match, moves=moves)).id for moves in lines]
    clock.app.open(MainScreen.LIBRARY)
    clock.settle()
    for words_looked_for, found in (("tiger", 2), ("虎定石", 2), ("ローズビル", 1), ("mouse", 1)):
        assert len(look_for(clock, words_looked_for)) == found
        assert {row.id for row in clock.app.screen.games.shown} <= {*kept}
    look_for(clock, "tiger")
    for language, names in (("en", ("Rose-Bill", "Tiger")), ("ja", ("ローズビル", "虎定石"))):
        clock.speak(language)
        clock.settle()
        told = [part.name for part in clock.app.screen.accessible_node().all]
        for name in names:
            assert name in clock.says() and any(f" · {name} · " in words for words in told)


def test_damaged_games_are_rows_that_can_be_deleted(clock):
    store = clock.app.store
    fill(store, 8)
    damages = {
        2: ("moves", "9 9 9"),
        3: ("players", '[["a", ""], [5, ""]]'),
        4: ("game", "chess"),
        5: ("variant", "17x17"),
        6: ("saved", "no moment"),
        7: ("players", b"\xff"),
    }
    for number, (column, value) in damages.items():
        store.change(f"UPDATE matches SET {column} = ? WHERE id = ?", value, number)
    clock.app.open(MainScreen.LIBRARY)
    clock.settle()
    screen = clock.app.screen
    assert len(screen.games.shown) == 8
    look_for(clock, "kalah")
    look_for(clock, "")
    clock.key(pygame.K_e, "E", pygame.KMOD_SHIFT)
    clock.save_as_suggested()
    assert say("library_export_unread", count=5) in clock.services.notices.waiting[0]
    clock.services.notices.waiting.clear()
    for number, (column, _) in damages.items():
        screen.game_list.choose(screen.games.place_of(number))
        clock.settle()
        if column != "saved":
            assert "This game cannot be read." in clock.says()
            for key in (pygame.K_RETURN, pygame.K_r):
                clock.key(key)
                assert clock.app.screen is screen
        clock.key(pygame.K_DELETE)
        assert number not in [row.id for row in rows(clock)]
    assert [row.id for row in rows(clock)] == [row.id for row in screen.games.shown]


def test_keys_wheel_and_bar_walk_the_list(clock):
    games = opened(clock, 60).game_list
    for key, place in (
        (pygame.K_DOWN, 1),
        (pygame.K_UP, 0),
        (pygame.K_UP, 0),
        (pygame.K_END, 59),
        (pygame.K_HOME, 0),
    ):
        clock.key(key)
        assert games.chosen == place
        assert place in games.seen
    scroller = games.scroller
    clock.move_to(scroller.rect.center)
    clock.wheel(-2)
    assert scroller.offset == 2 * scroller.step
    clock.click((scroller.rect.right - 3, scroller.rect.bottom - 2))
    assert scroller.offset == scroller.longest
    clock.key(pygame.K_HOME)
    clock.key(pygame.K_PAGEDOWN)
    assert 2 < games.chosen < 10


def test_rows_that_fly_past_are_not_derived_and_those_that_stay_are(clock):
    games = opened(clock, 150).game_list
    read, match = [], clock.app.store.match
    clock.app.store.match = lambda identifier: read.append(identifier) or match(identifier)
    for page in range(1, 10):
        games.scroller.move_to(page * 12 * games.scroller.step)
        clock.app.screen.controls.arrange(games.list)
        clock.frames()
        assert games.lacking and not read
    clock.settle()
    assert read == [row.id for row in games.in_sight]


# -- the list


def test_chips_sift(clock):
    screen = opened(clock, 80)
    listing.star(clock.app.store, rows(clock)[3].id, True)
    screen.games.read_again()
    clock.settle()
    seen = set()
    for chip in (*CHIPS[1:], CHIPS[0]):
        if chip == CHIPS[2]:
            clock.press(say(f"library_chip_{chip}"))
        else:
            clock.key(pygame.K_RIGHT)
        clock.settle()
        assert screen.browsing.chip == chip
        assert clock.button(say(f"library_chip_{chip}")).chosen
        expected = [row.id for row in rows(clock) if chip_suits(chip, row)]
        assert [row.id for row in screen.games.shown] == expected
        assert 0 < len(expected) < 80 or chip == "all"
        assert screen.games.tally.total() == len(expected)
        seen.add(len(expected))
        if chip == "unfinished":
            assert {row.result for row in screen.games.shown} == {""}
    assert len(seen) > 4
    clock.key(pygame.K_LEFT)
    assert screen.browsing.chip == CHIPS[-1]


def test_a_search_finds_names_games_and_dates_in_both_languages(clock):
    fill(clock.app.store, 90)
    listing.rename(clock.app.store, 5, "The long comeback")
    clock.app.open(MainScreen.LIBRARY)
    clock.settle()
    exactly = ("comeback", "nobody at all", "yesterday", "aiko", "11 月 19 日", "カラー6×4")
    for text, found in (
        ("aiko", lambda row: "Aiko" in row.players),
        ("石田", lambda row: "石田" in row.players or "\\u77f3" in row.players),
        ("6x4", lambda row: row.variant == "6x4"),
        ("kalah 6 × 6", lambda row: row.variant == "6x6"),
        ("リバーシ 8", lambda row: row.variant == "8x8"),
        ("KALAH", lambda row: row.game == "kalah"),
        ("won", lambda row: wording.ending(row) == "won"),
        ("2026-11-19", lambda row: row.saved.startswith("2026-11-19")),
        ("19 november", lambda row: row.saved.startswith("2026-11-19")),
        ("11 月 19 日", lambda row: row.saved.startswith("2026-11-19")),
        ("2026年11月19日", lambda row: row.saved.startswith("2026-11-19")),
        ("2026.11.19", lambda row: row.saved.startswith("2026-11-19")),
        ("カラー6×4", lambda row: row.variant == "6x4"),
        ("レベル9", lambda row: '"9"' in row.players),
        ("yesterday", lambda row: row.saved.startswith("2026-11-19")),
        ("今日", lambda row: row.saved.startswith("2026-11-20")),
        ("comeback", lambda row: row.name == "The long comeback"),
        ("nobody at all", lambda row: False),
    ):
        expected = {row.id for row in rows(clock) if found(row)}
        assert expected or text == "nobody at all"
        shown = {row.id for row in look_for(clock, text)}
        assert shown == expected if text in exactly else expected <= shown, text
    assert len(look_for(clock, "")) == 90


def test_what_is_found_by_today_is_found_by_yesterday_after_midnight(clock):
    days = [0]
    clock.services.clock = lambda: NOW + timedelta(days=days[0])
    opened(clock, 30)
    today = look_for(clock, "today")
    assert today
    days[0] = 1
    clock.frames(2)
    clock.settle()
    assert clock.app.screen.games.shown == []
    assert look_for(clock, "yesterday") == today


def test_a_search_is_typed_and_given_up_by_keys(clock):
    screen = opened(clock, 60)
    clock.key(pygame.K_SLASH, "/")
    # What opened the search is not looked for.
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="/"))
    assert screen.controls.typing
    typed(clock, "aiko")
    assert screen.browsing.words == "aiko"
    assert 0 < len(screen.games.shown) < 60
    clock.key(pygame.K_RETURN)
    assert not screen.controls.typing
    clock.key(pygame.K_DOWN)
    assert screen.game_list.chosen == 1
    clock.key(pygame.K_ESCAPE)
    clock.settle()
    assert clock.app.screen is screen
    assert (screen.browsing.words, len(screen.games.shown)) == ("", 60)
    look_for(clock, "nobody at all")
    assert "No game suits the search." in clock.says()
    clock.key(pygame.K_f, "\x06", CTRL)
    assert screen.controls.typing


# -- name, star, bin


def test_a_star_is_set_and_taken_away(clock):
    screen = opened(clock)
    clock.key(pygame.K_s, "s")
    assert screen.games.shown[0].starred == rows(clock)[0].starred == 1
    clock.click(button_of(screen, 0, STAR).rect.center)
    assert screen.games.shown[0].starred == rows(clock)[0].starred == 0


def test_one_game_is_shared_and_all_that_are_listed_are_saved(clock, tmp_path):
    screen = opened(clock)
    clock.click(button_of(screen, 1, SHARE).rect.center)
    shared, one = clock.app.screen, screen.games.shown[1]
    assert isinstance(shared, Share)
    clock.press(say("share_save_game"))
    clock.save_as_suggested()
    screen.choose_chip("diamond")
    clock.settle()
    listed = screen.games.shown
    assert 1 < len(listed) < 30
    clock.press(say("library_export", count=len(listed)))
    clock.save_as_suggested()
    games, game = sorted(tmp_path.glob("*.kalah"), key=lambda path: path.name[:8] != "KalahGUI")
    read = formats.read_file(games).games
    assert [game.record().moves for game in read] == [
        clock.app.store.match(row.id).moves for row in listed
    ]
    assert len(formats.read_file(game).games) == 1
    assert game.stem.endswith(one.begun[:10])
    assert games.name == "KalahGUI games - 2026-11-20.kalah"


def test_a_game_is_named(clock):
    screen = opened(clock)
    clock.click(button_of(screen, 0, RENAME).rect.center)
    assert isinstance(clock.app.screen, NamingCard)
    typed(clock, "worst")
    clock.press("Keep the name")
    clock.settle()
    assert rows(clock)[0].name == "worst"
    assert look_for(clock, "worst")  # it is found by another name at once
    clock.key(pygame.K_F2)
    clock.key(pygame.K_a, mod=CTRL)
    typed(clock, "best s")
    clock.key(pygame.K_RETURN)
    clock.settle()
    assert clock.app.screen is screen
    assert screen.games.shown[0].name == rows(clock)[0].name == "best s"
    assert "best s" in clock.says()
    assert [row.id for row in look_for(clock, "best s")] == [rows(clock)[0].id]
    assert not look_for(clock, "worst")
    look_for(clock, "")
    clock.key(pygame.K_F2)
    typed(clock, "x")
    clock.key(pygame.K_ESCAPE)
    assert rows(clock)[0].name == "best s"


def test_games_are_deleted_and_come_back_one_after_the_other(clock):
    screen = opened(clock)
    before = rows(clock)
    screen.game_list.choose(2)
    clock.frames()
    clock.key(pygame.K_DELETE)
    clock.click(button_of(screen, 2, DELETE).rect.center)
    left = [row.id for row in before[:2] + before[4:]]
    assert [row.id for row in screen.games.shown] == left
    assert [row.id for row in rows(clock)] == left
    assert screen.game_list.chosen == 2
    assert screen.games.tally.total() == 28
    clock.key(pygame.K_z, "\x1a", CTRL)
    clock.settle()
    assert screen.game_list.chosen_row.id == before[3].id
    clock.press("Bring back")
    clock.settle()
    assert screen.game_list.chosen_row.id == before[2].id
    assert screen.games.shown == rows(clock) == before
    assert screen.games.tally.total() == 30
    assert not clock.button("Bring back")
    clock.key(pygame.K_z, "\x1a", CTRL)
    assert rows(clock) == before


def test_a_store_that_cannot_be_written_loses_nothing(clock):
    screen = opened(clock)
    clock.app.store.change("PRAGMA query_only = 1")
    before = rows(clock)
    clock.key(pygame.K_DELETE)
    clock.key(pygame.K_s, "s")
    assert screen.games.shown == before
    assert any(say("store_read_only") in notice for notice in clock.services.notices.waiting)
    clock.app.store.rows("PRAGMA query_only = 0")


def test_a_busy_store_is_asked_once_a_frame_until_it_is_free(clock, monkeypatch):
    screen = opened(clock)
    change, busy, tries = clock.app.store.change, [True], []

    def change_when_free(*values):
        tries.append(values)
        if busy:
            raise StoreBusy("held")
        return change(*values)

    monkeypatch.setattr(clock.app.store, "change", change_when_free)
    first, second = (row.id for row in rows(clock)[:2])
    clock.key(pygame.K_s, "s")
    clock.key(pygame.K_DELETE)
    clock.frames(3)
    assert screen.games.shown[0].id == first and screen.moving
    busy.clear()
    clock.settle()
    assert screen.games.shown[0].id == rows(clock)[0].id == second
    clock.key(pygame.K_z, "\x1a", CTRL)
    clock.settle()
    assert (rows(clock)[0].id, rows(clock)[0].starred) == (first, 1)
    assert "another program is using" not in " ".join(clock.services.notices.waiting)
    busy.append(True)
    clock.key(pygame.K_s, "s")
    clock.key(pygame.K_DELETE)
    while screen.changes.busy:
        tries.clear()
        clock.frames()
        assert len(tries) <= 1
    clock.settle()
    assert screen.games.shown == rows(clock)
    assert any("another program is using" in notice for notice in clock.services.notices.waiting)
    busy.clear()


def test_what_another_program_has_deleted_is_said(clock):
    screen = opened(clock)
    clock.app.store.change(DELETE_MATCH, screen.games.shown[0].id)
    clock.key(pygame.K_RETURN)
    assert clock.app.screen is screen
    assert "no longer there" in clock.services.notices.waiting[0]


# -- statistics


def test_the_statistics_are_of_the_board_played_most_and_of_others_by_key(clock):
    screen = opened(clock, 150)
    game, variant = screen.counting.board
    assert (game.key, variant) == ("kalah", "6x6")
    said = clock.says()
    for part in ("You play like level", "Stones lost per move", "Longest winning streak"):
        assert part in said
    assert clock.button("chevron_right")
    record = screen.counting.statistics.levels[1]
    assert f"{record.won}–{record.drawn}–{record.lost}" in said
    [levels] = [part for part in screen.accessible_node().all if part.role is Role.TABLE]
    assert levels.name == say("library_levels")
    assert f"Level 1, won: {record.won}, drawn: {record.drawn}" in levels.parts[0].name
    boards = [screen.counting.board]
    for _ in range(len(screen.counting.boards) - 1):
        clock.key(pygame.K_b, "b")
        clock.settle()
        boards.append(screen.counting.board)
    assert len({(game.key, variant) for game, variant in boards}) == 5
    clock.key(pygame.K_b, "B", pygame.KMOD_SHIFT)
    clock.settle()
    assert screen.counting.board == boards[-2]
    clock.press("chevron_right")
    clock.settle()
    assert screen.counting.board == boards[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_statistics_have_room_in_the_smallest_window(new_window, language):
    window = new_window(SMALLEST, language)
    screen = opened(window, 150)
    window.app.store.change("UPDATE matches SET players = replace(players, '\"1\"', '\"old:1\"')")
    screen.games.read_again()
    window.settle()
    assert screen.counting.statistics.earlier.won, "the longest: with a line for old levels"
    [panel] = [element for element in screen.controls.root.all if isinstance(element, Scroll)]
    assert panel.scroller.longest == 0
    names = [opening for _, opening in named_openings()]
    small = Scale.of(SMALLEST).small
    longest = sorted(names, key=lambda opening: wide(opening.name(language), small, False))[-2:]
    records = LevelRecord(20, 10, 10), LevelRecord(10, 20, 10)
    screen.counting.statistics.openings.update(zip(longest, records, strict=True))
    screen.refresh()
    window.settle()
    [panel] = [element for element in screen.controls.root.all if isinstance(element, Scroll)]
    assert panel.scroller.longest == 0, "with two openings as well"
    for opening in longest:
        assert opening.name(language) in window.says()


# -- back-up


def backed_up(window: Driver) -> list:
    window.key(pygame.K_s, "\x13", CTRL)
    assert isinstance(window.app.screen, BackupCard)
    window.key(pygame.K_RETURN)
    window.settle()
    return kept_backups()


def test_the_library_is_backed_up_and_fetched_back(clock):
    screen = opened(clock)
    before = rows(clock)
    [path] = backed_up(clock)
    assert path.name == "kalahgui-games-2026-11-20.kalahgui"
    assert str(path) in clock.services.notices.waiting[0]
    for row in before[:4]:
        clock.app.store.change(DELETE_MATCH, row.id)
    screen.games.read_again()
    clock.settle()
    clock.press("Back up")
    clock.press(path.name)
    clock.settle()
    assert isinstance(clock.app.screen, MergeQuestion)
    assert len(rows(clock)) == 26
    clock.press("Add them")
    clock.settle()
    assert [row.begun for row in rows(clock)] == [row.begun for row in before]
    assert [row.id for row in screen.games.shown] == [row.id for row in rows(clock)]
    assert "4 games added, 26 were here already." in clock.services.notices.waiting
    # One that is dropped elsewhere opens the library, and can be let be.
    clock.app.store.change(DELETE_MATCH, rows(clock)[0].id)
    clock.app.open(MainScreen.HOME)
    clock.frames()
    clock.drop(path)
    clock.settle()
    assert isinstance(clock.app.screen, MergeQuestion)
    assert isinstance(clock.app.screens[0], Library)
    clock.press("Cancel")
    assert len(rows(clock)) == 29


def test_a_file_that_is_no_backup_is_said_in_a_sentence(clock, tmp_path):
    screen = opened(clock, 3)
    nothing, newer = tmp_path / "holiday.kalahgui", tmp_path / "newer.kalahgui"
    nothing.write_bytes(b"a picture")
    with closing(Store(newer)) as store:
        store.change("PRAGMA user_version = 99")
    for path, words_said in ((nothing, "no game in it"), (newer, "newer version")):
        clock.drop(path)
        clock.settle()
        assert clock.app.screen is screen
        assert any(words_said in notice for notice in clock.services.notices.waiting)


@pytest.mark.slow
def test_after_the_library_was_left_a_backup_is_told_and_nobody_is_asked_about_one(clock):
    opened(clock, 3).backups.back_up()
    clock.app.open(MainScreen.HOME)
    clock.wait_for(lambda: not clock.services.background_jobs.busy)
    assert any("are backed up" in notice for notice in clock.services.notices.waiting)
    [path] = kept_backups()
    clock.app.open(MainScreen.LIBRARY)
    clock.settle()
    clock.app.screen.backups.fetch(path)
    clock.app.open(MainScreen.HOME)
    clock.wait_for(lambda: not clock.services.background_jobs.busy)
    assert [type(screen) for screen in clock.app.screens] == [Home]


def test_a_backup_with_a_name_that_no_font_writes_is_offered(clock, monkeypatch):
    path = Path(os.fsdecode(b"mine\xff.kalah"))
    monkeypatch.setattr("kalahgui.gui.screens.library.backups.kept_backups", lambda: [path])
    opened(clock, 3)
    clock.key(pygame.K_s, "\x13", CTRL)
    assert clock.button("mine?.kalah") is not None


def test_what_cannot_be_backed_up_is_said_and_a_damaged_library_not_moved(clock, monkeypatch):
    opened(clock, 3)
    path = clock.app.store.path
    with monkeypatch.context() as patched:
        nowhere = path / "not" / "there"
        patched.setattr("kalahgui.gui.screens.library.backups.folder", lambda kind: nowhere)
        assert backed_up(clock) == []
    assert any("could not be backed up" in notice for notice in clock.services.notices.waiting)
    clock.app.store.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    for contents in (b"no database", b""):
        clock.services.notices.waiting.clear()
        path.write_bytes(contents)
        assert backed_up(clock) == []
        assert any("damaged" in notice for notice in clock.services.notices.waiting)
        assert path.read_bytes() == contents
    assert not list(path.parent.glob("*.unreadable-*"))
