"""The autosave: what cannot be written is told once, written later, and never written twice."""

import os
import shutil
import sqlite3
import time
from concurrent.futures import wait
from contextlib import closing
from dataclasses import replace
from datetime import date
from itertools import pairwise
from random import Random
from threading import Event

import pytest

from kalahgui.engine.judgement import Judgement
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.gui.services import autosave as autosave_module
from kalahgui.gui.services import settings
from kalahgui.gui.services.autosave import Autosave
from kalahgui.gui.services.settings import Choices
from kalahgui.library import formats, listing, rotation, saved
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import Store
from kalahgui.library.store_file import StoreBusy, StoreError, StoreFull
from kalahgui.match.match import Match, Player, Series
from kalahgui.match.node import Forfeit, Node
from kalahgui.words import say

posix = pytest.mark.skipif(os.name != "posix", reason="an open file can be moved on POSIX alone")


class Troubled(Store):
    """A store in memory whose writing fails as long as there is a ``trouble``."""

    trouble: StoreError | None = None

    def set_setting(self, name, value):
        self._meet_trouble()
        super().set_setting(name, value)

    def save(self, record):
        self._meet_trouble()
        return super().save(record)

    def save_review(self, *review):
        self._meet_trouble()
        super().save_review(*review)

    def _meet_trouble(self):
        if self.trouble is not None:
            raise self.trouble


@pytest.fixture
def store():
    store = Troubled()
    yield store
    store.close()


@pytest.fixture
def notices():
    return []


@pytest.fixture
def autosave(store, notices):
    return Autosave(store, Choices(language="en"), notices.append)


def begun(*moves: str) -> StoredMatch:
    match = Match(GAMES["kalah"], "6x4", (), (Player("Ann"), Player("Bob")))
    match.replay_texts(moves or ("1",))
    return StoredMatch(match)


def test_a_match_without_a_move_is_not_kept_unless_it_goes_on_with_a_series(autosave, store):
    fresh = StoredMatch(Match(GAMES["kalah"], "6x4", (), (Player(), Player())))
    autosave.keep_match(fresh)
    autosave.keep_review(fresh, judged(fresh))
    assert not autosave.waiting
    assert (store.matches(), store.review_figures("kalah")) == ([], [])
    assert autosave.review_of(fresh) == {}
    # A rematch that is left before its first move.
    autosave.keep_match(replace(fresh, series=Series((1, 0))))
    assert [saved.stored_of(record).series for record in store.matches()] == [Series((1, 0))]


@pytest.mark.parametrize("what", ["choices", "match", "review"])
def test_a_failure_is_told_once_and_tried_again_until_it_is_written(autosave, store, notices, what):
    stored = begun()
    if what == "review":
        autosave.keep_match(stored)
    store.trouble = StoreError("the disk is full")
    if what == "choices":
        autosave.keep_choices()
    elif what == "match":
        autosave.keep_match(stored)
    else:
        autosave.keep_review(stored, judged(stored))
    for _ in range(3):
        autosave.write()
    assert autosave.unkept()
    assert notices == [say("notice_not_saved_yet", why="the disk is full")]
    store.trouble = None
    autosave.write()
    assert not autosave.unkept()
    assert notices[1:] == [say("notice_saved_now")]
    assert settings.load(store).language == "en"
    stored.match.replay_texts(["2"])
    autosave.keep_match(stored)
    assert [record.moves for record in store.matches()] == ["1 2"]


def test_what_could_not_be_written_is_tried_again_after_growing_pauses(
    autosave, store, notices, monkeypatch
):
    stored, seconds, tries = begun(), [], []
    store.trouble = StoreError("the disk is full")
    autosave.keep_match(stored)
    save = store.save
    monkeypatch.setattr(store, "save", lambda *what: tries.append(len(seconds)) or save(*what))
    while len(seconds) < 300:
        seconds.append(1.0)
        autosave.update(seconds[-1])
    assert tries[0] <= 2
    pauses = [after - before for before, after in pairwise(tries)]
    assert pauses == sorted(pauses) and pauses[-1] == 60
    stored.match.replay_texts(["2"])
    store.trouble = None
    for _ in range(60):
        autosave.update(1.0)
    assert [record.moves for record in store.matches()] == ["1 2"]
    assert len(notices) == 2


