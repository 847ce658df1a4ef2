"""The file of a store: what other programs, damage and kills do to it takes nothing away."""

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from examples import examples
from limited import within
from test_store import FIGURES, RECORD, ROOT, break_page, older, write_beside

from kalahgui.files import working_folder, written_whole
from kalahgui.library import backup, store_file, watched_file, write_ahead_log
from kalahgui.library import store as store_module
from kalahgui.library.store import Store, StoreConflict, StoreLost
from kalahgui.library.store_file import Newer, StoreBusy, StoreError, StoreGone
from kalahgui.library.watched_file import WatchedFile
from kalahgui.library.write_ahead_log import log_of

posix = pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody move an open file")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "store.sqlite"


def games(path_or_store):
    """Return the moves of all matches; of a file by opening it as another program might."""
    if isinstance(path_or_store, Store):
        return sorted(match.moves for match in path_or_store.matches())
    with contextlib.closing(sqlite3.connect(path_or_store)) as connection:
        return sorted(moves for (moves,) in connection.execute("SELECT moves FROM matches"))


def fill(store, numbers, words="game"):
    for number in numbers:
        store.save(replace(RECORD, moves=f"{words} {number:04}", begun=f"{words} {number}"))


def named(numbers, words="game"):
    return [f"{words} {number:04}" for number in numbers]


@pytest.fixture
def restored(path):
    """Return an earlier copy of a store of which more is in its log than in its file."""
    copy = path.with_name("copy")
    with contextlib.closing(Store(path)) as store:
        fill(store, range(60))
        store.sync()
        backup.back_up(store, copy)
    with contextlib.closing(Store(path)) as store:
        for match in store.matches()[:30]:
            store.change("DELETE FROM matches WHERE id = ?", match.id)
    return copy


def killed(path, code):
    """Have a program open a store and do something, and kill it there."""
    lines = (
        "import sys, os, signal, shutil; sys.path.insert(0, sys.argv[2])\n"
        "from test_store_file import *\n"
        "path = Path(sys.argv[1]); store = Store(path)\n"
        f"{code}\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", lines, str(path), str(ROOT / "tests")],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr


# -- a file that is replaced while it is open


@posix
@pytest.mark.parametrize("how", ["moved", "copied", "written over"])
def test_a_log_beside_another_file_is_never_added_to_it(path, restored, how):
    put = {
        "moved": "os.replace(path.with_name('copy'), path)",
        "copied": "path.unlink(); shutil.copyfile(path.with_name('copy'), path)",
        "written over": "shutil.copyfile(path.with_name('copy'), path)",
    }[how]
    killed(path, f"fill(store, range(90, 99)); {put}")
    assert log_of(path).stat().st_size > 0, "nothing is tried"
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None
        assert games(store) == named(range(60))
    assert games(path) == named(range(60))
    assert not log_of(path).exists()


@posix
@pytest.mark.parametrize("open_still", [True, False])
def test_a_library_behind_a_link_has_its_log_where_it_is(path, restored, tmp_path, open_still):
    real = tmp_path / "sync" / "library"
    real.parent.mkdir()
    path.replace(real)
    path.symlink_to(real)
    if open_still:
        store = Store(path)
        fill(store, range(90, 99))
        os.replace(restored, real)
        with pytest.raises(StoreLost):
            fill(store, [99])
        store.close()
    else:
        killed(
            path, "fill(store, range(90, 99)); os.replace(path.with_name('copy'), path.resolve())"
        )
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None
        assert games(store) == named(range(60))
    assert path.is_symlink()


@posix
def test_a_log_that_another_program_has_written_is_not_added_to_the_library(path, tmp_path):
    with contextlib.closing(Store(path)) as store:
        fill(store, range(60))
    other = tmp_path / "other"
    with contextlib.closing(Store(other)) as store:
        fill(store, range(90, 99))
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as theirs:
        theirs.execute("PRAGMA journal_mode = WAL")
        theirs.execute("PRAGMA wal_autocheckpoint = 0")
        theirs.execute("UPDATE matches SET moves = 'theirs'")  # it has no first page
        shutil.copyfile(log_of(other), log_of(path))
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None
        assert games(store) == named(range(60))


