"""Which tests run with the core that is here, and what several of them need."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kalahgui import core
from kalahgui.games.kalah import weights as kalah_weights
from kalahgui.games.reversi import weights as reversi_weights

# The same examples every time, however slow the machine is.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

WHY = core.REASON
if not core.COMPILED:
    # A program without its compiled core says so once. Tests look at every line that is said, so
    # here, and in the programs that tests start, it runs as if the sources had been asked for.
    os.environ["KALAHGUI_PURE"] = "1"
    core.REASON = "KALAHGUI_PURE asks for the interpreted core."


def pytest_collection_modifyitems(items):
    if core.COMPILED:
        return
    skip = pytest.mark.skip(reason=f"needs the compiled core: {WHY}")
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(skip)


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory):
    """A cache folder of their own for the tests and the programs that they start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KALAHGUI_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def window(tmp_path, monkeypatch):
    """A window in English, with a store and a home folder of its own, where nothing is animated."""
    from driver import Driver  # tests without a window need no pygame

    from kalahgui.gui.services import words

    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    driver = Driver(tmp_path / "data" / "games.sqlite3")
    driver.app.choose(pace="off")
    driver.app.speak("en")
    driver.app.notices.waiting.clear()
    yield driver
    words.choose("en")
    driver.close()


@pytest.fixture
def own_weights(tmp_path, monkeypatch):
    """Have the program look for its weights in a folder of the test's own, which is empty."""
    modules = (kalah_weights, reversi_weights)
    monkeypatch.setattr("kalahgui.games.weights.asset", lambda *parts: tmp_path / parts[-1])
    for module in modules:
        module._found.cache_clear()
    yield tmp_path
    for module in modules:
        module._found.cache_clear()
