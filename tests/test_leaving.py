"""Leaving the window while something that was accepted is not kept yet, or never can be."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from threading import Event
from unittest.mock import patch

import pygame
import pytest

from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.gui.screens.exchange import keeping
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import background
from kalahgui.gui.services.background import ADDS, BACKS_UP, BackgroundJobs, Errand
from kalahgui.gui.services.navigation import GameOf, MainScreen
from kalahgui.gui.shell.leaving import LeavingCard
from kalahgui.library import backup
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreBusy, StoreError, StoreFull
from kalahgui.match.match import Match, Player
from kalahgui.words import LANGUAGES, say, with_label

QUIT = pygame.Event(pygame.QUIT)


def games(window) -> int:
    """Return how many games are in the library."""
    return len(window.app.store.rows("SELECT id FROM matches"))


def written(first: int, end: int) -> str:
    """Return games as text, each of another player."""
    game = '[Game "kalah:6x4"]\n[First "%d"]\n\n1. 1 1 *\n'
    return "\n".join(game % number for number in range(first, end))


def paste(window, clip, first: int) -> None:
    """Paste twenty games and keep them."""
    clip["text"] = written(first, first + 20)
    window.key(pygame.K_v, "\x16", pygame.KMOD_CTRL)
    window.wait_for(lambda: window.button(say("take_yes")))
    window.press(say("take_yes"))


def close(window) -> None:
    """Ask the window to close, as its button does."""
    pygame.event.post(QUIT)
    window.frames()


@pytest.fixture
def stalled(window, monkeypatch):
    """Have a back-up of the library begin that stalls until the event is set."""
    begun, go_on = Event(), Event()

    def stall(store, path):
        begun.set()
        assert go_on.wait(60)

    monkeypatch.setattr(backup, "back_up", stall)
    monkeypatch.setattr(background, "STOPPED_JOBS", 0.01)
    window.app.open(MainScreen.LIBRARY)
    window.app.screen.backups.back_up()
    assert begun.wait(20)
    yield go_on
    go_on.set()


@pytest.fixture
def full(window, monkeypatch):
    """Have the disk be full until the list is emptied."""
    troubles, save = [StoreFull()], window.app.store.save

    def refuse(record):
        for trouble in troubles:
            raise trouble
        return save(record)

    monkeypatch.setattr(window.app.store, "save", refuse)
    return troubles


def play(window, keys: str) -> Play:
    """Begin a game of two people and play some moves."""
    match = Match(GAMES["kalah"], "6x4", (), (Player("Ann"), Player("Bob")))
    window.app.open(GameOf(match))
    window.frames(3)
    window.type(keys)
    return window.app.screen


def test_games_are_kept_while_a_back_up_stalls_and_who_leaves_hears_of_that(window, clip, stalled):
    paste(window, clip, 0)
    window.wait_for(lambda: games(window) == 20)
    paste(window, clip, 20)
    close(window)
    window.wait_for(lambda: games(window) == 40)
    window.frames(80)
    assert window.app.running
    assert isinstance(window.app.screen, LeavingCard)
    assert say("leaving_backs_up") in window.said()
    assert not any(say("leaving_adds", count=20) in words for words in window.said())
    close(window)
    assert not window.app.running
    path = window.app.store.path
    window.app.close()
    assert window.app.lost
    kept = Store(path)
    assert len(kept.matches()) == 40
    kept.close()


def test_what_takes_long_is_told_unless_it_is_kept_within_a_second(window, stalled):
    close(window)
    window.frames(30)
    assert window.app.running
    assert not isinstance(window.app.screen, LeavingCard)
    close(window)
    assert window.app.running
    assert isinstance(window.app.screen, LeavingCard), "who wishes it again knows at once"
    window.key(pygame.K_ESCAPE, "\x1b")
    window.frames(80)
    assert window.app.running
    assert not isinstance(window.app.screen, LeavingCard), "who closes the card stays"
    close(window)
    window.frames(80)
    assert isinstance(window.app.screen, LeavingCard)
    window.key(pygame.K_RETURN, "\r")
    assert window.button(say("leaving_wait")) is None, "who waits need not say so again"
    assert window.button(say("leaving_now"))
    assert window.app.running
    stalled.set()
    window.wait_for(lambda: not window.app.running)
    window.app.close()
    assert not window.app.lost


def test_what_fails_while_it_is_waited_for_is_told(window, monkeypatch):
    begun, go_on = Event(), Event()

    def fail(store):
        begun.set()
        assert go_on.wait(60)
        raise StoreFull

    said = []
    window.services.background_jobs.start(fail, said.append, Errand(ADDS, lambda: "Games."))
    assert begun.wait(20)
    close(window)
    window.frames(80)
    assert isinstance(window.app.screen, LeavingCard)
    go_on.set()
    window.wait_for(lambda: said)
    assert isinstance(window.app.screen, Home)
    window.frames(80)
    assert window.app.running


def test_who_quits_while_a_large_file_is_added_keeps_what_was_read(window, tmp_path, monkeypatch):
    begun, go_on = Event(), Event()
    items = keeping.fitting

    def slow(source):
        for number, item in enumerate(items(source)):
            if number == 25:
                begun.set()
                assert go_on.wait(60)
            yield item

    path = tmp_path / "many.kalah"
    path.write_text(written(0, 40), "ascii")
    monkeypatch.setattr(keeping, "SOME", 5)
    window.drop(path)
    monkeypatch.setattr(keeping, "fitting", slow)
    window.press(say("take_yes"))
    assert begun.wait(20)
    close(window)
    window.frames(80)
    assert isinstance(window.app.screen, LeavingCard)
    assert any(part.name.endswith("%") for part in window.app.screen.accessible_node().all)
    window.press(say("leaving_now"))
    go_on.set()
    path = window.app.store.path
    window.app.close()
    assert window.app.lost
    kept = Store(path)
    assert 25 <= len(kept.matches()) < 40
    kept.close()


def test_a_window_with_nothing_to_keep_closes_at_once(window):
    play(window, "1346")
    close(window)
    assert not window.app.running
    window.app.close()
    assert not window.app.lost


# -- a full disk


def test_what_could_not_be_saved_is_tried_again_by_itself(window, full):
    play(window, "1346")
    assert say("notice_not_saved_yet", why=say("store_full")) in window.services.notices.waiting
    window.app.open(MainScreen.HOME)
    window.frames(2)
    assert games(window) == 0
    full.clear()
    before = window.says()
    window.frames(10, dt=1.0)
    [game] = window.services.autosave.unfinished()
    assert game.record.moves == "1 3 4 6"
    assert "Ann" not in before and "Ann" in window.says(), "the game to go on with is listed"
    assert say("notice_saved_now") in window.services.notices.waiting


def test_who_leaves_hears_what_is_not_saved_and_tries_again(window, full):
    play(window, "1346")
    close(window)
    assert isinstance(window.app.screen, LeavingCard), "nothing gets better within a second"
    assert "Not saved: 4 moves (the disk is full)." in window.said()
    window.press(say("leaving_again"))
    assert window.services.notices.waiting[0] == say("leaving_still")
    window.frames(60, dt=0.4)
    assert window.app.running
    with patch.object(window.app, "draw") as draw:
        window.app.step(0.4)
    assert not draw.called, "nothing is drawn while it waits"
    full.clear()
    window.press(say("leaving_again"))
    assert not window.app.running
    window.app.close()
    assert not window.app.lost


def test_what_is_lost_is_in_the_status_and_in_the_log(window, full, caplog):
    play(window, "1346")
    close(window)
    window.press(say("leaving_now"))
    assert not window.app.running
    window.app.close()
    assert window.app.lost
    assert "before everything was kept" in caplog.text


@pytest.mark.skipif(os.name != "posix", reason="an open file can be moved on POSIX alone")
def test_who_leaves_while_the_folder_is_away_may_wait_for_it(tmp_path):
    from driver import Driver

    folder, away = tmp_path / "folder", tmp_path / "away"
    window = Driver(folder / "games.sqlite3")
    play(window, "1")
    folder.rename(away)
    folder.write_text("no folder can be made here")
    window.settle()
    window.type("3")
    close(window)
    assert isinstance(window.app.screen, LeavingCard)
    assert say("leaving_unsaved", what=say("leaving_moves", count=1), why=say("store_gone")) in (
        window.said()
    )
    folder.unlink()
    away.rename(folder)
    window.press(say("leaving_again"))
    assert not window.app.running
    window.close()
    assert not window.app.lost
    with closing(Store(folder / "games.sqlite3")) as store:
        assert [record.moves for record in store.matches()] == ["1 3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_has_room_for_its_words_and_shows_how_far_it_is(
    new_window, reader, language, monkeypatch
):
    window = new_window((800, 500), language)
    card = LeavingCard(
        window.app,
        [
            say("leaving_adds", count=1000),
            say("leaving_backs_up"),
            say("leaving_saves", name="kalahgui-position.png"),
            say("leaving_unsaved", what=say("leaving_moves", count=4), why=say("store_full")),
            say("leaving_paints"),
        ],
        print,
        print,
    )
    window.app.push(card)
    window.frames(2)
    assert say("leaving_more", count=1) in window.said()
    assert reader.cut == reader.outside == []
    jobs = window.services.background_jobs
    for share in (0.25, 0.5):
        monkeypatch.setattr(type(jobs), "share", share)
        card.tell([say("leaving_paints")])
        assert with_label(card.title_words, f"{share:.0%}") in [
            part.name for part in card.accessible_node().all
        ]


def test_a_store_in_memory_does_not_keep_anyone(tmp_path):
    from driver import Driver

    (tmp_path / "file").write_text("no folder")
    window = Driver(tmp_path / "file" / "games.sqlite3")
    assert window.app.store.notice is not None
    play(window, "1346")
    close(window)
    assert not window.app.running
    window.close()
    assert not window.app.lost


# -- jobs


@pytest.fixture
def jobs(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    jobs = BackgroundJobs(store)
    yield jobs
    jobs.stop()
    jobs.close()
    store.close()


def test_a_job_without_a_sign_of_life_is_given_up_and_the_next_one_done(jobs):
    begun, go_on, heard = Event(), Event(), []
    stalls = Errand(BACKS_UP, lambda: "A backup.")
    jobs.start(lambda store: begun.set() or go_on.wait(60), heard.append, stalls)
    jobs.start(lambda store: heard.append("next"), heard.append, Errand(BACKS_UP))
    assert begun.wait(20)
    jobs.update(BACKS_UP.seconds - 1)
    assert heard == []
    assert jobs.update(2.0)
    jobs.close()
    [error] = [news for news in heard if news not in ("next", None)]
    assert isinstance(error, UserError) and str(error) == "it took too long"
    assert "next" in heard
    go_on.set()


def test_a_job_that_ends_while_it_is_given_up_takes_no_other_with_it(jobs):
    begun, go_on, next_begun, heard = Event(), Event(), Event(), []

    class LastMoment(Errand):
        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            if name == "stopped" and value:  # it is given up
                go_on.set()
                assert next_begun.wait(20)

    end = Event()
    jobs.start(lambda store: begun.set() or go_on.wait(60), heard.append, LastMoment(BACKS_UP))
    jobs.start(lambda store: next_begun.set() or end.wait(60), heard.append, Errand(BACKS_UP))
    assert begun.wait(20)
    jobs.update(BACKS_UP.seconds + 1)
    jobs.update(BACKS_UP.seconds + 1)
    assert [str(error) for error in heard] == 2 * ["it took too long"]
    end.set()


def test_a_job_that_goes_on_may_take_as_long_as_it_needs(jobs):
    errand, lived, go_on = Errand(ADDS), Event(), Event()

    def work(store):
        errand.go_on()
        lived.set()
        assert go_on.wait(60)

    jobs.start(work, print, errand)
    assert lived.wait(20)
    assert not jobs.update(ADDS.seconds)
    errand.go_on()
    assert not jobs.update(ADDS.seconds)
    go_on.set()


def test_a_job_is_begun_again_while_another_one_holds_the_store(jobs):
    tries, heard = [], []

    def work(store):
        tries.append(1)
        if len(tries) < 3:
            raise StoreBusy
        return "done"

    jobs.start(work, heard.append)
    jobs.close()
    jobs.update()
    assert heard == ["done"] and len(tries) == 3


def test_a_job_on_a_store_that_stays_busy_fails(jobs, monkeypatch):
    monkeypatch.setattr(background, "TRIES", 2)

    def work(store):
        raise StoreBusy

    heard = []
    jobs.start(work, heard.append, Errand(ADDS, lambda: "Games."))
    assert jobs.close(), "something is lost"
    jobs.update()
    assert isinstance(heard[0], StoreError)


ENDED = """
import sys
from contextlib import closing
from threading import Event
from kalahgui.gui.services import background
from kalahgui.gui.shell import program
background._LAST_JOBS = 0.1
step = program.Program.step

def stall(store):
    print("begun", flush=True)
    Event().wait()

def begin(self, dt):
    program.Program.step = step
    errand = background.Errand(background.ADDS, lambda: "Games are added.")
    self.services.background_jobs.start(stall, print, errand)
    step(self, dt)

program.Program.step = begin
sys.exit(program.run())
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="ends a process by a signal")
def test_a_signal_ends_the_program_without_a_question_and_the_status_tells_of_the_loss(tmp_path):
    names = ("HOME", "XDG_DATA_HOME", "KALAHGUI_CACHE")
    environment = os.environ | dict.fromkeys(names, str(tmp_path))
    environment |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    program = subprocess.Popen(
        [sys.executable, "-c", ENDED],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while program.stdout.readline() != "begun\n":
        assert program.poll() is None
    program.send_signal(signal.SIGTERM)
    _, said = program.communicate(timeout=30)
    assert program.returncode == 1
    assert said == "the window was closed before everything was kept\n"