@posix
def test_a_log_has_its_number_at_the_next_change_where_syncing_could_not_begin_it(path):
    killed(
        path,
        "begin, tries = write_ahead_log.begin, []\n"
        "def refuse(connection):\n"
        "    tries.append(1)\n"
        "    if len(tries) == 2: raise sqlite3.OperationalError('busy')\n"
        "    begin(connection)\n"
        "fill(store, range(9)); write_ahead_log.begin = refuse\n"
        "with contextlib.suppress(StoreError): store.sync()\n"
        "assert len(tries) == 2\n"
        "store.change(\"UPDATE matches SET moves = 'later' WHERE id = 1\")",
    )
    with contextlib.closing(Store(path)) as store:
        assert "later" in games(store)


@posix
def test_a_killed_programs_own_log_is_brought_in(path, restored):
    killed(path, "store.sync(); fill(store, range(90, 99))")
    with contextlib.closing(Store(path)) as store:
        assert games(store) == named([*range(30), *range(90, 99)])


@posix
def test_a_whole_folder_can_be_moved_with_its_log(path, restored, tmp_path):
    killed(path, "fill(store, range(90, 99))")
    other = tmp_path / "other"
    shutil.copytree(path.parent, other)
    with contextlib.closing(Store(other / path.name)) as store:
        assert games(store) == named([*range(30), *range(90, 99)])


@posix
@pytest.mark.parametrize("moment", ["at the next change", "when it is closed"])
def test_a_file_in_place_of_the_stores_own_is_gone_on_with(path, restored, moment):
    store = Store(path)
    fill(store, range(90, 99))
    before = games(store)
    os.replace(restored, path)
    if moment == "when it is closed":
        store.close()
    else:
        with pytest.raises(StoreLost) as lost:
            fill(store, [100])
        assert (lost.value.code, games(lost.value.aside)) == ("replaced", before)
        fill(store, [100])
        store.close()
        assert games(path) == named([*range(60), 100])
    with contextlib.closing(Store(path)) as again:
        assert again.notice is None
        assert games(again)[:60] == named(range(60))


@posix
def test_what_is_written_over_is_gone_on_with(path, restored):
    store = Store(path)
    fill(store, range(90, 99))
    shutil.copyfile(restored, path)
    with pytest.raises(StoreBusy):
        fill(store, [100])  # it may still be written
    os.utime(path, (1, 1))
    with pytest.raises(StoreLost) as lost:
        fill(store, [100])
    assert lost.value.code == "overwritten"
    fill(store, [100])
    assert games(store) == named([*range(60), 100])
    store.close()
    assert games(path) == named([*range(60), 100])


@posix
@pytest.mark.parametrize("changed", [False, True])
def test_what_is_just_being_written_over_is_sound_when_the_store_is_closed(path, restored, changed):
    code = "fill(store, range(90, 99)); " if changed else ""
    lines = (
        "import sys, shutil; sys.path.insert(0, sys.argv[2])\n"
        "from test_store_file import *\n"
        f"path = Path(sys.argv[1]); store = Store(path); {code}\n"
        "shutil.copyfile(path.with_name('copy'), path); store.close()\n"
    )
    subprocess.run(
        [sys.executable, "-c", lines, str(path), str(ROOT / "tests")],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True,
    )
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None
        assert games(store) == named(range(60))


@posix
@pytest.mark.parametrize("damage", ["emptied", "chance", "another", "gone"])
def test_a_log_that_others_have_changed_is_not_brought_in(path, damage, tmp_path, monkeypatch):
    other = tmp_path / "other.sqlite"
    with contextlib.closing(Store(path)) as store:
        fill(store, range(60))
    with contextlib.closing(Store(other)) as theirs:
        fill(theirs, range(9))
        another = log_of(other).read_bytes()
    store = Store(path)
    fill(store, [60])
    log = log_of(path)
    if damage == "gone":
        log.unlink()
    else:
        chance = random.Random(1).randbytes(log.stat().st_size)
        with log.open("r+b") as file:
            file.truncate(0)
            file.write({"emptied": b"", "chance": chance, "another": another}[damage])
    with pytest.raises(StoreBusy):
        fill(store, [61])  # another program may begin it just now
    monkeypatch.setattr(watched_file, "WRITTEN_LATELY", 0)
    with pytest.raises(StoreLost):
        fill(store, [61])
    fill(store, [61])
    store.close()
    with contextlib.closing(Store(path)) as store:
        assert store.notice is None
        assert set(named([*range(60), 61])) <= set(games(store))


