"""A later start of the program hands over to the window that is open."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from kalahgui.folders import cache_folder, data_folder
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import saving
from kalahgui.gui.shell import one_window
from kalahgui.gui.shell.one_window import OneWindow
from kalahgui.library.store import Store

GAME = '[Game "kalah:6x4"]\n\n1. 3 6 2. 4 (2. 1) 3. 1 *\n'
MAIN = Path(__file__).parent.parent / "main.py"


@pytest.fixture
def first(tmp_path, new_window, monkeypatch):
    """Return a window that later starts can ask, with all the time that it needs."""
    monkeypatch.setattr(one_window, "_PATIENCE", 60.0)
    window = new_window()
    right = OneWindow(tmp_path / "data")
    assert right.begin("")
    window.app._one_window = right
    yield window
    right.close()


def start_again(window, folder, file=""):
    """Start once more, as another process does; tell whether that opens a window of its own."""
    opens = []
    start = Thread(target=lambda: opens.append(OneWindow(folder).begin(str(file))))
    start.start()
    while start.is_alive():
        window.frames()
    window.arrive()
    return opens.pop()


def test_a_later_start_only_asks_for_the_window_that_is_open(first, tmp_path, monkeypatch):
    raised = []
    monkeypatch.setattr(first.app, "come_to_front", lambda: raised.append(True))
    assert not start_again(first, tmp_path / "data")
    assert isinstance(first.app.screen, Home) and raised == [True]


def test_a_later_start_has_its_file_opened(first, tmp_path, monkeypatch):
    (tmp_path / "対局 🙂.txt").write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert not start_again(first, tmp_path / "data", "対局 🙂.txt")
    assert isinstance(first.app.screen, Play)
    assert first.app.screen.match.ply_texts() == ["3", "6", "4", "1"]
    first.frames(30)
    assert len(first.app.store.rows("SELECT id FROM matches")) == 1


def test_another_folder_has_a_window_of_its_own(first, tmp_path):
    assert start_again(first, tmp_path / "other")


def test_who_gets_no_answer_takes_the_message_back(first, tmp_path, monkeypatch):
    monkeypatch.setattr(one_window, "_PATIENCE", 0.0)
    assert OneWindow(tmp_path / "data").begin("game.txt")
    first.frames(30)
    assert isinstance(first.app.screen, Home) and not first.services.notices.waiting


def test_a_start_waits_for_a_window_that_is_closing(first, tmp_path):
    opens = []
    start = Thread(target=lambda: opens.append(OneWindow(tmp_path / "data").begin("game.txt")))
    start.start()
    first.app._one_window.close()
    start.join()
    assert opens == [True]
    assert list(OneWindow(tmp_path / "data").asked()) == []


def test_where_nothing_can_be_written_a_window_opens(tmp_path):
    (tmp_path / "file").touch()
    alone = OneWindow(tmp_path / "file")
    assert alone.begin("game.txt")
    assert list(alone.asked()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="the system tells of homes by pwd")
def test_without_a_home_nothing_is_written_anywhere(tmp_path, monkeypatch):
    import pwd

    def nobody(number):
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "KALAHGUI_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    assert OneWindow(data_folder()).begin()
    with pytest.raises(OSError):
        cache_folder().mkdir(parents=True)
    assert saving.folder(saving.TEXTS).is_dir()
    assert list(tmp_path.iterdir()) == []


class Started:
    """The program in a process of its own, with a data folder of its own."""

    def __init__(self, home, *arguments):
        environment = dict(os.environ, XDG_DATA_HOME=str(home), SDL_VIDEODRIVER="dummy")
        self.process = subprocess.Popen(
            [sys.executable, str(MAIN), *map(str, arguments)],
            env=environment | {"HOME": str(home), "SDL_AUDIODRIVER": "dummy"},
            stdout=subprocess.PIPE,
            text=True,
        )

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


def kept(home):
    """Return how many games the store has; it is there as soon as a window is open."""
    path = home / "KalahGUI" / "KalahGUI" / "kalahgui.sqlite3"
    if not path.exists():
        return 0
    store = Store(path)
    try:
        return len(store.rows("SELECT id FROM matches"))
    finally:
        store.close()


def wait_for(condition):
    """Wait until a condition holds, which another process brings about."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills a process by a signal")
def test_processes_hand_over_also_after_one_was_killed(tmp_path):
    games = [tmp_path / f"{name}.txt" for name in ("one", "two", "three")]
    for game in games:
        game.write_text(f"{GAME} {{{game.stem}}}")
    first = Started(tmp_path, games[0])
    try:
        wait_for(lambda: kept(tmp_path) == 1)
        later = Started(tmp_path, games[1])
        said, _ = later.process.communicate(timeout=60)
        assert (later.process.returncode, said.count("\n")) == (0, 1)
        wait_for(lambda: kept(tmp_path) == 2)
    finally:
        first.kill()
    after = Started(tmp_path, games[2])
    try:
        wait_for(lambda: kept(tmp_path) == 3)
        assert after.process.poll() is None
    finally:
        after.kill()
