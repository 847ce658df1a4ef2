"""Back-ups in the window: written after play, gone back to, checked, fetched back."""

import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import datetime, timedelta

import pygame
import pytest
from driver import Driver, Reader
from test_accessibility import told
from test_nothing_cut import SMALLEST, check_fit
from test_rotation import everything, games, play
from test_store import break_page
from test_store_file import fill

from kalahgui.gui.elements.accessible_node import Role
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.library.backup_cards import BackupCard, GoBackCard, GoBackQuestion
from kalahgui.gui.screens.library.check_card import CheckCard
from kalahgui.gui.screens.library.library import Library
from kalahgui.gui.services.navigation import MainScreen
from kalahgui.library import backup, checking, listing, rotation
from kalahgui.library.backup import count
from kalahgui.library.saved import stored_of
from kalahgui.library.store import Store
from kalahgui.library.store_file import Unreadable
from kalahgui.words import LANGUAGES, say

NOW = datetime(2026, 11, 28, 20, 0)
TODAY = NOW.date()
CTRL = pygame.KMOD_CTRL


@pytest.fixture
def dated(window):
    window.services.clock = lambda: NOW
    return window


def backups(window: Driver, days: int, before: int = 1) -> None:
    """Have one game more on each of some days, and back-ups of them."""
    store = window.app.store
    for day in range(days):
        play(store)
        rotation.back_up_daily(store, TODAY - timedelta(days=before + days - 1 - day))


def card(window: Driver) -> BackupCard:
    """Open the card over the library."""
    window.app.open(MainScreen.LIBRARY)
    window.settle()
    window.key(pygame.K_s, "\x13", CTRL)
    assert isinstance(window.app.screen, BackupCard)
    return window.app.screen


def go_down_to(window: Driver, label: str) -> None:
    """Press the arrow until it has come to a button."""
    controls = window.app.screen.controls
    for _ in controls.all:
        window.key(pygame.K_DOWN)
        if controls.focus is window.button(label):
            return
    raise AssertionError(label)


def rest(window: Driver, seconds: float = 3.0) -> None:
    window.frames(round(4 * seconds), dt=0.25)
    window.wait_for(lambda: not window.services.background_jobs.busy)


def notices(window: Driver) -> list[str]:
    return window.services.notices.waiting


# -- after play


def test_after_play_the_home_screen_backs_up_once_a_day(dated):
    store = dated.app.store
    rest(dated)
    assert games(store, TODAY) == []
    play(store)
    dated.app.open(MainScreen.LIBRARY)
    rest(dated)
    assert games(store, TODAY) == []  # who is about something is not disturbed
    dated.app.open(MainScreen.HOME)
    dated.frames(10)
    assert games(store, TODAY) == []
    rest(dated)
    assert games(store, TODAY) == [1]
    play(store)
    dated.app.open(MainScreen.HOME)
    rest(dated)
    assert games(store, TODAY) == [1]
    dated.services.clock = lambda: NOW + timedelta(days=1)
    dated.app.open(MainScreen.HOME)
    rest(dated)
    assert games(store, TODAY + timedelta(days=1)) == [2, 1]
    assert notices(dated) == []


def test_what_was_played_before_is_backed_up_at_the_next_start(new_window):
    new_window().close()
    window = new_window()
    window.services.clock = lambda: NOW
    play(window.app.store)
    assert isinstance(window.app.screen, Home)
    rest(window)
    assert games(window.app.store, TODAY) == [1]


def test_a_back_up_that_fails_is_told_once_and_logged(dated, caplog, monkeypatch):
    store, sentences = dated.app.store, []
    monkeypatch.setattr(dated.services.notices, "add", sentences.append)
    play(store)
    (store.folder / "backups").write_text("no folder")
    for _ in range(3):
        dated.app.open(MainScreen.HOME)
        rest(dated)
    assert len(sentences) == 1
    assert "could not be backed up" in sentences[0]
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 3


# -- the way back


def test_who_has_no_back_up_yet_reads_when_there_will_be_one(dated):
    card(dated)
    assert dated.app.screen.controls.all
    assert say("library_go_back_none") in dated.says().replace("\n", " ")
    dated.press(say("library_go_back"))
    assert isinstance(dated.app.screen, BackupCard)