@posix
def test_a_file_that_was_deleted_is_put_back(path):
    store = Store(path)
    fill(store, range(9))
    path.unlink()
    with pytest.raises(StoreLost) as lost:
        fill(store, [9])
    assert (lost.value.code, lost.value.aside) == ("restored", None)
    fill(store, [9])
    assert games(store) == named(range(10))
    store.close()
    assert games(path) == named(range(10))


@posix
def test_two_programs_go_on_with_a_file_that_was_replaced(path, restored):
    one, two = Store(path), Store(path)
    fill(one, [91])
    fill(two, [92])
    os.replace(restored, path)
    third = Store(path)
    fill(third, [93])
    for store, number in ((one, 94), (two, 95)):
        with pytest.raises(StoreLost):
            fill(store, [number])
        fill(store, [number])
    for store in (two, third, one):
        store.close()
    assert games(path) == named([*range(60), 93, 94, 95])


@posix
def test_another_match_with_the_same_number_is_not_overwritten(path, tmp_path):
    other = tmp_path / "other.sqlite"
    with contextlib.closing(Store(other)) as store:
        fill(store, [1], "theirs")
    store = Store(path)
    kept = store.save(RECORD)
    os.replace(other, path)
    with pytest.raises(StoreLost):
        store.save(replace(kept, moves="1 2 3"))
    with pytest.raises(StoreConflict):
        store.save(replace(kept, moves="1 2 3"))
    assert games(store) == named([1], "theirs")


@posix
def test_a_file_that_goes_while_it_is_open_for_a_thread_stays_with_the_other(path, restored):
    store = Store(path)
    with contextlib.closing(store.another()) as other:
        os.replace(restored, path)
        with pytest.raises(StoreGone):
            other.save(RECORD)
    assert games(path) == named(range(60))


@posix
def test_a_thread_that_lets_go_of_a_replaced_file_leaves_the_new_one_its_log(path, restored):
    store = Store(path)
    other = store.another()
    other.matches()
    os.replace(restored, path)
    with pytest.raises(StoreLost):
        fill(store, [100])
    fill(store, [100])
    other.close()
    assert log_of(path).exists()
    store.close()
    assert games(path) == named([*range(60), 100])


@posix
def test_what_cannot_be_opened_in_place_of_a_file_is_waited_for(path, restored, tmp_path):
    store, newer = Store(path), tmp_path / "newer"
    fill(store, range(90, 99))
    shutil.copyfile(restored, newer)
    with contextlib.closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 1000")
    os.replace(newer, path)
    for _ in range(3):
        with pytest.raises(Newer):
            fill(store, [100])
    assert games(store) == named([*range(30), *range(90, 99)])
    os.replace(restored, path)
    with pytest.raises(StoreLost) as lost:
        fill(store, [100])
    fill(store, [100])
    store.close()
    assert games(path) == named([*range(60), 100])
    assert games(lost.value.aside) == named([*range(30), *range(90, 99)])
    assert len(list(path.parent.glob("*.replaced-?"))) == 1


@posix
def test_a_folder_that_is_read_only_for_a_while_costs_nothing(path, restored, monkeypatch):
    store = Store(path)
    fill(store, range(90, 99))
    os.replace(restored, path)
    with monkeypatch.context() as context:
        context.setattr(Path, "touch", lambda *_: (_ for _ in ()).throw(PermissionError(13, "no")))
        with pytest.raises(StoreError, match="no"):
            fill(store, [100])
    with pytest.raises(StoreLost) as lost:
        fill(store, [100])
    fill(store, [100])
    store.close()
    assert games(path) == named([*range(60), 100])
    assert games(lost.value.aside) == named([*range(30), *range(90, 99)])


