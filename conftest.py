"""Which tests run with the core that is here, what they take, and what several of them need."""

import gc
import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest
from examples import examples
from hypothesis import HealthCheck, settings

from kalahgui import core
from kalahgui.games.weights import learnt_from

# What is compiled serves the next run and the many programs that tests start. Who wants none of it
# beside the sources has it beside the results of the last run.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parent / ".pytest_cache" / "compiled")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The same examples every time, however slow the machine is.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    max_examples=examples(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")

WHY = core.CAUSE
if not core.COMPILED:
    # A program without its compiled core says so once. Tests look at every line that is said, so
    # here, and in the programs that tests start, it runs as if the sources had been asked for.
    os.environ["KALAHGUI_PURE"] = "1"
    core.CAUSE = "asked"


# The processor seconds of the processes that have run tests; of this one they are added at the end.
_seconds = []


def _processor_seconds():
    """Return the processor seconds of this process and of those it has waited for."""
    return sum(os.times()[:4])


def pytest_collection_finish():
    # The window collects garbage at every change of screens: what is here for good is left out.
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["processor_seconds"] = _processor_seconds()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    _seconds.append(getattr(node, "workeroutput", {}).get("processor_seconds", 0.0))


def pytest_terminal_summary(terminalreporter):
    # The workers are children of this process, and have told their seconds themselves.
    times = os.times()
    own = times.user + times.system if _seconds else _processor_seconds()
    terminalreporter.write_line(f"{own + sum(_seconds):.0f} processor seconds in all")


def _tries_both_cores(item):
    """Tell whether a test that asks for a window may find another one with another core."""
    return hasattr(item.module, "COMPILED") or bool(item.get_closest_marker("both_cores"))


def _pairs(item):
    """Return the pairs of parameters' values that a case of a test has, and the values."""
    values = sorted(item.callspec.indices.items())
    return {*((value,) for value in values), *combinations(values, 2)}