def test_what_is_missing_is_added_from_a_day(dated):
    backups(dated, 4)
    store = dated.app.store
    store.change("DELETE FROM matches WHERE id IN (1, 3)")
    card(dated)
    assert "4 automatic backups, the last of 27 November." in dated.says().replace("\n", " ")
    go_down_to(dated, say("library_go_back"))
    dated.key(pygame.K_RETURN)
    dated.settle()
    assert isinstance(dated.app.screen, GoBackCard)
    assert dated.button("26 November · 3 games")
    assert dated.button("24 November · one game")
    go_down_to(dated, "26 November · 3 games")
    dated.key(pygame.K_RETURN)
    dated.wait_for(lambda: isinstance(dated.app.screen, GoBackQuestion))
    said = dated.says().replace("\n", " ")
    assert "Go back to 26 November?" in said
    assert "There were 3 games then." in said
    assert "2 games come back." in said and "One newer game goes." in said
    names = [part.name for part in dated.app.accessible_node().all if part.role is Role.BUTTON]
    assert any(name.startswith(say("library_exactly")) and "backed up" in name for name in names)
    dated.key(pygame.K_RETURN)
    dated.settle()
    assert notices(dated) == ["2 games added, 1 was here already."]
    assert len(listing.page(store, 10)) == len(dated.app.screen.games.shown) == 4


def test_exactly_as_it_was_and_back_again(dated):
    backups(dated, 3)
    play(dated.app.store, 2)
    there = everything(dated.app.store)
    card(dated)
    dated.press(say("library_go_back"))
    dated.settle()
    dated.press("26 November · 2 games")
    dated.wait_for(lambda: isinstance(dated.app.screen, GoBackQuestion))
    dated.press(say("library_exactly"))
    dated.settle()
    assert notices(dated) == [say("library_went_back")]
    assert len(dated.app.screen.games.shown) == 2
    dated.press("Back up")
    dated.press(say("library_go_back"))
    dated.settle()
    dated.press("28 November, before going back · 5 games")
    dated.wait_for(lambda: isinstance(dated.app.screen, GoBackQuestion))
    dated.press(say("library_exactly"))
    dated.settle()
    assert everything(dated.app.store) == there


def test_nothing_changes_where_the_answer_is_no_or_the_back_up_is_damaged(dated):
    backups(dated, 3)
    play(dated.app.store)
    before = everything(dated.app.store)
    newest, _, oldest = rotation.kept(dated.app.store, TODAY)
    card(dated)
    dated.press(say("library_go_back"))
    dated.settle()
    newest.path.write_bytes(b"")
    dated.press("27 November · 3 games")
    dated.wait_for(lambda: notices(dated))
    assert "damaged" in notices(dated)[0]
    for no in (say("library_cancel"), "close"):
        dated.press("Back up")
        dated.press(say("library_go_back"))
        dated.settle()
        assert dated.button("27 November · can't be read").enabled is False
        dated.press("25 November · one game")
        dated.wait_for(lambda: isinstance(dated.app.screen, GoBackQuestion))
        dated.press(no)
        assert isinstance(dated.app.screen, Library)
    assert everything(dated.app.store) == before
    assert count(oldest.path) == 1


# -- checking


def checked(window: Driver) -> str:
    """Check all games, and return what is said then."""
    card(window)
    window.press(say("library_check"))
    assert isinstance(window.app.screen, CheckCard)
    window.settle()
    return window.app.screen.said


def test_sound_games_are_said_to_be_sound(dated):
    assert checked(dated) == "There is no game yet."
    dated.press(say("close"))
    play(dated.app.store, 12)
    assert checked(dated) == "All 12 games are sound."
    assert "All 12 games are sound." in dated.said()


def test_a_game_that_makes_no_sense_is_named_and_comes_back_from_a_back_up(dated):
    backups(dated, 1)
    play(dated.app.store, 6)
    dated.app.store.change("UPDATE matches SET moves = '9 9' WHERE id = 1")
    said = checked(dated)
    assert "One game can't be read: Kalah 6 × 6 (2 January)." in said
    assert say("library_check_unreadable_what") in said
    dated.press(say("library_go_back"))
    assert isinstance(dated.app.screen, GoBackCard)
    dated.settle()
    dated.press("27 November · one game")
    dated.wait_for(lambda: isinstance(dated.app.screen, GoBackQuestion))
    dated.press(say("library_add_missing"))
    dated.settle()
    assert len(dated.app.store.rows("SELECT 1 FROM matches WHERE moves = '1 2'")) == 7


def test_how_far_the_check_is_can_be_seen_and_stopped(dated, monkeypatch):
    play(dated.app.store, 50)
    read, stopped, threads = [], threading.Event(), set()
    card(dated)

    def wait(record):
        read.append(record)
        threads.add(threading.current_thread())
        if len(read) == 20:
            stopped.wait(20)
        return stored_of(record)

    monkeypatch.setattr(checking, "stored_of", wait)
    dated.press(say("library_check"))
    dated.wait_for(lambda: len(read) == 20)
    dated.frames()
    assert "19 of 50 games" in dated.said()
    dated.press(say("library_check_stop"))
    stopped.set()
    assert isinstance(dated.app.screen, Library)
    [thread] = threads
    thread.join(20)
    assert len(read) == 20 and not thread.is_alive()


