"""Endgame databases on this machine: built once, shared, looked up, and told of in the window."""

import errno
import os
import random
import shutil
import threading
import zlib
from collections import Counter
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from filelock import FileLock
from small_kalah import built

from kalahgui import memory
from kalahgui.core import COMPILED
from kalahgui.core.endgame import Endgame, entries_of
from kalahgui.core.search import StopWord
from kalahgui.engine import endgame_store
from kalahgui.engine.endgame_store import (
    EndgameBuilds,
    EndgameShape,
    EndgameStore,
    Kind,
    any_placings,
    rules_digest,
    shape_of,
    shape_within,
    stands_sample,
)
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.knowledge import Knowledge, machine_knowledge, with_known_end
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.gui.services.background import Endgames
from kalahgui.gui.services.navigation import MainScreen
from kalahgui.gui.shell import app as app_module
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store

SHAPE = EndgameShape(4, 9 if COMPILED else 6)
SMALLER = EndgameShape(4, 5)
HEADER = len(SHAPE.header(0))
KALAH = GAMES["kalah"]


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A folder with a database."""
    folder = tmp_path_factory.mktemp("original")
    assert EndgameStore(folder).build(SHAPE, StopWord()) is not None
    return folder


@pytest.fixture
def store(tmp_path):
    return EndgameStore(tmp_path / "cache")


@pytest.fixture
def copied(original, store):
    """A store whose folder has a database, which it has not looked at yet."""
    shutil.copytree(original, store.folder)
    return store


def original_bytes(original):
    return EndgameStore(original).path(SHAPE).read_bytes()


def kinds(store):
    return [news.kind for news in store.news()]


def files(store):
    return {path.name for path in store.folder.iterdir() if path.suffix != ".lock"}


def no_room(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def no_memory(*_):
    raise MemoryError


# -- one program


def test_a_database_is_built_once_and_found_again(store):
    assert shape_of(store.build(SHAPE, StopWord())) == SHAPE
    assert files(store) == {f"{SHAPE.name}.endgame"}
    assert store.path(SHAPE).stat().st_size == SHAPE.size
    again = EndgameStore(store.folder)
    assert again.opened(4, False) is None, "nobody has asked for it"
    endgame = again.find(4, False)
    assert shape_of(endgame) == SHAPE
    assert again.find(4, False) is again.opened(4, False) is endgame
    assert again.find(4, True) is None and again.find(5, False) is None
    shares = []
    assert again.build(SMALLER, StopWord(), watch=shares.append) is endgame
    assert shares == [], "the larger one has it all"
    assert kinds(store) == kinds(again) == []


def test_a_database_on_several_threads_is_the_same_file(store, original):
    store.build(SHAPE, StopWord(), threads=3)
    assert store.path(SHAPE).read_bytes() == original_bytes(original)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.99])
def test_a_build_that_was_stopped_leaves_nothing_behind(store, monkeypatch, share):
    monkeypatch.setattr(endgame_store, "SLICE", 1)  # a stop is noticed after every row
    stop = StopWord()

    def watch(done):
        stop.raised = done >= share

    assert store.build(SHAPE, stop, watch=watch, in_memory=True) is None
    assert files(store) == set() and store.find(4, False) is None


def flipped(place):
    return lambda data: data[:place] + bytes([data[place] ^ 1]) + data[place:][1:]


def sealed(data, shape=SHAPE):
    """Return a file of some values under their right checksum."""
    return shape.header(zlib.crc32(data)) + data


def planted(one_in, seed):
    """Return what makes so many gains wrong."""

    def spoil(data):
        chance, values = random.Random(seed), bytearray(data[HEADER:])
        for place in chance.sample(range(len(values)), SHAPE.entries // one_in):
            value = values[place]
            values[place] = chance.choice([*{0, 1, value - 1, value + 2, 255} - {value}])
        return sealed(bytes(values))

    return spoil


CHECKSUM, WRONG = "its checksum does not match", "its values do not follow from each other"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        *((flipped(place), CHECKSUM) for place in (30, 128, -1)),
        (lambda data: data[:200], CHECKSUM),
        (lambda data: data + b"\0", CHECKSUM),
        (lambda data: sealed(data[HEADER:] + b"more"), CHECKSUM),
        (lambda data: sealed(data[HEADER:], SHAPE._replace(empty_capture=True)), CHECKSUM),
        *((planted(50, seed), WRONG) for seed in range(2)),
        # Of another version: these are replaced without a word.
        (lambda data: b"", None),
        (lambda data: b"KalahEnd\1\0\0\0" + bytes(20_000), None),
    ],
)
def test_a_file_that_is_not_sound_is_set_aside_and_built_again(copied, original, spoil, why):
    path = copied.path(SHAPE)
    path.write_bytes(spoil(path.read_bytes()))
    store = EndgameStore(copied.folder, chance=random.Random(1))
    assert store.find(4, False) is None
    assert store.news() == ([(Kind.SET_ASIDE, SHAPE, why)] if why else [])
    assert files(store) == {f"{SHAPE.name}.{'damaged' if why else 'endgame'}"}
    assert shape_of(store.build(SHAPE, StopWord())) == SHAPE
    assert path.read_bytes() == original_bytes(original)


@pytest.mark.law
@pytest.mark.compiled
@pytest.mark.parametrize(("one_in", "least"), [(20, 40), (100, 39), (1000, 13)])
def test_wrong_gains_are_found_as_often_as_is_promised(original, one_in, least):
    """A wrong gain shows in the placings before it, too, so the share that is found is larger."""
    data = planted(one_in, one_in)(original_bytes(original))
    endgame = Endgame(*SHAPE, data[HEADER:])
    found = sum(not stands_sample(endgame, random.Random(seed)) for seed in range(40))
    assert found >= least


@pytest.mark.law
@pytest.mark.parametrize("empty_capture", [False, True])
@pytest.mark.parametrize(("pits", "stones"), [(1, 18), (2, 8), (3, 6), (5, 4), (8, 3)])
def test_no_sound_database_is_refused(pits, stones, empty_capture):
    endgame = built(pits, stones, empty_capture)
    assert all(stands_sample(endgame, random.Random(seed)) for seed in range(3))


def test_every_placing_may_be_looked_at():
    """Of all placings each is equally likely."""
    sample = any_placings(EndgameShape(2, 4), 4000, random.Random(1))
    seen = Counter((position.own, position.opp) for position in sample)
    assert len(seen) == entries_of(2, 2) + entries_of(2, 3) + entries_of(2, 4)
    assert max(seen.values()) < 2 * min(seen.values())


def test_a_file_of_other_rules_is_not_used(copied, monkeypatch):
    assert rules_digest(False) != rules_digest(True)
    monkeypatch.setattr(endgame_store, "rules_digest", lambda empty_capture: "0" * 16)
    assert copied.find(4, False) is None


def test_a_smaller_one_serves_while_the_larger_one_is_damaged(store):
    store.build(SMALLER, StopWord())
    store.build(SHAPE, StopWord())
    os.truncate(store.path(SHAPE), 5000)
    assert shape_of(EndgameStore(store.folder).find(4, False)) == SMALLER


def test_a_disk_without_room_is_noticed_before_the_work(store, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=999))
    shares = []
    with pytest.raises(OSError, match="No space left"):
        store.build(SHAPE, StopWord(), watch=shares.append)
    assert shares == []


def test_what_cannot_be_kept_serves_from_memory(store, monkeypatch):
    monkeypatch.setattr(os, "fsync", no_room)
    built = store.build(SHAPE, StopWord(), in_memory=True)
    assert shape_of(built) == SHAPE and store.find(4, False) is built
    [news] = store.news()
    assert (news.kind, news.why) == (Kind.NOT_KEPT, "No space left on device")
    assert files(store) == set()


def test_a_folder_that_cannot_be_made_is_an_error_or_memory_serves(tmp_path):
    (tmp_path / "file").touch()
    store = EndgameStore(tmp_path / "file")
    with pytest.raises(OSError):
        store.build(SMALLER, StopWord())
    assert store.build(SMALLER, StopWord(), in_memory=True) is store.find(4, False) is not None


def test_a_larger_one_than_asked_for_is_not_even_read(store):
    store.build(SMALLER, StopWord())
    store.build(SHAPE, StopWord())
    limited = EndgameStore(store.folder, SMALLER.size)
    assert shape_of(limited.find(4, False)) == SMALLER
    assert shape_of(EndgameStore(store.folder, SHAPE.size).find(4, False)) == SHAPE


@pytest.mark.parametrize(
    "free, stones",
    [(100 << 30, 20), (10 << 30, 18), (1 << 30, 16), (30 << 20, 13), (OSError(), 16)],
)
def test_what_is_built_unasked_takes_little_of_a_full_disk(store, monkeypatch, free, stones):
    def disk_usage(folder):
        if isinstance(free, OSError):
            raise free
        return SimpleNamespace(free=free)

    monkeypatch.setattr(endgame_store.shutil, "disk_usage", disk_usage)
    assert shape_within(6, size=store.affordable(216 << 20)).stones == stones
    assert store.affordable(1000) == 1000
    assert not COMPILED or shape_within(6).stones == 20


def test_a_database_is_as_large_as_fits():
    for pits in range(1, 9):
        shape = shape_within(pits, size=96 << 20)
        assert shape.size <= 96 << 20
        assert shape.stones == 18 * pits or shape._replace(stones=shape.stones + 1).size > 96 << 20


# -- several programs


def test_two_builders_at_once_do_each_other_no_harm(tmp_path, original):
    stores = [EndgameStore(tmp_path) for _ in range(3)]
    built = []
    threads = [
        threading.Thread(target=lambda store=store: built.append(store.build(SHAPE, StopWord())))
        for store in stores
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [shape_of(endgame) for endgame in built] == [SHAPE] * 3
    assert stores[0].path(SHAPE).read_bytes() == original_bytes(original)
    assert not list(tmp_path.glob("*.part"))


def test_who_waits_for_another_program_can_be_stopped(store):
    store.folder.mkdir()
    heard = []
    stop = StopWord()

    def watch(share):
        heard.append(share)
        stop.raised = True

    with FileLock(store.folder / f"{SHAPE.name}.lock"):
        assert store.build(SHAPE, stop, watch=watch) is None
    assert heard == [None]


# -- in the background


def wait_for(store, kind):
    """Return the kinds of news up to one of a kind."""
    heard = []
    for _ in range(60_000):
        heard += kinds(store)
        if kind in heard:
            return heard
        threading.Event().wait(0.001)
    raise AssertionError(f"no news but {heard}")


@pytest.fixture
def builds(store):
    builds = EndgameBuilds(store, SHAPE.size)
    yield builds
    builds.close(timeout=60)


def test_wishes_are_built_in_the_background_and_said(store, builds):
    builds.wish(4, False)
    assert wait_for(store, Kind.READY) == [Kind.BEGUN, Kind.READY]
    assert shape_of(store.opened(4, False)) == SHAPE
    builds.wish(4, False)
    builds.wish(4, True)
    assert wait_for(store, Kind.READY) == [Kind.BEGUN, Kind.READY]
    assert shape_of(store.opened(4, True)) == SHAPE._replace(empty_capture=True)


def test_who_asks_does_not_wait_for_what_is_built_in_the_background(store, builds):
    knowledge = Knowledge(store, builds)
    assert knowledge.informed(KALAH.start("4x2")).endgame is None
    wait_for(store, Kind.READY)
    assert knowledge.informed(KALAH.start("4x2")).endgame.stones == SHAPE.stones


def test_the_background_builds_less_on_a_full_disk_from_the_first_start_on(tmp_path, monkeypatch):
    free = 4 * SMALLER.size
    monkeypatch.setattr(
        shutil, "disk_usage", lambda folder: folder.stat() and SimpleNamespace(free=free)
    )
    store = EndgameStore(tmp_path / "new" / "cache")
    builds = EndgameBuilds(store, SHAPE.size)
    builds.wish(4, False)
    wait_for(store, Kind.READY)
    builds.close(timeout=60)
    assert shape_of(store.opened(4, False)) == SMALLER


def test_what_cannot_be_kept_in_the_background_takes_little_memory(store, builds, monkeypatch):
    monkeypatch.setattr(os, "fsync", no_room)
    monkeypatch.setattr(endgame_store, "SMALL_SIZE", SMALLER.size)
    builds.wish(4, False)
    assert wait_for(store, Kind.READY) == [Kind.BEGUN, Kind.NOT_KEPT, Kind.READY]
    assert shape_of(store.opened(4, False)) == SMALLER


def test_what_is_damaged_is_built_again_in_the_background(copied):
    os.truncate(copied.path(SHAPE), 200)
    builds = EndgameBuilds(copied, SHAPE.size)
    builds.wish(4, False)
    assert wait_for(copied, Kind.READY) == [Kind.SET_ASIDE, Kind.BEGUN, Kind.READY]
    builds.close(timeout=60)


def test_closing_stops_a_build(store, monkeypatch):
    monkeypatch.setattr(endgame_store, "SLICE", 1)
    builds = EndgameBuilds(store, 1 << 20)
    builds.wish(6, False)
    wait_for(store, Kind.BEGUN)
    builds.close(timeout=60)
    assert files(store) == set() and kinds(store) == []


@pytest.mark.parametrize("fail", [no_room, no_memory])
def test_what_cannot_be_worked_out_at_all_is_said(store, builds, monkeypatch, fail):
    monkeypatch.setattr(endgame_store, "Endgame", fail)
    builds.wish(4, False)
    assert wait_for(store, Kind.NOT_BUILT) == [Kind.NOT_BUILT]


def test_a_database_leaves_memory_for_all_else(copied, monkeypatch):
    """Libraries of the window end the program where they find none."""
    monkeypatch.setattr(memory, "has_room", lambda size: size < memory.FOR_WINDOW + SHAPE.size)
    assert copied.find(4, False) is None
    [news] = copied.news()
    assert (news.kind, news.why) == (Kind.UNREADABLE, os.strerror(errno.ENOMEM))
    assert files(copied) == {f"{SHAPE.name}.endgame"}
    with pytest.raises(MemoryError):
        copied.build(SHAPE, StopWord())
    assert shape_of(copied.build(SMALLER, StopWord())) == SMALLER


# -- who looks things up


def test_the_values_of_moves_are_looked_up(copied, monkeypatch):
    asked, whole = [], Knowledge.informed
    monkeypatch.setattr(Knowledge, "informed", lambda own, at: asked.append(at) or whole(own, at))
    position = KALAH.start("4x2")
    position.own, position.opp = 0x00020100, 0x01000201
    *_, known = Thinker(1, 12, knowledge=Knowledge(copied)).judge(position, Interrupt())
    *_, searched = Thinker(1, 14).judge(position, Interrupt())
    assert asked and known.exact and searched.exact
    assert known.values == searched.values


def test_knowledge_of_another_game_or_board_is_none(copied):
    knowledge = Knowledge(copied)
    assert knowledge.informed(KALAH.start("6x6")).endgame is None
    assert knowledge.informed(KALAH.start("4x4")).endgame is not None
    assert knowledge.informed(KALAH.start("4x4", ("empty-capture",))).endgame is None
    reversi = GAMES["reversi"]
    start = reversi.start(reversi.variant)
    assert knowledge.informed(start) == start


def test_an_informed_position_is_played_to_the_very_end(copied):
    position = KALAH.start("4x4")
    informed = Knowledge(copied).informed(position)
    assert position.majority and not informed.majority and not informed.copy().majority
    assert informed.copy().endgame is informed.to_the_end().endgame is informed.endgame


def test_a_line_goes_on_with_best_moves_to_the_end(copied):
    endgame = copied.find(4, False)
    chance = random.Random(2)
    for _ in range(20):
        start = KALAH.start("4x2").to_the_end().knowing(endgame)
        while start.bounds()[1] - start.bounds()[0] > 2 * SHAPE.stones:
            start.play(chance.choice(start.moves()))
        if start.over:
            continue
        promised = start.lead + endgame.gain(start.own, start.opp)
        line = with_known_end(start, [], 99)
        here = start.copy()
        for move in line:
            here.play(move)
        assert here.over
        assert here.final() * (1 if here.turn == start.turn else -1) == promised
        assert with_known_end(start, line[:1], 2) == line[:2]
        assert with_known_end(start.to_the_end(), line, 99) == line


def test_this_machine_knows_what_is_in_its_cache_folder(copied, monkeypatch):
    monkeypatch.setenv("KALAHGUI_CACHE", str(copied.folder))
    assert machine_knowledge().informed(KALAH.start("4x2")).endgame.stones == SHAPE.stones


# -- in the window


SIZE = 300_000 if COMPILED else 30_000
WINDOW_SHAPE = shape_within(6, size=SIZE)


@pytest.fixture
def endgames(tmp_path):
    endgames = Endgames(EndgameStore(tmp_path / "cache"), SIZE)
    yield endgames
    endgames.close()


def heard(window, endgames, words):
    """Wait until the settings would say a sentence with these words; return what was notified."""
    said = []
    window.app.endgames = endgames
    window.services.notices.add = said.append
    window.wait_for(lambda: words in endgames.status)
    return said


def test_the_usual_board_is_built_first_and_told_in_the_settings_alone(window, endgames, tmp_path):
    said = heard(window, endgames, "every ending")
    assert said == []
    window.app.open(MainScreen.SETTINGS)
    window.app.screen.open_group("about")
    window.frames(2)
    words = f"6 pits, every ending of up to {WINDOW_SHAPE.stones} stones"
    assert words in " ".join(window.said())
    assert EndgameStore(tmp_path / "cache").as_large(WINDOW_SHAPE) is not None
    # What is there already is used without a word.
    window.app.endgames = Endgames(EndgameStore(tmp_path / "cache"), SIZE)
    window.app.endgames.close()
    window.frames(3)
    assert said == [] and window.app.endgames.status == ""


def test_the_engine_is_given_what_the_window_knows(window, endgames):
    for known in (None, endgames):
        with patch.object(app_module, "Thinker", wraps=app_module.Thinker) as thinker:
            Program(Store(None), endgames=known).close()
        knowledge = thinker.call_args.kwargs["knowledge"]
        assert knowledge is (known and known.knowledge), "without databases it knows nothing"


def test_closing_the_window_stops_the_building(window, endgames):
    window.app.endgames = endgames
    window.app.close()
    assert "endgame" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.few(4)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", Kind)
def test_every_news_is_a_sentence_in_the_window(window, tmp_path, kind, language):
    window.speak(language)
    store = EndgameStore(tmp_path / "cache")
    endgames = Endgames(store, SIZE)
    endgames.close()
    store.news()
    store.tell(kind, WINDOW_SHAPE, "no reason")
    said = []
    endgames.update(said.append)
    [sentence] = said or [endgames.status]
    assert bool(said) is (kind not in (Kind.BEGUN, Kind.READY))
    assert "%{" not in sentence and "notice" not in sentence
