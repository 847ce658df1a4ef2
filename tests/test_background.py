"""What the window does on threads, and what leaves the program: files, pictures, the clipboard."""

import errno
import gc
import io
import os
import random
import shutil
import subprocess
import sys
import time
import weakref
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Semaphore, Timer

import pygame
import pytest
from limited import within

from kalahgui.gui.services import background, saving
from kalahgui.gui.services.background import BackgroundJobs, Reading, Worker, finish
from kalahgui.gui.services.saving import Saver, copy_png, picture_command, png_of
from kalahgui.gui.shell import app as app_module
from kalahgui.library.backup import back_up, count
from kalahgui.library.store import Store, StoreLost
from kalahgui.library.store_file import StoreError
from kalahgui.words import say, why


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
errands.stop()
errands.close()
""",
    "file that is saved": """
from kalahgui.gui.services.background import BackgroundJobs
from kalahgui.gui.services.saving import Saver
jobs = BackgroundJobs(Store(folder / "games.sqlite3"))
Saver(jobs, print).save_made(endless, "name")
assert begun.wait(60)
jobs.stop()
assert jobs.close()
""",
    "pipe into which nobody writes": """
import os
from kalahgui.gui.services.background import BackgroundJobs
jobs = BackgroundJobs(Store(folder / "games.sqlite3"))
os.mkfifo(folder / "pipe")
jobs.start(lambda store: begun.set() or (folder / "pipe").read_bytes(), print)
assert begun.wait(60)
jobs.stop()
jobs.close()
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
@pytest.mark.skipif(os.name != "posix", reason="makes a pipe")
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
    monkeypatch.setattr(app_module, "CLOSING_SECONDS", 0.01)
    begun, release = Event(), Event()
    window.services.background_jobs.start(lambda store: begun.set() or release.wait(), print)
    assert begun.wait(20)
    window.services.background_jobs.stop()
    too_late = Timer(20, release.set)
    too_late.start()
    window.app.close()
    assert not release.is_set()
    too_late.cancel()
    release.set()


def test_what_is_under_way_is_done_before_the_window_is_closed(window, tmp_path, monkeypatch):
    monkeypatch.setattr(app_module, "CLOSING_SECONDS", 20.0)
    monkeypatch.setattr(saving, "folder", lambda kind: tmp_path)
    opened, file = Event(), tmp_path / "all.kalahgui"
    window.services.background_jobs.start(
        lambda store: opened.wait(20) and back_up(store, file), print
    )
    window.services.saver.save_made(lambda: opened.wait(20) and "words", "page.txt")
    window.frames(2)
    window.key(pygame.K_RETURN)
    opened.set()
    window.app.close()
    assert count(file) == 0
    assert (tmp_path / "page.txt").read_text() == "words"


def test_what_waits_to_be_read_is_not_read_after_closing():
    release, read = Event(), []
    reading: Reading[None] = Reading()
    reading.begin(lambda: release.wait(20) and None)
    reading.begin(lambda: read.append(1))
    reading.close()
    assert not reading.busy and reading.arrived() is None
    release.set()
    finish(time.monotonic() + 20)
    assert read == []


class Large(ArithmeticError):
    """Something that work comes to, or fails with."""


def raises():
    raise Large


class Asked(SimpleQueue):
    """A queue that tells how often it was asked for something."""

    def __init__(self):
        self.times = Semaphore(0)

    def get(self):
        self.times.release()
        return super().get()


@pytest.mark.parametrize("fails", [False, True])
def test_a_worker_keeps_nothing_of_what_it_has_done(monkeypatch, fails):
    asked = Asked()
    monkeypatch.setattr(background, "SimpleQueue", lambda: asked)
    worker = Worker("test", (Large,))
    future = worker.submit(raises if fails else Large)
    gc.disable()
    try:
        for _ in range(2):  # before the work and after it
            assert asked.times.acquire(timeout=60)
        assert (future.exception() is not None) == fails
        seen = weakref.ref(future.exception() or future.result())
        del future
        assert seen() is None
    finally:
        gc.enable()
        worker.close()