@posix
@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_comes_while_one_that_has_gone_is_put_back_stays(
    path, restored, monkeypatch, links
):
    store, copy_to = Store(path), Store.copy_to
    fill(store, range(90, 99))

    def copy_slowly(self, target):
        copy_to(self, target)
        os.replace(restored, path)

    def refuse(*names):
        raise PermissionError

    if not links:
        monkeypatch.setattr(os, "link", refuse)
    path.unlink()
    with monkeypatch.context() as context:
        context.setattr(Store, "copy_to", copy_slowly)
        with pytest.raises(StoreBusy):
            fill(store, [100])
    with pytest.raises(StoreLost) as lost:
        fill(store, [100])
    fill(store, [100])
    store.close()
    assert lost.value.code == "replaced"
    assert games(path) == named([*range(60), 100])
    assert games(lost.value.aside) == named([*range(30), *range(90, 99)])


@posix
def test_the_review_of_a_match_is_not_that_of_another_one_in_its_place(path, tmp_path):
    other = tmp_path / "other.sqlite"
    with contextlib.closing(Store(other)) as theirs:
        theirs.save(replace(RECORD, begun="2020-01-01T00:00:00.000+00:00"))
    store = Store(path)
    kept = store.save(RECORD)
    os.replace(other, path)
    for error in (StoreLost, StoreConflict):
        with pytest.raises(error):
            store.save_review(replace(FIGURES, match=kept.id), "text", kept.revision, kept.begun)
    assert store.review_text(kept.id) is None


def test_other_programs_that_bring_their_log_in_are_not_taken_for_others(path):
    one, two = Store(path), Store(path)
    for number in range(20):
        fill((one, two)[number % 2], [number])
        (one, two)[number // 2 % 2].sync()
    assert games(one) == games(two) == named(range(20))


@posix
def test_opening_a_file_once_more_takes_no_lock_of_it_away(path):
    store = Store(path)
    fill(store, range(3))
    store.another().close()
    store.sync()
    # The last program to close a file brings its log in and deletes it: this is not the last.
    code = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT 1 FROM matches')"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    assert log_of(path).exists()
    fill(store, [3])
    store.close()
    assert games(path) == named(range(4))


# -- what is on the disk


def test_what_was_changed_is_in_the_file_alone_after_syncing(path, tmp_path):
    store = Store(path)
    assert not store.unsynced
    fill(store, range(9))
    assert store.unsynced > 0
    store.sync()
    assert not store.unsynced
    shutil.copyfile(path, tmp_path / "copy")
    assert games(tmp_path / "copy") == named(range(9))


def test_syncing_waits_for_nobody_and_is_due_again(path):
    def sync():
        store = Store(path)
        fill(store, range(3))
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreBusy):
                store.sync()
        assert store.unsynced > 0
        store.sync()
        assert not store.unsynced

    within(20, sync)


def test_what_a_thread_has_changed_is_brought_onto_the_disk_by_the_store(path, tmp_path):
    store = Store(path)
    with contextlib.closing(store.another()) as other:
        fill(other, range(3))
    assert store.unsynced > 0
    store.sync()
    shutil.copyfile(path, tmp_path / "copy")
    assert games(tmp_path / "copy") == named(range(3))


def test_the_log_is_on_the_disk_where_a_reader_keeps_it_from_being_brought_in(path, monkeypatch):
    synced, sync = [], os.fsync
    store, reader = Store(path), sqlite3.connect(path, isolation_level=None)
    with contextlib.closing(reader):
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM matches").fetchall()
        fill(store, range(3))
        log = log_of(path).stat()

        def note(file):
            synced.append(os.path.samestat(os.fstat(file), log))
            sync(file)

        monkeypatch.setattr(os, "fsync", note)
        store.sync()
    assert any(synced)


