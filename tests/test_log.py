"""Defects of the program: each leaves a trace, and none of it tells of persons or games."""

import logging
import os
import platform
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from driver import Driver
from limited import within

from kalahgui import __version__
from kalahgui.core import COMPILED
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.games.user_error import UserError
from kalahgui.gui.screens.home.home import Home
from kalahgui.gui.screens.play.play import Play
from kalahgui.gui.services import settings
from kalahgui.gui.services.log import Log, noting, report
from kalahgui.gui.services.navigation import GameOf, RulesOf
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player
from kalahgui.words import say

LOGGER = logging.getLogger("kalahgui.test")
ROOT = Path(__file__).parent.parent
PERSON, COMPUTER = Player("Ann"), Player("", Method(level=2))
# What a player has typed, and where the player's files are.
PRIVATE = ("Ann Onymous", "<6,0,0,6,6>", "/home/ann/games.txt", "c4 d3")


@pytest.fixture
def log(tmp_path):
    """A log that hears of defects, in a folder that is not there yet."""
    log = Log(tmp_path / "data" / "KalahGUI")
    with noting(log):
        yield log


def text_of(log: Log) -> str:
    return log.path.read_text("utf-8")


def fail(error: Exception) -> None:
    """Log a defect as it is logged where it is caught."""
    try:
        raise error
    except Exception:
        LOGGER.exception("a test has failed")


def fail_with(names: tuple[str, ...]) -> None:
    """Fail while an error about something of the player's is dealt with."""
    try:
        raise ValueError(names[1])
    except ValueError as error:
        raise KeyError(*names) from error


@pytest.mark.parametrize("written", [True, False])
def test_neither_names_nor_games_nor_paths_are_noted(log, tmp_path, written):
    if not written:
        (tmp_path / "data").write_text("no folder")
    name, position, path, moves = PRIVATE
    fail(KeyError(name))
    fail(ValueError(f"{position} is no position"))
    fail(FileNotFoundError(2, "No such file or directory", path))
    fail(UserError("refused_word", word=moves, why=name))
    fail(RuntimeError(*PRIVATE))
    try:
        fail_with(PRIVATE)
    except KeyError:
        LOGGER.exception("a test has failed")
    text = report(log)
    assert "KeyError\n" in text and "OSError" not in text and "FileNotFoundError: ENOENT" in text
    assert "after ValueError\n" in text
    assert f"tests/{Path(__file__).name}:" in text and "fail_with" in text
    for private in (*PRIVATE, "Ann", str(tmp_path), str(ROOT), str(Path.home())):
        assert private not in text
        assert log.path is None or private not in text_of(log)
    assert (log.path is not None) == written and log.has_news()


def test_the_same_defect_in_every_frame_is_noted_once(log):
    LOGGER.info("nothing has failed")
    assert not log.path.parent.exists() and not log.has_news()
    assert report(log) == report(None)
    for _ in range(100):
        fail(AttributeError("'NoneType' object has no attribute 'match'"))
    line = "AttributeError: 'NoneType' object has no attribute 'match'\n"
    assert text_of(log).count(line) == 1, "what the interpreter says of the code is noted"


def test_the_file_stays_small_and_keeps_what_was_last(log):
    for number in range(3000):
        error = type(f"Error{number}" + 300 * "x", (Exception,), {})()
        caught = (type(error), error, None)
        log.handle(LOGGER.makeRecord("x", logging.ERROR, "x", 1, "it failed", (), caught))
    files = list(log.path.parent.iterdir())
    assert len(files) == 2
    assert all(file.stat().st_size <= 256 << 10 for file in files)
    last = report(log)
    assert "Error2999" in last and len(last) < 100_000
    again = Log(log.path.parent)
    assert report(again) == last, "the next run still has it"


def test_a_thread_that_ends_by_a_defect_is_noted(log):
    thread = threading.Thread(target=lambda: {}["Ann"], name="some-work")
    thread.start()
    within(20, thread.join)
    assert "some-work: a thread has ended\nKeyError\n" in text_of(log)


# -- the window


@pytest.fixture
def noted(window, log):
    """A window with a log."""
    window.services.log = log
    return window


def told(window) -> list[str]:
    window.frames(2)
    return window.services.notices.waiting


def play(window, first: Player = PERSON) -> Play:
    window.app.open(GameOf(Match(GAMES["kalah"], "6x4", (), (first, PERSON))))
    window.frames(2)
    return window.app.screen


@pytest.mark.parametrize("defect", [True, False])
def test_a_defect_of_the_engine_is_noted_and_the_file_named(noted, log, monkeypatch, defect):
    def fail(self, position, limit, interrupt):
        raise ZeroDivisionError if defect else UserError("refused_nothing")

    monkeypatch.setattr(Thinker, "think", fail)
    screen = play(noted, COMPUTER)
    noted.wait_for(lambda: screen.session.message is not None)
    assert log.path.exists() == defect
    assert (say("notice_defect", path=log.path) in told(noted)) == defect
    if defect:
        assert "ZeroDivisionError" in text_of(log)
        assert "kalahgui/engine/engine.py:" in text_of(log)