def test_work_is_done_in_its_order_and_what_it_raises_is_kept():
    worker, done = Worker("test", (ZeroDivisionError,)), []
    futures = [worker.submit(lambda n=n: done.append(n) or 6 // n) for n in (3, 0, 2)]
    worker.close()
    finish(time.monotonic() + 20)
    assert done == [3, 0, 2]
    assert (futures[0].result(), futures[2].result()) == (2, 3)
    with pytest.raises(ZeroDivisionError):
        futures[1].result()


def test_a_file_that_cannot_be_written_whole_is_not_there(store, tmp_path, monkeypatch):
    def write_half(path, data):
        with path.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(saving, "folder", lambda kind: tmp_path / "folder")
    monkeypatch.setattr(Path, "write_bytes", write_half)
    jobs, notices = BackgroundJobs(store), []
    Saver(jobs, notices.append).save_table("1\t2\n" * 1000, "games")
    finish(time.monotonic() + 60)
    jobs.update()
    full = OSError(errno.ENOSPC, "")
    assert notices == [say("not_saved", why=why(full))]
    assert [path for path in tmp_path.rglob("games.tsv*") if path.is_file()] == []


# -- what leaves the program


@pytest.mark.parametrize("kind", ["RGB", "RGBA"])
def test_a_picture_is_written_as_it_is(kind):
    size, picture = (64, 40), random.Random(5).randbytes(64 * 40 * len(kind))
    written = png_of(pygame.image.frombytes(picture, size, kind))
    read = pygame.image.load(io.BytesIO(written), "picture.png")
    assert read.get_size() == size and pygame.image.tobytes(read, kind) == picture


def test_the_newest_files_come_first(tmp_path):
    names = ("c.game", "a.game", "b.game")
    for age, name in enumerate(names):
        (tmp_path / name).write_text("", "utf-8")
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    (tmp_path / "gone.game").symlink_to(tmp_path / "nothing")
    for most in (2, 9):
        files = saving.newest_files(tmp_path.iterdir(), most)
        assert tuple(path.name for path in files) == names[:most]


PICTURE = Path("picture.png")
X11 = {"DISPLAY": ":0"}
WAYLAND = X11 | {"WAYLAND_DISPLAY": "wayland-0"}


@pytest.mark.parametrize(
    ("platform", "settings", "first", "last"),
    [
        ("linux", X11, ["/bin/xclip", "-selection", "clipboard"], "image/png"),
        ("linux", WAYLAND, ["/bin/wl-copy", "--type", "image/png"], "image/png"),
        ("darwin", {}, ["/bin/osascript"], "picture.png"),
        ("win32", {}, ["/bin/powershell"], "FromStream($file))"),
    ],
)
def test_every_system_copies_by_a_program_that_is_there(platform, settings, first, last):
    command = picture_command(PICTURE, platform, lambda name: f"/bin/{name}", settings)
    assert command[: len(first)] == first
    assert command[-1].endswith(last)
    assert picture_command(PICTURE, platform, lambda name: None, settings) == []


def test_without_a_screen_nothing_is_copied(monkeypatch):
    assert picture_command(PICTURE, "linux", lambda name: f"/bin/{name}", {}) == []
    for command in ([], ["/no/such/program"]):
        monkeypatch.setattr(saving, "picture_command", lambda path, command=command: command)
        assert copy_png(b"PNG") is False


@pytest.mark.parametrize(
    ("program", "taken"),
    [
        ("import sys; sys.exit(sys.stdin.buffer.read() != b'PNG')", True),
        ("import sys; sys.exit(1)", False),
        ("", True),
    ],
)
def test_a_picture_was_taken_when_the_program_says_so(monkeypatch, program, taken):
    command = [sys.executable, "-c", program]
    monkeypatch.setattr(saving, "picture_command", lambda path: command)
    assert copy_png(b"PNG") is taken


@pytest.mark.display
@pytest.mark.xdist_group("display")
@pytest.mark.skipif(not shutil.which("xclip"), reason="needs xclip")
def test_xclip_gives_back_what_was_copied(monkeypatch):
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if not os.environ.get("DISPLAY"):
        pytest.skip("needs a screen")
    picture = b"\x89PNG with \x00 bytes"
    assert copy_png(picture)
    given = ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"]
    assert subprocess.run(given, capture_output=True, check=True).stdout == picture


def test_closing_waits_for_the_last_job(tmp_path):
    jobs, done = BackgroundJobs(Store(tmp_path / "games.sqlite3")), []
    jobs.start(lambda store: done.append(sum(range(10_000_000))), print)
    jobs.close()
    assert done