def test_choices_of_one_frame_are_written_together(store, notices, monkeypatch):
    choices, written = Choices(language="en"), []
    monkeypatch.setattr(store, "set_setting", lambda name, kept: written.append(dict(kept)))
    autosave = Autosave(store, choices, notices.append)
    for theme, sound in (("slate", True), ("contrast", False)):
        choices.theme, choices.sound = theme, sound
        autosave.keep_choices()
        assert not autosave.waiting, "nobody waits with a game's result for choices"
        assert not written
    autosave.update(0.01)
    autosave.update(0.01)
    [kept] = written
    assert (kept["theme"], kept["sound"]) == ("contrast", False)
    for _ in range(20):
        autosave.keep_choices()
        autosave.update(0.01)
    store.trouble = StoreFull()
    autosave.keep_match(begun())
    store.trouble = None
    autosave.update(2.1)
    assert notices[1:] == [say("notice_saved_now")], "after the first pause, however much was kept"


def test_what_is_refused_for_ever_keeps_nothing_else_from_being_written(autosave, store, caplog):
    def refuse(store):
        raise StoreError("refused")

    autosave.keep_learnt(refuse)
    autosave.keep_learnt(lambda store: 1 // 0)
    autosave.keep_match(begun())
    autosave.keep_answer("cut", True)
    assert [record.moves for record in store.matches()] == ["1"]
    assert autosave.answers() == {"cut": [True]}
    assert "ZeroDivisionError" in caplog.text
    assert autosave.unkept() == ["Not saved: 1 result from “Learn” (refused)."]
    assert autosave.close(), "something is lost"


def test_what_waits_is_bounded(autosave, store, monkeypatch):
    monkeypatch.setattr(autosave_module, "MOST", 3)
    store.trouble = StoreError("the disk is full")
    games = [begun(move) for move in "12345"]
    for stored in games * 2:
        autosave.keep_match(stored)
    store.trouble = None
    autosave.write()
    assert len(store.matches()) == 3


def test_what_waits_is_told_by_what_it_is(autosave, store):
    played, changed = begun("1", "2"), begun("3", "6", "4", "1")
    autosave.keep_match(changed)
    assert autosave.unkept() == []
    store.trouble = StoreFull()
    played.match.replay_texts(["3"])
    changed.match.root.comment = "a good start"
    autosave.keep_match(changed)
    autosave.keep_match(played)
    autosave.keep_review(played, judged(played))
    autosave.keep_choices()
    what = "3 moves, changes of 1 game, 1 review, your settings"
    assert autosave.unkept() == [f"Not saved: {what} (the disk is full)."]
    assert autosave.newest().stored is changed, "it is gone on with as it waits"


def test_a_match_is_written_once_however_often_it_was_kept_while_the_store_was_busy(
    autosave, store, notices
):
    stored = begun()
    store.trouble = StoreBusy("held")
    autosave.keep_match(stored)
    stored.match.replay_texts(["2"])
    autosave.keep_match(stored)
    autosave.keep_match(stored)
    assert autosave.waiting
    store.trouble = None
    autosave.write()
    assert not autosave.waiting
    [record] = store.matches()
    assert (record.moves, record.revision) == ("1 2", 1)
    assert (stored.identifier, stored.revision) == (record.id, 1)
    assert notices == []


def test_what_is_kept_here_is_gone_on_with_and_what_came_from_elsewhere_when_it_is_played_on(
    autosave, store, monkeypatch
):
    moment = "2026-11-20T03:00:00.000+00:00"
    monkeypatch.setattr(saved, "now", lambda: moment)
    here, elsewhere = begun("3", "6", "4", "1"), begun("3", "6", "4")
    here.begun = elsewhere.begun = moment
    autosave.keep_match(here)
    as_read = replace(saved.record_of(elsewhere), saved=elsewhere.begun)
    assert saved.add_new(store, [as_read]) == (1, 0)
    assert [game.record.moves for game in autosave.unfinished()] == ["3 6 4 1"]
    assert autosave.count_unfinished() == 1
    [record] = [record for record in store.matches() if record.moves == "3 6 4"]
    again = saved.stored_of(record)
    again.match.replay_texts(["2"])
    autosave.keep_match(again)
    assert {game.record.moves for game in autosave.unfinished()} == {"3 6 4 1", "3 6 4 2"}
    assert autosave.count_unfinished() == 2


SEATINGS = {
    "you begin": (Player(), Player("", Method(level=1))),
    "the computer begins": (Player("", Method(level=1)), Player()),
    "friends": (Player("Ann"), Player("Bob")),
    "computers": (Player("", Method(level=1)), Player("", Method(level=2))),
}


@pytest.mark.law
@pytest.mark.parametrize("seats", SEATINGS)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_offered_when_persons_have_made_four_moves_until_it_is_over(
    autosave, store, game, seats
):
    drawn, players = Random(f"{game} {seats}"), SEATINGS[seats]
    stored = StoredMatch(Match(GAMES[game], GAMES[game].variants[0], (), players))
    match, by_persons = stored.match, 0
    while not match.over:
        by_persons += players[match.position.turn].person
        match.play(drawn.choice([*match.position.moves()]))
        autosave.keep_match(stored)
        offered = by_persons >= 4 and not match.over
        assert autosave.count_unfinished() == len(autosave.unfinished()) == offered
        assert (autosave.newest() is not None) == offered
    assert len(store.matches()) == 1


def test_a_match_given_up_before_the_first_move_is_kept(autosave, store):
    stored = StoredMatch(Match(GAMES["kalah"], "6x6", (), (Player(), Player())))
    autosave.keep_match(stored)
    assert store.matches() == []
    stored.match.lose(Forfeit(0), stored.match.root)
    autosave.keep_match(stored)
    assert [record.result for record in store.matches()] == ["first resigned"]


def judged(stored: StoredMatch) -> dict[Node, Judgement]:
    """Return a judgement of the start, in which all moves are worth the same."""
    root = stored.match.root
    moves = root.position.moves()
    return {root: Judgement(1, dict.fromkeys(moves, 2), frozenset(), {m: [m] for m in moves})}


def test_a_review_has_its_match_before_it_and_is_read_when_a_busy_store_is_free(
    autosave, store, notices
):
    stored = begun()
    known: dict[Node, Judgement] = {}
    store.trouble = StoreBusy("held")
    autosave.keep_review(stored, known)
    autosave.keep_review(stored, known)
    assert autosave.waiting
    known |= judged(stored)
    store.trouble = None
    autosave.write()
    assert not autosave.waiting
    assert autosave.review_of(stored) == known
    assert stored.identifier == 1
    again = saved.stored_of(store.match(1))
    (node,) = autosave.review_of(again)
    assert node is again.match.root
    assert notices == []


def test_the_review_of_a_match_that_was_deleted_is_kept_with_a_copy(autosave, store, notices):
    stored = begun()
    autosave.keep_match(stored)
    listing.discard(store, stored.identifier)
    autosave.keep_review(stored, judged(stored))
    assert notices == [say("notice_copy")]
    assert [record.id for record in store.matches()] == [stored.identifier] == [2]
    assert autosave.review_of(stored) == judged(stored)
    assert not autosave.waiting


def test_a_whole_review_that_waits_is_not_whole_of_what_was_played_meanwhile(autosave, store):
    stored = begun()
    autosave.keep_match(stored)
    store.trouble = StoreBusy("busy")
    autosave.keep_review(stored, judged(stored), whole=True)
    stored.match.undo()
    stored.match.play(stored.match.position.moves()[-1])
    store.trouble = None
    autosave.keep_match(stored)
    assert autosave.review_of(stored)
    assert not autosave.has_whole_review(stored)


def test_a_review_that_cannot_be_read_is_told_once_and_the_match_goes_on(autosave, store, notices):
    stored = begun()
    autosave.keep_review(stored, judged(stored))
    (figures,) = store.review_figures("kalah")
    store.save_review(figures, "{oops", stored.revision)
    for _ in range(3):
        assert autosave.review_of(stored) == {}
    assert notices == [say("notice_bad_review")]
    stored.match.replay_texts(["2"])
    autosave.keep_match(stored)
    assert store.matches()[0].moves == "1 2"


@posix
@pytest.mark.parametrize("what", ["choices", "match", "review"])
@pytest.mark.parametrize("gone", ["file", "folder", "folder to another name"])
def test_what_finds_the_file_gone_is_written_all_the_same(tmp_path, notices, what, gone):
    path = tmp_path / "folder" / "games.sqlite3"
    store = Store(path)
    choices = Choices(language="en")
    autosave = Autosave(store, choices, notices.append)
    autosave.keep_choices()
    autosave.update(0.0)
    stored = begun("1", "2")
    if what == "review":
        autosave.keep_match(stored)
    if gone == "file":
        path.unlink()
    elif gone == "folder":
        shutil.rmtree(path.parent)
    else:
        path.parent.rename(tmp_path / "elsewhere")
    choices.theme = "slate"
    if what == "choices":
        autosave.keep_choices()
        autosave.update(0.0)
        assert settings.load(store).theme == "slate"
    elif what == "match":
        autosave.keep_match(stored)
        assert [record.moves for record in store.matches()] == ["1 2"]
    else:
        autosave.keep_review(stored, judged(stored))
        assert autosave.review_of(stored) == judged(stored)
    assert not autosave.waiting
    assert notices == [say("notice_restored")]
    assert not autosave.close()
    with closing(Store(path)) as again:
        assert settings.load(again).theme == "slate"
        assert len(again.matches()) == (what != "choices")


@posix
@pytest.mark.parametrize("earlier", [True, False])
def test_earlier_days_are_promised_where_there_are_any(tmp_path, notices, earlier):
    path, other = tmp_path / "games.sqlite3", tmp_path / "other"
    for file in (path, other):
        with closing(Store(file)) as store:
            Autosave(store, Choices(), print).keep_match(begun("1"))
    store = Store(path)
    autosave = Autosave(store, Choices(language="en"), notices.append)
    if earlier:
        rotation.back_up_daily(store, date(2026, 1, 1))
    shutil.copyfile(other, path)
    os.utime(path, (1, 1))
    autosave.keep_match(begun("1", "2"))
    assert say("notice_overwritten") in notices[0]
    assert (say("notice_earlier_days") in notices[0]) is earlier
    autosave.close()


@posix
@pytest.mark.parametrize("comes_back", [True, False])
def test_what_cannot_be_written_while_the_folder_is_away_is_written_later(
    tmp_path, notices, comes_back
):
    path, away = tmp_path / "folder" / "games.sqlite3", tmp_path / "away"
    autosave = Autosave(Store(path), Choices(language="en"), notices.append)
    autosave.keep_match(begun("1", "2"))
    path.parent.rename(away)
    path.parent.write_text("no folder can be made here")
    stored = begun("1", "2", "3")
    autosave.keep_match(stored)
    autosave.update(3.0)
    assert autosave.failing
    assert autosave.waiting
    assert notices == [say("notice_not_saved_yet", why=say("store_gone"))]
    assert autosave.unkept()
    assert comes_back or autosave.close(), "something is lost"
    if not comes_back:
        return
    path.parent.unlink()
    away.rename(path.parent)
    autosave.update(100.0)
    assert notices[1:] == [say("notice_saved_now")]
    assert not autosave.close()
    with closing(Store(path)) as again:
        assert sorted(record.moves for record in again.matches()) == ["1 2", "1 2 3"]


def test_what_was_written_is_soon_on_the_disk(tmp_path, notices, monkeypatch):
    path = tmp_path / "games.sqlite3"
    store = Store(path)
    autosave = Autosave(store, Choices(), notices.append)
    autosave.keep_match(begun("1", "2"))
    sync, asked, synced = store.sync, Event(), Event()
    monkeypatch.setattr(store, "sync", lambda: asked.set() or sync() or synced.set())
    autosave.update(0.1)
    assert not asked.wait(0.05)
    later = time.monotonic() + 11
    monkeypatch.setattr(time, "monotonic", lambda: later)
    autosave.update(0.1)
    assert synced.wait(20)
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as file:
        assert file.execute("SELECT moves FROM matches").fetchall() == [("1 2",)]
    autosave.close()


def test_leaving_takes_nothing_from_what_is_on_its_way_onto_the_disk(
    tmp_path, notices, monkeypatch
):
    store = Store(tmp_path / "games.sqlite3")
    autosave = Autosave(store, Choices(), notices.append)
    begun_to_sync, go_on, closed = Event(), Event(), []
    monkeypatch.setattr(store, "sync", lambda: begun_to_sync.set() or go_on.wait(60))
    monkeypatch.setattr(autosave_module, "SYNCED_WITHIN", -1.0)
    autosave.update(0.1)
    assert begun_to_sync.wait(20)
    with monkeypatch.context() as context:
        context.setattr(store, "close", lambda: closed.append(go_on.is_set()))
        with monkeypatch.context() as impatient:
            impatient.setattr(autosave_module, "LAST_SYNC", 0.0)
            assert not autosave.close()
        assert not closed, "closing would wait for the same disk"
        go_on.set()
        autosave.close()
    assert closed == [True]


def test_leaving_writes_what_a_busy_store_made_wait(tmp_path, notices, monkeypatch):
    path = tmp_path / "games.sqlite3"
    store = Troubled(path)
    autosave = Autosave(store, Choices(), notices.append)
    store.trouble = StoreBusy("held")
    autosave.keep_match(begun())
    tries = []

    def free_after_three(write=autosave.write):
        tries.append(1)
        if len(tries) == 3:
            store.trouble = None
        write()

    monkeypatch.setattr(autosave, "write", free_after_three)
    autosave.close()
    assert len(tries) == 3
    other = Store(path)
    assert [record.moves for record in other.matches()] == ["1"]
    other.close()


def test_leaving_goes_on_as_soon_as_the_disk_lets_the_store_go(autosave, store, monkeypatch):
    go_on, waited = Event(), []
    monkeypatch.setattr(store, "sync", lambda: go_on.wait(60))
    monkeypatch.setattr(autosave_module, "SYNCED_WITHIN", -1.0)
    autosave.update(0.1)

    def done(futures, seconds):
        store.trouble = None
        go_on.set()
        waited.append(seconds)
        return wait(futures, 20)

    monkeypatch.setattr(autosave_module, "wait", done)
    monkeypatch.setattr(autosave_module.time, "sleep", lambda seconds: pytest.fail("it slept"))
    monkeypatch.setattr(store, "close", bool)
    store.trouble = StoreBusy("held")
    autosave.keep_match(begun())
    assert not autosave.close() and len(waited) == 2
    assert [record.moves for record in store.matches()] == ["1"]


@pytest.mark.parametrize("whole", [True, False])
def test_a_review_that_came_to_its_end_is_known_until_the_match_goes_on(autosave, store, whole):
    stored = begun()
    assert not autosave.has_whole_review(stored)
    autosave.keep_review(stored, judged(stored), whole)
    again = saved.stored_of(store.match(1))
    assert autosave.has_whole_review(again) is whole
    again.match.replay_texts(["2"])
    assert not autosave.has_whole_review(again)


def test_games_of_one_file_are_told_apart_by_their_events_and_known_when_it_comes_again(store):
    game = '[Game "eight"]\n[Event "%s"]\n[Date "2001.02.03"]\n1 2 1\n'
    text = "".join(game % event for event in ("a", "b", "b"))

    def records():
        return [written.record() for written in formats.read(text.encode()).games]

    assert saved.add_new(store, records()) == (2, 1)
    assert saved.add_new(store, records()) == (0, 3)


def test_what_was_read_before_it_failed_is_kept(store):
    def failing():
        for number in (1, 2):
            yield formats.read(b"eight %d" % number).games[0].record()
        raise OSError("the stick is gone")

    counts = []
    with pytest.raises(OSError):
        saved.add_new(store, failing(), watch=counts.append)
    assert counts[-1] == (2, 0)
    assert store.rows("SELECT count(*) FROM matches") == [(2,)]
