"""Which tests run with the core that is here."""

import os

import pytest

from kalahgui import core

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