def _few(cases, count):
    """Return so many cases of a test that have as many pairs of values as possible."""
    seen, left = set(), {case: _pairs(case) for case in cases}
    for _ in range(min(count, len(left))):
        case = max(left, key=lambda each: len(left[each] - seen))
        seen |= left.pop(case)
        yield case


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items):
    tests = defaultdict(list)
    for item in items:
        if getattr(item.obj, "is_hypothesis_test", False):
            item.add_marker("law")
        if item.get_closest_marker("long"):
            item.add_marker("slow")
        if "new_window" in item.fixturenames and not _tries_both_cores(item):
            item.add_marker("window")
        if item.get_closest_marker("few"):
            tests[item.nodeid.partition("[")[0]].append(item)
    for cases in tests.values():
        count, *more = cases[0].get_closest_marker("few").args
        chosen = [*_few(cases, *(more or [count]))]
        for case in {*cases} - {*chosen[:count]}:
            case.add_marker("slow")
        for case in {*cases} - {*chosen} if more else ():
            case.add_marker("long")
    if core.COMPILED:
        return
    skip = pytest.mark.skip(reason=f"needs the compiled core: {WHY}")
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(skip)


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory):
    """A cache folder of their own for the tests and the programs they start, and English."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("KALAHGUI_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def program():
    """Return the module whose ``main`` is the command line."""
    return "kalahgui.cli"


@pytest.fixture
def command(program, capfd):
    """Run the command line; return the exit status, standard output and standard error."""
    main = import_module(program).main

    def run(*arguments):
        status = main([str(argument) for argument in arguments])
        return status, *capfd.readouterr()

    return run


@pytest.fixture
def printed(command):
    """Run a command that has nothing to complain of; return what it prints."""

    def run(*arguments):
        status, out, err = command(*arguments)
        assert (status, err) == (0, "")
        return out

    return run


@pytest.fixture
def document(printed):
    """Run a command with --json and return the document, which must be all that it printed."""
    return lambda *arguments: json.loads(printed(*arguments, "--json"))


@pytest.fixture
def refused(command):
    """Run the command line on a mistake, and return the one line that is said of it."""

    def run(*arguments):
        status, out, err = command(*arguments)
        assert (status, out, err.count("\n")) == (2, "", 1)
        return err

    return run


# Runs a command, and Ctrl-C comes, as a terminal sends it, to every process once work has begun.
_INTERRUPTED = """
import multiprocessing, os, signal, sys, threading
from {program} import main
import kalahgui.cli.commands  # which a loaded machine takes more than a second for
threading.Timer(1.0, os.killpg, (0, signal.SIGINT)).start()
status = main(sys.argv[1:])
left = multiprocessing.active_children()
sys.exit(f"{{left}} work on" if left else status)
"""


@pytest.fixture
def interrupted(program):
    """Run a command that Ctrl-C ends, with all its processes; return the finished one."""
    if os.name != "posix":
        pytest.skip("signals are sent the POSIX way")

    def run(*arguments, given=""):
        return subprocess.run(
            [sys.executable, "-c", _INTERRUPTED.format(program=program), *arguments],
            cwd=Path(__file__).parent,
            input=given,
            capture_output=True,
            text=True,
            timeout=90,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )

    return run


@pytest.fixture
def interpreted():
    """Return what an expression over a module of the tests is worth with the interpreted core."""

    def value(module, expression):
        code = f"import json, {module}; print(json.dumps({module}.{expression}))"
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"KALAHGUI_PURE": "1"},
            cwd=Path(__file__).parent / "tests",
            capture_output=True,
            check=True,
            text=True,
        )
        return json.loads(done.stdout)

    return value


@pytest.fixture
def fresh_pictures(monkeypatch):
    """Have the window give its pictures up as it does in earnest."""
    from driver import give_pictures_up

    monkeypatch.setattr("kalahgui.gui.paint.cache.clear", give_pictures_up)
    give_pictures_up()


@pytest.fixture(autouse=True)
def english():
    """Have every test begin in English."""
    if words := sys.modules.get("kalahgui.words"):
        words.choose("en")


@pytest.fixture
def new_window(tmp_path, monkeypatch):
    """Open windows of any size and language, where nothing is animated; all are closed at the end.

    They share a store and have a home folder of their own.
    """
    from driver import Driver, WholeWords  # tests without a window need no pygame

    monkeypatch.setattr("kalahgui.words.words_of", WholeWords)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for kind in ("documents", "pictures"):  # which systems tell from elsewhere than the home folder
        path = tmp_path / kind.capitalize()
        monkeypatch.setattr(
            f"kalahgui.gui.services.saving.user_{kind}_path", lambda path=path: path
        )
    opened = []

    def open_window(size=(1280, 800), language="en", one_window=None, **choices):
        driver = Driver(tmp_path / "data" / "games.sqlite3", size, one_window)
        opened.append(driver)
        driver.services.choose(pace="off", **choices)
        if choices or language != "en":
            driver.speak(language)
        driver.services.notices.waiting.clear()
        return driver

    yield open_window
    for driver in opened:
        driver.close()


@pytest.fixture
def window(new_window):
    """A window in English."""
    return new_window()


@pytest.fixture
def reader(monkeypatch):
    """Hear of all that is written, and find what is cut or leaves its surface."""
    from driver import Reader

    return Reader(monkeypatch)


@pytest.fixture
def clip(monkeypatch):
    """A clipboard of the test's own, as a mapping."""
    import pygame

    held = {"text": ""}
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: held.update(text=text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: held["text"])
    return held


@pytest.fixture
def own_weights(tmp_path, monkeypatch):
    """Have the program look for its weights in a folder of the test's own, which is empty."""
    monkeypatch.setattr("kalahgui.games.weights.asset", lambda *parts: tmp_path / parts[-1])
    learnt_from.cache_clear()
    yield tmp_path
    learnt_from.cache_clear()
