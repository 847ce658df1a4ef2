"""What the window does on threads: all of it is told, and none keeps the program from ending."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Timer

import pytest
from limited import within

from kalahgui.gui.services import saving
from kalahgui.gui.services.background import BackgroundJobs, Reading, Worker, finish
from kalahgui.gui.services.saving import Saver
from kalahgui.gui.shell import app as app_module
from kalahgui.library.backup import back_up, count
from kalahgui.library.store import Store, StoreLost
from kalahgui.library.store_file import StoreError


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "folder" / "games.sqlite3")
    yield store
    store.close()


def outcome(errands: BackgroundJobs, work) -> object:
    """Return what an errand comes to."""
    heard = []
    errands.start(work, heard.append)

    def listen():
        while not heard:
            errands.update()

    within(20, listen)
    return heard[0]


@pytest.mark.skipif(os.name != "posix", reason="an open file can be deleted on POSIX alone")
def test_an_errand_whose_file_goes_fails_and_the_next_one_too(store, tmp_path):
    store.set_setting("a", 1)
    errands = BackgroundJobs(store)

    def lose(other):
        with other.together():
            other.set_setting("a", 2)
            shutil.rmtree(tmp_path / "folder")
            other.set_setting("b", 2)

    lost = outcome(errands, lose)
    assert isinstance(lost, StoreError) and lost.code == "gone"
    assert outcome(errands, lambda other: other.get_setting("a")).code == "gone"
    with pytest.raises(StoreLost):
        store.set_setting("b", 1)
    assert (store.get_setting("a"), store.get_setting("b")) == (1, None)
    assert outcome(errands, lambda store: store.get_setting("a")) == 1
    errands.close()


# What begins something that never ends, and closes it.
ENDLESS = {
    "errand": """
from kalahgui.gui.services.background import BackgroundJobs
errands = BackgroundJobs(Store(folder / "games.sqlite3"))
errands.start(lambda store: endless(), print)
assert begun.wait(60)
errands.close()
""",
    "file that is saved": """
from kalahgui.gui.services.saving import Saver
saver = Saver()
saver.save_made(endless, "name")
assert begun.wait(60)
saver.close()
""",
    "file that is read": """
from kalahgui.gui.services.background import Reading
reading = Reading()
reading.begin(endless)
assert begun.wait(60)
reading.close()
""",
}


@pytest.mark.few(1)
@pytest.mark.parametrize("what", ENDLESS)
def test_the_program_ends_before_what_never_does(what, tmp_path):
    program = f"""
import sys, threading, time
from pathlib import Path
from kalahgui.gui.services.background import finish
from kalahgui.library.store import Store
folder, begun = Path(sys.argv[1]), threading.Event()
def endless():
    begun.set()
    threading.Event().wait()
{ENDLESS[what]}
finish(time.monotonic() + 0.01)
"""
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True, timeout=30)


def test_the_window_closes_while_something_never_ends(window, monkeypatch):
    monkeypatch.setattr(app_module, "_CLOSING_SECONDS", 0.01)
    begun, release = Event(), Event()
    window.services.background_jobs.start(lambda store: begun.set() or release.wait(), print)
    assert begun.wait(20)
    too_late = Timer(20, release.set)
    too_late.start()
    window.app.close()
    assert not release.is_set()
    too_late.cancel()
    release.set()


def test_what_is_under_way_is_done_before_the_window_is_closed(window, tmp_path, monkeypatch):
    monkeypatch.setattr(app_module, "_CLOSING_SECONDS", 20.0)
    monkeypatch.setattr(saving, "folder", lambda kind: tmp_path)
    opened, file, saver = Event(), tmp_path / "all.kalahgui", Saver()
    window.services.background_jobs.start(
        lambda store: opened.wait(20) and back_up(store, file), print
    )
    saver.save_made(lambda: opened.wait(20) and "words", "page")
    saver.close()  # its screen has been left
    opened.set()
    window.app.close()
    assert count(file) == 0
    assert (tmp_path / "page").read_text() == "words"


def test_what_waits_to_be_read_is_not_read_after_closing():
    release, read = Event(), []
    reading: Reading[None] = Reading()
    reading.begin(lambda: release.wait(20) and None)
    reading.begin(lambda: read.append(1))
    reading.close()
    assert not reading.busy and reading.arrived() is None
    release.set()
    within(20, reading._thread.join)
    assert read == []


def test_work_is_done_in_its_order_and_what_it_raises_is_kept():
    worker, done = Worker("test", (ZeroDivisionError,)), []
    futures = [worker.submit(lambda n=n: done.append(n) or 6 // n) for n in (3, 0, 2)]
    worker.close()
    finish(time.monotonic() + 20)
    assert done == [3, 0, 2]
    assert (futures[0].result(), futures[2].result()) == (2, 3)
    with pytest.raises(ZeroDivisionError):
        futures[1].result()


def test_a_file_that_cannot_be_written_whole_is_not_there(tmp_path, monkeypatch):
    def write_half(path, data):
        with path.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(Path, "write_bytes", write_half)
    saver = Saver()
    saver.save_text("1\t2\n" * 1000, "games")
    saver.close()
    finish(time.monotonic() + 60)
    [error] = saver.finished()
    assert isinstance(error, OSError)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