def test_a_defect_in_the_background_becomes_a_sentence_and_is_noted(noted, log):
    heard = []
    noted.services.background_jobs.start(lambda store: store.nothing, heard.append)
    noted.wait_for(lambda: heard)
    assert str(heard[0]) == "something in the program failed"
    assert "AttributeError: 'Store' object has no attribute 'nothing'" in text_of(log)
    assert say("notice_defect", path=log.path) in told(noted)


@pytest.mark.parametrize("header", [b"", b"SQLite format 3\0"])
def test_a_damaged_library_is_noted_and_is_no_defect(log, tmp_path, header):
    path = tmp_path / "Ann.sqlite3"
    path.write_bytes(header + 1000 * "".join(PRIVATE).encode())
    window = Driver(path)
    window.services.log = log
    assert told(window)[0] == say("notice_set_aside", path="Ann.sqlite3.unreadable-1")
    assert say("notice_defect", path=log.path) not in told(window)
    noted = text_of(log)
    assert "saved games are damaged and were set aside\n" in noted
    assert ("after DatabaseError\n" in noted) == bool(header)
    assert "Unreadable\n" in noted and "kalahgui/library/store_file.py:" in noted
    assert not any(private in noted for private in (*PRIVATE, "Ann", str(tmp_path)))
    window.close()


def test_a_terminal_has_one_line_of_what_is_no_defect(tmp_path, capsys):
    with noting(Log(tmp_path)):
        LOGGER.warning("something is damaged", exc_info=ValueError("damaged"))
        assert capsys.readouterr().err == "something is damaged\n"
        LOGGER.error("a test has failed", exc_info=ValueError("failed"))
        assert "ValueError: failed" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_full_disk_does_not_keep_the_log_from_being_closed(tmp_path):
    log = Log(tmp_path)
    Path(log.baseFilename).symlink_to("/dev/full")
    with noting(log):
        LOGGER.warning("something is damaged")
    assert log.path is None, "what was said is kept in memory"


def run(window, frames: int) -> None:
    """Let the program run for some frames."""
    left = iter(range(frames))

    def wait():
        window.app.running = next(left, None) is not None
        return 1 / 60

    window.app.wait = wait
    window.app.run()


def test_after_a_defect_the_window_goes_on_at_the_home_screen(noted, log, monkeypatch):
    screen = play(noted)
    noted.type("1")
    defects = iter([1])

    def fail(dt):
        if next(defects, None):
            raise RuntimeError("Ann")

    monkeypatch.setattr(screen, "update", fail)
    monkeypatch.setattr(screen, "close", lambda: 1 // 0)
    run(noted, 5)
    assert isinstance(noted.app.screen, Home)
    assert say("notice_defect", path=log.path) in noted.services.notices.waiting
    assert "RuntimeError" in text_of(log) and "Ann" not in text_of(log)
    assert "ZeroDivisionError" in text_of(log)
    [record] = Store(noted.app.store.path).matches()
    assert record.moves == "1"


def test_a_window_that_fails_again_and_again_ends_and_keeps_its_games(noted, monkeypatch):
    play(noted)
    noted.type("1")
    noted.services.choose(window=(800, 500))
    monkeypatch.setattr(noted.services.notices, "update", lambda dt: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        run(noted, 5)
    store = Store(noted.app.store.path)
    [record] = store.matches()
    assert record.moves == "1"
    assert settings.load(store).window == settings.Choices().window, "the size may be what fails"


def test_help_copies_a_report(noted, log, clip):
    fail(TypeError("'int' object is not iterable"))
    noted.app.open(RulesOf())
    noted.frames(2)
    noted.press(say("help_report"))
    copied = clip["text"]
    assert copied == report(log)
    assert noted.services.notices.waiting[0] == say("copied_report")
    core = "core: compiled" if COMPILED else "core: interpreted"
    for known in (__version__, platform.system(), platform.python_version(), core):
        assert known in copied
    assert copied.splitlines()[-1].startswith("  tests/")
    assert "TypeError: 'int' object is not iterable" in copied


@pytest.mark.slow
def test_a_program_that_fails_says_where_the_details_are(tmp_path):
    code = (
        "import sys\nfrom kalahgui.gui.shell import program\n"
        "program.Program.open = lambda self, place: {}['Ann']\nsys.exit(program.run())"
    )
    names = ("HOME", "XDG_DATA_HOME", "KALAHGUI_CACHE", "APPDATA", "LOCALAPPDATA")
    folders = dict.fromkeys(names, str(tmp_path))
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | folders | quiet,
        capture_output=True,
        text=True,
        timeout=120,
    )
    [file] = tmp_path.rglob("kalahgui.log")
    assert done.returncode == 1
    assert done.stderr.endswith(f"The program has failed. The details are in {file}.\n")
    assert "KeyError: 'Ann'" in done.stderr, "a terminal has it in full"
    assert "KeyError\n" in file.read_text("utf-8") and "Ann" not in file.read_text("utf-8")
