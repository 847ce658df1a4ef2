"""Too little memory: the window goes on or the program ends with one sentence, and never waits."""

import os
import signal
import subprocess
import sys
import threading
import time
from itertools import repeat
from pathlib import Path

import pytest
from filelock import FileLock

from kalahgui import memory
from kalahgui.cli import commands, main, window_command
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.services.log import Log
from kalahgui.gui.services.navigation import MainScreen
from kalahgui.words import say

ROOT = Path(__file__).parent.parent
SENTENCE = "There is not enough memory.\n"
SHORT = [
    MemoryError(),
    OSError(12, "Cannot allocate memory"),
    RuntimeError("can't start new thread"),
    ImportError("a.so: failed to map segment from shared object"),
]


@pytest.mark.parametrize("error", SHORT, ids=repr)
@pytest.mark.parametrize(
    ("module", "function", "arguments"),
    [(window_command, "open_window", []), (commands, "run", ["perft", "kalah:6x6", "2"])],
)
def test_the_program_ends_with_a_sentence(monkeypatch, capfd, error, module, function, arguments):
    def fail(_):
        raise error

    monkeypatch.setattr(module, function, fail)
    assert main(arguments) == 1
    assert capfd.readouterr() == ("", SENTENCE)


def test_no_other_error_is_taken_for_it(monkeypatch):
    monkeypatch.setattr(window_command, "open_window", lambda arguments: [][1])
    with pytest.raises(IndexError):
        main([])
    assert not memory.is_short(OSError(13, "Permission denied"))


def test_a_command_on_a_thread_of_its_own_ends_with_it_too(command, monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr("kalahgui.cli.bench_command.perft", fail)
    assert command("perft", "kalah:6x6", "2") == (1, "", SENTENCE)


@pytest.mark.parametrize("share", [0.99, 1.01])
def test_no_window_is_opened_where_it_would_soon_fail(monkeypatch, tmp_path, capfd, share):
    opened = []
    monkeypatch.setattr(window_command, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(memory, "has_room", lambda size: size <= share * memory.FOR_WINDOW)
    monkeypatch.setattr("kalahgui.gui.shell.program.run", lambda *how: opened.append(how) or 0)
    assert main([]) == (share < 1) and len(opened) == (share > 1)
    assert capfd.readouterr().err == SENTENCE * (share < 1)


def test_room_is_looked_for_and_given_back():
    assert memory.has_room(1 << 20)
    assert not memory.has_room(1 << 60)


def test_the_window_goes_on_at_the_home_screen_and_says_why(window, tmp_path, monkeypatch):
    window.services.log = log = Log(tmp_path)
    window.app.open(MainScreen.LIBRARY)
    window.frames(2)
    steps = iter([MemoryError()])

    def step(dt):
        for error in steps:
            raise error
        window.app.running = False

    monkeypatch.setattr(window.app, "step", step)
    monkeypatch.setattr(window.app, "close", bool)  # it runs once more
    window.app.run()
    window.app.running = True
    assert isinstance(window.app.screen, Home)
    assert "There is not enough memory" in window.services.notices.waiting
    assert say("failed_memory") == "there is not enough memory"
    assert not log.has_news()
    steps = repeat(MemoryError())
    with pytest.raises(MemoryError):  # where going on does not help
        window.app.run()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="no other system limits a program so")
@pytest.mark.parametrize("megabytes", [60, 100, *range(300, 801, 50)])
def test_a_start_with_little_memory_works_or_ends_and_leaves_no_lock(tmp_path, megabytes):
    import resource

    names = ("HOME", "XDG_DATA_HOME", "KALAHGUI_CACHE")
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    started = subprocess.Popen(
        [sys.executable, ROOT / "main.py"],
        env=os.environ | dict.fromkeys(names, str(tmp_path)) | quiet,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2),
    )
    folder = tmp_path / "KalahGUI" / "KalahGUI"
    end = time.monotonic() + 30
    while started.poll() is None and not (folder / "kalahgui.sqlite3").exists():
        assert time.monotonic() < end
        threading.Event().wait(0.05)
    try:
        _, said = started.communicate(timeout=3)
        assert (started.returncode, said) == (1, SENTENCE)
    except subprocess.TimeoutExpired:  # it works, and is closed as a system does
        started.send_signal(signal.SIGTERM)
        _, said = started.communicate(timeout=20)
        assert (started.returncode, said) == (0, "")
    (folder / "window").mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "window" / "lock", timeout=0):
        pass