def marked(path):
    """Give the file of a log another number, as syncing does before it waits for the disk."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as own:
        write_ahead_log.mark_anew(own)


@pytest.mark.parametrize("closed", [False, True])
def test_two_that_sync_at_once_do_not_make_the_file_anothers(path, closed):
    store, reader = Store(path), sqlite3.connect(path, isolation_level=None)
    with contextlib.closing(reader):
        fill(store, range(3))
        store.sync()
        fill(store, range(3, 6))
        marked(path)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM matches").fetchall()
        marked(path)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as own:
            own.execute("PRAGMA wal_autocheckpoint = 0")
            own.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        os.utime(path, (1, 1))
        if closed:
            store.close()
            store = Store(path)
        fill(store, [6])
        store.sync()
        fill(store, [7])
        assert games(store) == named(range(8))
    store.close()
    assert games(path) == named(range(8))


def test_one_program_syncs_once_at_a_time(path, monkeypatch):
    store, bring_in, refused = Store(path), write_ahead_log.bring_in, []

    def sync_again(*how):
        fill(store, [3])
        with pytest.raises(StoreBusy):
            store.sync()
        refused.append(True)
        bring_in(*how)

    monkeypatch.setattr(write_ahead_log, "bring_in", sync_again)
    fill(store, range(3))
    store.sync()
    assert refused
    assert store.unsynced > 0
    monkeypatch.setattr(write_ahead_log, "bring_in", bring_in)
    store.sync()
    assert not store.unsynced


def test_a_change_is_noted_that_is_made_while_syncing_begins(path, monkeypatch):
    store, note_change, noted = Store(path), WatchedFile.note_change, []

    def sync_then(watched):
        note_change(watched)
        if not noted:
            watched.note_sync()
        noted.append(True)

    monkeypatch.setattr(WatchedFile, "note_change", sync_then)
    store.set_setting("a", 1)
    assert store.unsynced > 0


def test_syncing_a_file_that_was_closed_meanwhile_is_an_error_of_the_store(path, monkeypatch):
    store = Store(path)
    fill(store, range(3))
    connect_plainly = store_module.connect_plainly

    def close_meanwhile(path):
        store.close()
        return connect_plainly(path)

    monkeypatch.setattr(store_module, "connect_plainly", close_meanwhile)
    with pytest.raises(StoreGone):
        store.sync()


def test_a_change_amid_syncing_finds_the_log_begun(path, monkeypatch):
    store, begin, numbers = Store(path), write_ahead_log.begin, iter(range(1, 99))

    def change_before(connection):
        fill(store, [next(numbers)])
        begin(connection)

    monkeypatch.setattr(write_ahead_log, "begin", change_before)
    fill(store, [0])
    for _ in range(9):
        store.sync()
        fill(store, [next(numbers)])
    assert games(store) == named(range(next(numbers)))


@posix
def test_syncing_makes_no_file_where_there_is_none(path):
    store = Store(path)
    fill(store, range(3))
    path.unlink()
    with pytest.raises(StoreGone):
        store.sync()
    assert not path.exists()
    store.close()
    assert games(path) == named(range(3))


@posix
def test_nothing_is_brought_into_a_file_that_was_written_over(path, restored, tmp_path):
    store = Store(path)
    fill(store, range(90, 99))
    shutil.copyfile(restored, path)
    os.utime(path, (1, 1))
    with pytest.raises(StoreBusy):
        store.sync()
    assert store.unsynced > 0
    assert path.read_bytes() == restored.read_bytes()


def test_a_file_is_on_the_disk_before_it_gets_its_name(tmp_path, monkeypatch):
    steps, sync, replace_file = [], os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda file: steps.append("sync") or sync(file))
    monkeypatch.setattr(
        Path, "replace", lambda old, new: steps.append("name") or replace_file(old, new)
    )
    with written_whole(tmp_path / "file") as unfinished:
        unfinished.write_bytes(b"whole")
        assert not (tmp_path / "file").exists()
    assert (tmp_path / "file").read_bytes() == b"whole"
    assert steps == (["sync", "name", "sync"] if os.name == "posix" else ["sync", "name"])
    with contextlib.suppress(Killed), written_whole(tmp_path / "file") as unfinished:
        unfinished.write_bytes(b"half")
        raise Killed
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"whole"


def test_a_log_does_not_grow_without_end(path, monkeypatch):
    monkeypatch.setattr(write_ahead_log, "LARGE", 100_000)
    store = Store(path)
    with contextlib.closing(store.another()) as other:
        for number in range(30):
            other.add([replace(RECORD, moves=f"{number} " * 1000)] * 10)
            assert log_of(path).stat().st_size < 400_000
    assert len(store.matches()) == 300


@posix
def test_files_and_folder_are_for_their_owner_alone(path):
    path.parent.mkdir(mode=0o755)
    path.touch(0o644)
    with contextlib.closing(Store(path)) as store:
        fill(store, range(3))
        files = [path.parent, *path.parent.iterdir()]
        assert len(files) == 4
        assert all(not stat.S_IMODE(file.stat().st_mode) & 0o077 for file in files)


@posix
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_file_is_left_alone(path, kind):
    path.parent.mkdir()
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")

    def look():
        store = Store(path)
        assert store.notice.code == store_module.NO_FILE
        store.save(RECORD)
        assert not path.is_file()

    within(20, look)


# -- damage


def damaged(whole, chance):
    """Return the content of a file of which one page is damaged by chance."""
    content = bytearray(whole)
    page = 4096 * chance.randrange(2, len(content) // 4096)
    kind = chance.randrange(3)
    if kind == 0:
        content[page : page + 4096] = bytes(4096)
    elif kind == 1:
        content[page : page + 4096] = chance.randbytes(4096)
    else:
        for _ in range(40):
            content[page + chance.randrange(4096)] = chance.randrange(256)
    return content


def test_of_a_damaged_file_all_that_can_be_read_is_there_at_once(path):
    with contextlib.closing(Store(path)) as store, store.together():
        fill(store, range(1000))
    whole, kept = path.read_bytes(), []
    for seed in range(examples(40, few=8)):
        shutil.rmtree(path.parent)
        path.parent.mkdir()
        path.write_bytes(damaged(whole, random.Random(seed)))
        with contextlib.closing(Store(path)) as store:
            salvaged = len(store.matches())
            if store.notice is None:  # in what was free
                assert salvaged == 1000
                continue
            notice = store.notice
            assert (notice.code, notice.salvaged) == (store_module.SET_ASIDE, salvaged)
            assert salvaged + notice.lost >= 1000 or not salvaged
            assert Path(notice.path).exists()
            assert store.rows("PRAGMA integrity_check") == [("ok",)]
        kept.append(salvaged)
    assert len(kept) > 3
    assert sum(salvaged >= 970 for salvaged in kept) >= 0.8 * len(kept), kept


def test_whatever_is_damaged_the_store_opens(path):
    with contextlib.closing(Store(path)) as store, store.together():
        fill(store, range(30))
    whole = path.read_bytes()
    for seed in range(examples(40, few=3)):
        content, chance = bytearray(whole), random.Random(seed)
        for _ in range(300):
            content[chance.randrange(100, len(content))] = chance.randrange(256)
        path.write_bytes(content)
        with contextlib.closing(Store(path)) as store:
            assert store.notice.code == store_module.SET_ASIDE


@pytest.mark.parametrize(
    "damage", ["cut", "cut short", "magic", "encoding", "page size", "header", "first page"]
)
def test_a_damaged_beginning_or_end_hides_little(path, damage):
    with contextlib.closing(Store(path)) as store:
        fill(store, range(300))
    content = bytearray(path.read_bytes())
    places = {
        "magic": slice(0, 1),
        "encoding": slice(59, 60),
        "page size": slice(16, 18),
        "header": slice(0, 100),
        "first page": slice(0, 4096),
    }
    if damage in places:
        length = len(content[places[damage]])
        content[places[damage]] = b"\3" if length == 1 else bytes(length)
    else:
        del content[-{"cut": 4096, "cut short": 5000}[damage] :]
    path.write_bytes(content)
    with contextlib.closing(Store(path)) as store:
        assert store.notice.code == store_module.SET_ASIDE
        assert len(store.matches()) == store.notice.salvaged >= 260
        assert store.rows("PRAGMA integrity_check") == [("ok",)]


def fill_older(path, version, moves):
    """Write a library as an earlier version had it, with matches of some moves."""
    with contextlib.closing(older(path, version)) as connection:
        connection.executemany(
            "INSERT INTO matches (game, variant, rules, start, moves, players, result, pie, begun,"
            " saved) VALUES ('kalah', '6x6', 'standard', '', ?, ?, '', 0, '', '')",
            [(line, RECORD.players) for line in moves],
        )


def test_of_an_older_damaged_file_the_matches_are_brought_up_to_date(path):
    fill_older(path, 3, [f"game {number:04} {'x' * 200}" for number in range(300)])
    content = bytearray(path.read_bytes())
    content[4096 * 12 : 4096 * 13] = b"\xff" * 4096
    path.write_bytes(content)
    with contextlib.closing(Store(path)) as store:
        assert store.notice.code == store_module.SET_ASIDE
        assert 250 < len(store.matches()) == store.notice.salvaged < 300
        assert '"old:3"' in store.matches()[0].players


@pytest.mark.parametrize("object", ["VIEW own AS SELECT 1", None])
def test_what_could_run_without_end_is_in_no_library(path, object):
    with contextlib.closing(Store(path)) as store:
        fill(store, range(3))
    write_beside(
        path,
        f"CREATE {object}"
        if object
        else "CREATE TRIGGER more AFTER INSERT ON matches BEGIN DELETE FROM matches; END",
    )
    with contextlib.closing(Store(path)) as store:
        assert store.notice.code == store_module.SET_ASIDE
        fill(store, [3])
        assert games(store) == named(range(4))


class Killed(BaseException):
    pass


def let_be_killed(monkeypatch, step):
    """Kill the program, as it were, at a step at which it changes names of files."""
    steps = [0]

    def may_be_killed(do):
        def change(*values, **named):
            steps[0] += 1
            if steps[0] == step:
                raise Killed
            return do(*values, **named)

        return change

    for name in ("rename", "replace", "unlink"):
        monkeypatch.setattr(Path, name, may_be_killed(getattr(Path, name)))


@pytest.mark.parametrize("step", range(12))
def test_a_kill_while_a_damaged_file_is_set_aside_loses_nothing(path, monkeypatch, step):
    with contextlib.closing(Store(path)) as store:
        fill(store, range(300))
    break_page(path, b"game 0150", b"\xff" * 4096)
    let_be_killed(monkeypatch, step)
    with contextlib.suppress(Killed):
        Store(path).close()
    monkeypatch.undo()
    with contextlib.closing(Store(path)) as store:
        assert 250 < len(store.matches()) <= 300
    aside = [*path.parent.glob("*.unreadable-?")]
    assert len(aside) == 1
    assert not [*path.parent.glob("*.part")]


@pytest.mark.parametrize("step", range(1, 5))
def test_a_kill_while_files_are_set_aside_leaves_them_together(path, monkeypatch, step):
    path.parent.mkdir()
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").write_bytes(b"garbage" + end.encode())
    let_be_killed(monkeypatch, step)
    with contextlib.suppress(Killed):
        store_file.set_aside(path)
    monkeypatch.undo()
    if path.exists():
        store_file.set_aside(path)
    files = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    assert files == {
        f"store.sqlite.unreadable-1{end}": b"garbage" + end.encode() for end in ("", "-wal", "-shm")
    }


# -- what killed programs leave behind


def test_what_was_copied_by_a_killed_program_goes_a_day_later(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    old, new = "kalahgui-copy-of-library-old", "kalahgui-copy-of-library-new"
    names = (old, new, "kalahgui-1.2.0-my-notes")
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "library.sqlite3").write_bytes(b"games")
    for name in (old, "kalahgui-1.2.0-my-notes"):
        os.utime(tmp_path / name, (1, 1))
    with working_folder() as folder:
        assert folder.parent == tmp_path
    assert {entry.name for entry in tmp_path.iterdir()} == {new, "kalahgui-1.2.0-my-notes"}
