"""A later start of the program hands over to the window that is open."""

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest

from kalahgui.folders import cache_folder, data_folder
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import saving
from kalahgui.gui.shell import one_window
from kalahgui.gui.shell.one_window import OneWindow
from kalahgui.gui.shell.program import Program
from kalahgui.library.store import Store
from kalahgui.words import say

GAME = '[Game "kalah:6x4"]\n\n1. 3 6 2. 4 (2. 1) 3. 1 *\n'
MAIN = Path(__file__).parent.parent / "main.py"


class Clock:
    """A clock of all starts, whose time passes only when it is told to."""

    now = 0.0
    looks = 0  # of starts that wait

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.looks += 1
        time.sleep(seconds)

    def pass_for(self, folder, starts, seconds):
        """Let some time pass once so many starts wait in a folder of data, and have them notice."""
        wait_for(lambda: len(list((folder / "window").glob("*.open"))) == starts)
        self.now += seconds
        before = self.looks
        wait_for(lambda: self.looks > before + 2 * starts)

    def out_of_patience(self, folder, starts):
        """Let pass what those who wait have of patience."""
        wait_for(lambda: len(list((folder / "window").glob("*.open"))) == starts)
        self.now += one_window.PATIENCE


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr(one_window, "time", Clock())
    return one_window.time


@pytest.fixture
def right(tmp_path):
    """Return the right to the window of the folder."""
    right = OneWindow(tmp_path / "data")
    assert right.begin("")
    yield right
    right.close()


@pytest.fixture
def first(new_window, clock, right):
    """Return a window that later starts can ask, with all the time that it needs."""
    return new_window(one_window=right)


@contextmanager
def starting(right, file=""):
    """Start once more; provide a list that gets whether a window of its own opens."""
    opens = []
    start = Thread(target=lambda: opens.append(right.begin(str(file))))
    start.start()
    yield opens
    start.join()


def start_again(window, folder, file=""):
    """Start once more, as another process does; tell whether that opens a window of its own."""
    with starting(OneWindow(folder), file) as opens:
        while not opens:
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


def test_who_gets_no_answer_takes_the_message_back(first, tmp_path, clock):
    with starting(OneWindow(tmp_path / "data"), "game.txt") as opens:
        clock.out_of_patience(tmp_path / "data", starts=1)
    assert opens == [True]
    first.frames(30)
    assert isinstance(first.app.screen, Home) and not first.services.notices.waiting


def test_starts_wait_for_a_window_that_is_still_opening(tmp_path, clock):
    opening, files = OneWindow(tmp_path), [str(tmp_path / f"{n}.kalah") for n in range(5)]
    assert opening.begin()
    with ExitStack() as stack:
        starts = [stack.enter_context(starting(OneWindow(tmp_path), file)) for file in files]
        clock.pass_for(tmp_path, len(starts), one_window.PATIENCE - 1)
        assert starts == [[]] * 5, "nobody has given up"
        asked = list(opening.asked())
    assert starts == [[False]] * 5
    assert sorted(asked) == files
    opening.close()


def test_of_those_who_wait_for_a_window_that_hangs_one_opens_and_the_others_ask_it(
    first, tmp_path, clock
):
    """All of them have waited for the same time, so nothing but the lock tells them apart."""
    rights, asked = [OneWindow(tmp_path / "data") for _ in range(5)], []
    with ExitStack() as stack:
        opens = [
            stack.enter_context(starting(right, f"{number}.txt"))
            for number, right in enumerate(rights)
        ]
        clock.out_of_patience(tmp_path / "data", starts=5)
        wait_for(lambda: [True] in opens)
        second = rights[opens.index([True])]
        wait_for(lambda: asked.extend(second.asked()) or all(opens))
    assert sorted(opens) == [[False]] * 4 + [[True]]
    assert len(asked) == 4 and second.beside == 1
    window = Program(Store(), (1280, 800), one_window=second)
    assert list(window.services.notices.waiting) == [say("notice_beside")]
    window.close()


def test_who_opened_beside_a_window_that_hung_takes_its_place(first, right, tmp_path, clock):
    second = OneWindow(tmp_path / "data")
    with starting(second) as opens:
        clock.out_of_patience(tmp_path / "data", starts=1)
    assert opens == [True] and second.beside == 1
    right.close()
    assert list(second.asked()) == [] and second.beside == 0
    with starting(OneWindow(tmp_path / "data"), "game.txt") as opens:
        wait_for(lambda: any(second.asked()))
    assert opens == [False]
    second.close()


def test_a_start_waits_for_a_window_that_is_closing(first, right, tmp_path):
    with starting(OneWindow(tmp_path / "data"), "game.txt") as opens:
        right.close()
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


@contextmanager
def busy(processes):
    """Have so many processes take whatever the processors give them."""
    burning = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)
    ]
    try:
        yield
    finally:
        for process in burning:
            process.kill()
            process.wait()


@pytest.mark.slow
@pytest.mark.parametrize("burning", [0, 2])
def test_starts_at_the_same_moment_end_in_one_window_with_all_their_games(tmp_path, burning):
    games = [tmp_path / f"{number}.kalah" for number in range(1, 6)]
    for game in games:
        game.write_text(f'[Game "kalah:6x4"]\n\n1. {game.stem} *\n')
    with busy(burning):
        starts = [Started(tmp_path, game) for game in games]
        try:
            wait_for(lambda: kept(tmp_path) == len(games))
            wait_for(lambda: sum(start.process.poll() is None for start in starts) == 1)
            assert sorted(start.process.poll() or 0 for start in starts) == [0] * len(games)
        finally:
            for start in starts:
                start.kill()


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