def test_a_damaged_index_is_mended(dated):
    play(dated.app.store, 30)
    path = dated.app.store.path
    indexed = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'matches_by_time'"
    for before, after in (("(saved)", "(begun)"), ("(begun)", "(saved)")):
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("PRAGMA writable_schema = ON")
            other.execute(indexed, (before, after))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            if after == "(begun)":
                other.execute("REINDEX")
            else:
                assert other.execute("PRAGMA integrity_check").fetchall() != [("ok",)]
                assert other.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    with closing(dated.app.store.another()) as store:
        check = checking.Check(lambda: None)
        assert check.run(store) == checking.Found(30, [], mended=True)
        assert check.run(store).mended is False


def test_the_days_are_counted_though_the_library_is_damaged(dated, monkeypatch):
    play(dated.app.store, 3)
    rotation.back_up_daily(dated.app.store, TODAY)

    def refuse(store):
        raise Unreadable

    monkeypatch.setattr(Store, "another", refuse)
    dated.app.open(MainScreen.LIBRARY)
    dated.frames(2)
    dated.app.screen.backups.open()
    dated.press(say("library_go_back"))
    dated.wait_for(lambda: not dated.services.background_jobs.busy)
    dated.frames(3)
    assert "3 games" in dated.says()


def test_a_damaged_page_is_said_with_what_to_do(dated):
    play(dated.app.store, 300)
    dated.frames(2)  # what was chosen is kept
    path = dated.app.store.path
    dated.app.store.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    middle = len(data) // 8192 * 4096
    data[middle : middle + 4096] = bytes(range(256)) * 16
    path.write_bytes(data)
    assert say("library_check_pages_what") in checked(dated)
    dated.press(say("library_check_leave"))
    assert dated.app.running is False


# -- what was set aside


def test_what_was_set_aside_is_listed_and_fetched_back(dated, tmp_path):
    path = dated.app.store.path
    other = tmp_path / "other" / "games.sqlite3"
    with closing(Store(other)) as store:
        fill(store, range(500))
    break_page(other, b"game 0250", b"\xff" * 4096)
    for end in ("unreadable-1", "unreadable-1-wal", "unreadable-1-shm", "replaced-12"):
        shutil.copyfile(other, path.with_name(f"{path.name}.{end}"))
    card(dated)
    rows = [label for label in dated.labels() if label.endswith(" MB")]
    assert len(rows) == 2
    assert say("library_aside") in dated.says()
    dated.press(rows[0])
    dated.settle()
    salvaged = len(dated.app.store.matches())
    assert 470 < salvaged < 500
    lost = 500 - salvaged
    assert notices(dated) == [f"{salvaged} games came back, {lost} could not be read."]


# -- for everybody


@pytest.mark.few(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("days", [10, 3, 0])
def test_nothing_is_cut_in_the_smallest_window(new_window, monkeypatch, language, days):
    window = new_window(SMALLEST, language, text="large")
    window.services.clock = lambda: NOW
    backups(window, days)
    path = window.app.store.path
    if days:
        for number in (1, 2):
            path.with_name(f"{path.name}.unreadable-{number}").write_bytes(b"damaged")
        for number in range(4):
            (path.parent.parent / "Documents").mkdir(exist_ok=True)
            (path.parent.parent / "Documents" / f"games-{number}.kalahgui").write_bytes(b"")
    reader = Reader(monkeypatch)
    card(window)
    assert sum(name.endswith(backup.SUFFIX) for name in window.labels()) == (4 if days else 0)
    check_fit(window, reader)
    if days:
        window.press(say("library_go_back"))
        window.settle()
        check_fit(window, reader)
        play(window.app.store, 3)
        window.click(window.app.screen.controls.all[-1].rect.center)
        window.wait_for(lambda: isinstance(window.app.screen, GoBackQuestion))
        check_fit(window, reader)
        window.key(pygame.K_ESCAPE)
    window.app.store.change("UPDATE matches SET moves = '9 9'")
    checked(window)
    check_fit(window, reader)


def test_the_cards_are_told_with_what_each_button_does(dated):
    backups(dated, 2)
    card(dated)
    names = [part.name for part in told(dated) if part.role is Role.BUTTON]
    day = say("library_go_back_what", count=2, day="27 November")
    assert f"{say('library_go_back')} {day}" in names
    assert f"{say('library_check')}. {say('library_check_what')}" in names
    assert len(names) == len(set(names))
