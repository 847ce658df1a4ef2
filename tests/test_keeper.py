"""The keeper: what cannot be written is told once, written later, and never written twice."""

from __future__ import annotations

import shutil

import pytest

from kalahgui.games import GAMES
from kalahgui.gui import settings
from kalahgui.gui.keeper import Keeper
from kalahgui.gui.kit.words import say
from kalahgui.gui.settings import Choices
from kalahgui.library.saved import StoredMatch
from kalahgui.library.store import Store, StoreBusy, StoreError
from kalahgui.match.match import Match, Player


class Troubled(Store):
    """A store in memory whose writing fails as long as there is a ``trouble``."""

    trouble: StoreError | None = None

    def set_setting(self, name, value):
        self._meet_trouble()
        super().set_setting(name, value)

    def save(self, record):
        self._meet_trouble()
        return super().save(record)

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
def keeper(store, notices):
    return Keeper(store, Choices(language="en"), notices.append)


def begun(*moves: str) -> StoredMatch:
    match = Match(GAMES["kalah"], "6x4", (), (Player("Ann"), Player("Bob")))
    match.replay_texts(moves or ("1",))
    return StoredMatch(match)


def test_what_is_kept_is_written_at_once(keeper, store, notices):
    stored = begun()
    keeper.keep_choices()
    keeper.keep_match(stored)
    assert not keeper.waiting
    assert settings.load(store).language == "en"
    assert (stored.identifier, stored.revision) == (1, 1)
    assert notices == []


def test_a_match_without_a_move_is_not_kept(keeper, store):
    keeper.keep_match(StoredMatch(Match(GAMES["kalah"], "6x4", (), (Player(), Player()))))
    assert not keeper.waiting
    assert store.matches() == []


@pytest.mark.parametrize("what", ["choices", "match"])
def test_a_failure_is_told_once_and_not_tried_again_on_every_frame(keeper, store, notices, what):
    store.trouble = StoreError("the disk is full")
    if what == "choices":
        keeper.keep_choices()
    else:
        keeper.keep_match(begun())
    assert not keeper.waiting
    for _ in range(3):
        keeper.write()
    assert notices == [say("notice_not_saved", why="the disk is full")]


def test_a_failure_lets_go_of_everything_that_waits(keeper, store, notices):
    store.trouble = StoreBusy("held")
    keeper.keep_match(begun())
    store.trouble = StoreError("the disk is full")
    keeper.keep_choices()
    assert not keeper.waiting
    assert len(notices) == 1


def test_what_is_kept_after_a_failure_is_written(keeper, store):
    stored = begun()
    store.trouble = StoreError("the disk is full")
    keeper.keep_match(stored)
    store.trouble = None
    stored.match.replay_texts(["2"])
    keeper.keep_match(stored)
    [record] = store.matches()
    assert (record.moves, record.revision) == ("1 2", 1)


def test_a_match_is_written_once_however_often_it_was_kept_while_the_store_was_busy(
    keeper, store, notices
):
    stored = begun()
    store.trouble = StoreBusy("held")
    keeper.keep_match(stored)
    stored.match.replay_texts(["2"])
    keeper.keep_match(stored)
    keeper.keep_match(stored)
    assert keeper.waiting
    store.trouble = None
    keeper.write()
    assert not keeper.waiting
    [record] = store.matches()
    assert (record.moves, record.revision) == ("1 2", 1)
    assert (stored.identifier, stored.revision) == (record.id, 1)
    assert notices == []


@pytest.mark.parametrize("what", ["choices", "match"])
def test_what_finds_the_file_gone_is_written_to_the_memory_at_once(tmp_path, notices, what):
    path = tmp_path / "folder" / "games.sqlite3"
    store = Store(path)
    choices = Choices(language="en")
    keeper = Keeper(store, choices, notices.append)
    keeper.keep_choices()
    shutil.rmtree(path.parent)
    choices.theme = "slate"
    if what == "choices":
        keeper.keep_choices()
        assert settings.load(store).theme == "slate"
    else:
        keeper.keep_match(begun("1", "2"))
        assert [record.moves for record in store.matches()] == ["1 2"]
    assert not keeper.waiting
    assert notices == [say("notice_lost")]
    keeper.close()


def test_leaving_writes_what_a_busy_store_made_wait(tmp_path, notices, monkeypatch):
    path = tmp_path / "games.sqlite3"
    store = Troubled(path)
    keeper = Keeper(store, Choices(), notices.append)
    store.trouble = StoreBusy("held")
    keeper.keep_match(begun())
    tries = []

    def free_after_three(write=keeper.write):
        tries.append(1)
        if len(tries) == 3:
            store.trouble = None
        write()

    monkeypatch.setattr(keeper, "write", free_after_three)
    keeper.close()
    assert len(tries) == 3
    other = Store(path)
    assert [record.moves for record in other.matches()] == ["1"]
    other.close()
