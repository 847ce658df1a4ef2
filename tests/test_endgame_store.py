"""Files of endgame databases: built, gone on with, shared, and set aside when they are no good."""

import errno
import os
import random
import shutil
import struct
import subprocess
import sys
import threading
import zlib
from pathlib import Path
from types import SimpleNamespace

import pytest
from filelock import FileLock

from kalahgui.core import COMPILED
from kalahgui.core.search import StopWord
from kalahgui.engine import endgame_build, endgame_file, endgame_store
from kalahgui.engine.endgame_builds import EndgameBuilds
from kalahgui.engine.endgame_file import BadFile, Shape, UnfinishedFile, open_database, shape_of
from kalahgui.engine.endgame_store import EndgameStore, Kind, shape_within
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.knowledge import Knowledge, machine_knowledge, with_known_end
from kalahgui.engine.limit import Limit
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES

ROOT = Path(__file__).parent.parent
SHAPE = Shape(4, 9 if COMPILED else 6)
SMALLER = Shape(4, 5)
KALAH = GAMES["kalah"]


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A folder with a database that was built at a stretch."""
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


@pytest.fixture
def small_slices(monkeypatch):
    """Let a stop be heard after every row."""
    monkeypatch.setattr(endgame_build, "SLICE", 1)


def original_bytes(original):
    return EndgameStore(original).path(SHAPE).read_bytes()


def kinds(store):
    return [news.kind for news in store.news()]


def test_a_database_is_built_once_and_found_again(store):
    built = store.build(SHAPE, StopWord())
    assert shape_of(built) == SHAPE and built.verify()
    names = {path.name for path in store.folder.iterdir()}
    assert names - {f"{SHAPE.name}.lock"} == {f"{SHAPE.name}.endgame"}
    assert store.path(SHAPE).stat().st_size == SHAPE.size
    again = EndgameStore(store.folder)
    found = again.find(4, False)
    assert shape_of(found) == SHAPE and found.verify()
    assert again.find(4, False) is found
    assert again.find(4, True) is None and again.find(5, False) is None
    shares = []
    assert again.build(SMALLER, StopWord(), watch=shares.append) is found
    assert shares == [], "the larger one has it all"


def test_a_database_on_several_threads_is_the_same_file(store, original):
    store.build(SHAPE, StopWord(), threads=3)
    assert store.path(SHAPE).read_bytes() == original_bytes(original)


def stopped_at(share):
    """Return a stop word, and a watch that raises it when so much is done."""
    stop = StopWord()

    def watch(done):
        if done is not None and done >= share:
            stop.raised = True

    return stop, watch


def unfinished(store):
    return store.folder / f"{SHAPE.name}.part"


@pytest.mark.usefixtures("small_slices")
@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.99])
def test_a_build_that_was_stopped_goes_on(store, original, share):
    stop, watch = stopped_at(share)
    assert store.build(SHAPE, stop, watch=watch) is None
    assert unfinished(store).exists() and not store.path(SHAPE).exists()
    assert EndgameStore(store.folder).find(4, False) is None, "nothing half-written is used"
    shares = []
    assert store.build(SHAPE, StopWord(), watch=shares.append) is not None
    assert store.path(SHAPE).read_bytes() == original_bytes(original)
    assert not unfinished(store).exists()
    if share > 0.5:
        assert shares[0] > 0.1, "the layers that were finished are kept"


@pytest.mark.usefixtures("small_slices")
@pytest.mark.parametrize("damage", range(12))
def test_a_build_goes_on_whatever_became_of_its_file(store, original, damage):
    stop, watch = stopped_at(0.9)
    store.build(SHAPE, stop, watch=watch)
    left = bytearray(unfinished(store).read_bytes())
    chance = random.Random(damage)
    if damage % 2:
        del left[chance.randrange(len(left)) :]
    else:
        left[chance.randrange(len(left))] ^= 0x55
    unfinished(store).write_bytes(left)
    assert store.build(SHAPE, StopWord()) is not None
    assert store.path(SHAPE).read_bytes() == original_bytes(original)


def test_a_larger_database_begins_with_a_smaller_one(store, original):
    store.build(SMALLER, StopWord())
    shares = []
    assert shape_of(store.build(SHAPE, StopWord(), watch=shares.append)) == SHAPE
    assert shares[0] > 0.05
    assert store.path(SHAPE).read_bytes() == original_bytes(original)


def spoil(path, place, value=None):
    data = bytearray(path.read_bytes())
    data[place] = data[place] ^ 0xFF if value is None else value
    path.write_bytes(data)


def rewrite_version(path):
    """Give a file the version before, as an older program would have written it."""
    data = bytearray(path.read_bytes())
    struct.pack_into("=I", data, 8, endgame_file.VERSION - 1)
    struct.pack_into("=I", data, 36, zlib.crc32(data[:36]))
    path.write_bytes(data)


HARM = {
    "magic": lambda path: spoil(path, 0),
    "version": rewrite_version,
    "stones in the header": lambda path: spoil(path, 20),
    "a checksum": lambda path: spoil(path, 4096),
    "cut short": lambda path: os.truncate(path, SHAPE.size - 1),
    "cut in the header": lambda path: os.truncate(path, 100),
    "empty": lambda path: os.truncate(path, 0),
    "too long": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "a picture": lambda path: shutil.copy(ROOT / "assets" / "icon.png", path),
}


@pytest.mark.parametrize("harm", HARM)
def test_a_file_that_is_none_is_set_aside_and_built_again(copied, original, harm):
    path = copied.path(SHAPE)
    HARM[harm](path)
    with pytest.raises(BadFile):
        open_database(path, SHAPE)
    assert copied.find(4, False) is None
    [news] = copied.news()
    assert (news.kind, news.shape) == (Kind.SET_ASIDE, SHAPE) and news.why
    assert not path.exists() and path.with_suffix(".damaged").exists()
    assert copied.build(SHAPE, StopWord()).verify()
    assert path.read_bytes() == original_bytes(original)


def test_the_file_of_another_board_is_set_aside(store):
    store.build(Shape(4, 5, True), StopWord())
    shutil.copy(store.path(Shape(4, 5, True)), store.path(SMALLER))
    shutil.copy(store.path(Shape(4, 5, True)), store.path(Shape(4, 4)))
    assert store.find(4, False) is None
    assert kinds(store) == [Kind.SET_ASIDE, Kind.SET_ASIDE]
    assert store.find(4, True) is not None


def test_a_smaller_one_serves_while_the_larger_one_is_damaged(store):
    store.build(SMALLER, StopWord())
    store.build(SHAPE, StopWord())
    os.truncate(store.path(SHAPE), 5000)
    assert shape_of(EndgameStore(store.folder).find(4, False)) == SMALLER


def test_a_damaged_block_is_noticed_in_use_and_the_file_built_again(copied, original):
    path = copied.path(SHAPE)
    spoil(path, SHAPE.data_start)
    found = copied.find(4, False)
    assert found is not None and kinds(copied) == [], "nobody has looked at the block"
    assert found.gain(1 << 24, 1 << 24) is None
    assert copied.find(4, False) is None
    assert kinds(copied) == [Kind.SET_ASIDE]
    assert copied.build(SHAPE, StopWord()).gain(1 << 24, 1 << 24) is not None
    assert path.read_bytes() == original_bytes(original)


def test_what_another_program_has_built_again_is_not_set_aside(copied, original):
    spoil(copied.path(SHAPE), SHAPE.data_start)
    assert copied.find(4, False).gain(1 << 24, 1 << 24) is None
    other = copied.path(SHAPE).with_suffix(".new")
    other.write_bytes(original_bytes(original))
    other.replace(copied.path(SHAPE))
    assert copied.find(4, False).gain(1 << 24, 1 << 24) is not None
    assert kinds(copied) == []


def test_every_byte_is_verified_on_request(copied):
    assert copied.verified(SHAPE) is not None
    spoil(copied.path(SHAPE), SHAPE.size - 1)
    again = EndgameStore(copied.folder)
    assert again.find(4, False) is not None
    assert again.verified(SHAPE) is None
    assert kinds(again) == [Kind.SET_ASIDE]


def test_a_file_that_cannot_be_renamed_is_not_used_all_the_same(copied, monkeypatch):
    spoil(copied.path(SHAPE), 0)

    def refuse(path, target):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "replace", refuse)
    assert copied.verified(SHAPE) is None
    [news] = copied.news()
    assert "stays where it is" in news.why


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


@pytest.mark.compiled
def test_two_programs_at_once_do_each_other_no_harm(tmp_path):
    command = [sys.executable, "main.py", "endgame", "--pits", "4", "--stones", "16", "--json"]
    programs = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | {"KALAHGUI_CACHE": str(tmp_path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    for program in programs:
        assert program.communicate(timeout=60)[1] == b"" and program.returncode == 0
    assert EndgameStore(tmp_path).verified(Shape(4, 16)) is not None


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


def no_room(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("layers", [0, 1, 4])
def test_a_full_disk_leaves_nothing_behind(store, monkeypatch, layers):
    whole = UnfinishedFile.append

    def append(file, endgame):
        if endgame.layers > layers:
            no_room()
        whole(file, endgame)

    monkeypatch.setattr(UnfinishedFile, "append", append)
    with pytest.raises(OSError, match="No space left"):
        store.build(SHAPE, StopWord())
    assert {path.suffix for path in store.folder.iterdir()} <= {".lock"}
    assert store.find(4, False) is None


def test_a_disk_without_room_is_noticed_before_the_work(store, monkeypatch):
    monkeypatch.setattr(endgame_file.shutil, "disk_usage", lambda _: SimpleNamespace(free=999))
    shares = []
    with pytest.raises(OSError, match="No space left"):
        store.build(SHAPE, StopWord(), watch=shares.append)
    assert shares == []


def test_what_cannot_be_kept_serves_from_memory(store, monkeypatch):
    monkeypatch.setattr(UnfinishedFile, "finish", no_room)
    built = store.build(SHAPE, StopWord(), in_memory=True)
    assert built.verify() and store.find(4, False) is built
    [news] = store.news()
    assert (news.kind, news.why) == (Kind.NOT_KEPT, "No space left on device")
    assert not store.path(SHAPE).exists() and not unfinished(store).exists()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError):
        EndgameStore(tmp_path / "file").build(SMALLER, StopWord())


def test_what_is_built_unasked_takes_at_most_32_megabytes():
    for pits in range(1, 9):
        shape = shape_within(pits, size=32 << 20)
        assert shape.size <= 32 << 20
        assert shape.stones == 18 * pits or shape._replace(stones=shape.stones + 1).size > 32 << 20


def wait_for(builds, kind):
    """Return the news up to one of a kind."""
    heard = []
    while kind not in heard:
        builds._thread.join(0.01)
        heard += kinds(builds.store)
        assert builds._thread.is_alive()
    return heard


@pytest.fixture
def builds(store):
    builds = EndgameBuilds(store, SHAPE.size)
    yield builds
    builds.close()


def test_wishes_are_built_in_the_background_and_said(builds):
    builds.wish(4, False)
    assert wait_for(builds, Kind.READY) == [Kind.BEGUN, Kind.READY]
    assert shape_of(builds.store.find(4, False)) == SHAPE
    builds.wish(4, False)
    builds.wish(4, True)
    assert wait_for(builds, Kind.READY) == [Kind.BEGUN, Kind.READY]
    assert shape_of(builds.store.find(4, True)) == SHAPE._replace(empty_capture=True)


def test_what_turns_out_to_be_damaged_is_built_again_in_the_background(copied):
    spoil(copied.path(SHAPE), SHAPE.data_start)
    builds = EndgameBuilds(copied, SHAPE.size)
    knowledge = Knowledge(copied, builds)
    position = KALAH.start("4x2")
    known = knowledge.informed(position).endgame
    assert known.gain(1 << 24, 1 << 24) is None
    assert knowledge.informed(position).endgame is None
    assert wait_for(builds, Kind.READY) == [Kind.SET_ASIDE, Kind.BEGUN, Kind.READY]
    assert knowledge.informed(position).endgame.gain(1 << 24, 1 << 24) is not None
    builds.close()


def test_a_builder_that_is_closed_stops_and_the_next_one_goes_on(store, original, monkeypatch):
    reached, closing = threading.Event(), threading.Event()
    whole = UnfinishedFile.append

    def append(file, endgame):
        whole(file, endgame)
        if endgame.layers == 4:
            reached.set()
            closing.wait(60)

    monkeypatch.setattr(UnfinishedFile, "append", append)
    builds = EndgameBuilds(store, SHAPE.size)
    builds.wish(4, False)
    assert reached.wait(60)
    builds.close(timeout=0)
    closing.set()
    builds.close(timeout=60)
    assert not builds._thread.is_alive()
    assert store.find(4, False) is None and unfinished(store).exists()
    builds = EndgameBuilds(store, SHAPE.size)
    builds.wish(4, False)
    wait_for(builds, Kind.READY)
    builds.close()
    assert store.path(SHAPE).read_bytes() == original_bytes(original)


def test_what_cannot_be_worked_out_at_all_is_said(store, monkeypatch):
    monkeypatch.setattr(Shape, "empty", no_room)
    builds = EndgameBuilds(store, SHAPE.size)
    builds.wish(4, False)
    assert wait_for(builds, Kind.NOT_BUILT) == [Kind.NOT_BUILT]
    builds.close()


class Spy(Knowledge):
    """Knowledge that tells whom it was asked by."""

    def __init__(self, store):
        super().__init__(store)
        self.asked = 0

    def informed(self, position):
        self.asked += 1
        return super().informed(position)


@pytest.mark.parametrize(
    ("limit", "asks"),
    [
        (Limit(seconds=0.01), True),
        (Limit(seconds=0.01, varied=True), True),
        (Limit(seconds=0.01, even=True), True),
        (Limit(turns=2), False),
        (Limit(turns=2, seconds=1.0), False),
        (Limit(turns=2, varied=True), False),
        (Limit(turns=1, slip=0.5, slack=3), False),
        (Limit(seconds=0.01, one_in=3), False),
        (Limit("alpha-beta", seconds=0.01), False),
        (Limit("minimax", turns=1), False),
    ],
)
def test_only_players_limited_by_time_alone_look_anything_up(copied, limit, asks):
    spy = Spy(copied)
    Thinker(1, 12, knowledge=spy).best(KALAH.start("4x2"), limit)
    assert bool(spy.asked) == asks


def test_the_values_of_moves_are_looked_up(copied):
    spy = Spy(copied)
    position = KALAH.start("4x2")
    position.own, position.opp = 0x00020100, 0x01000201
    *_, known = Thinker(1, 12, knowledge=spy).judge(position, Interrupt())
    *_, searched = Thinker(1, 14).judge(position, Interrupt())
    assert spy.asked and known.exact and searched.exact
    assert known.values == searched.values
    assert known.depth < searched.depth


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


def test_without_a_database_a_line_stays_as_it_is():
    assert with_known_end(KALAH.start("4x2"), [1], 99) == [1]


def test_this_machine_knows_what_is_in_its_cache_folder(copied, monkeypatch):
    monkeypatch.setenv("KALAHGUI_CACHE", str(copied.folder))
    assert machine_knowledge().informed(KALAH.start("4x2")).endgame.stones == SHAPE.stones


def test_what_there_is_to_tell_is_told_once(store):
    store.tell(Kind.BEGUN, SHAPE)
    assert kinds(store) == [Kind.BEGUN]
    assert endgame_store.EndgameStore(store.folder).news() == store.news() == []
