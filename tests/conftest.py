"""Which tests run with the core that is here."""

import pytest

from kalahgui.core import COMPILED, REASON


def pytest_collection_modifyitems(items):
    if COMPILED:
        return
    skip = pytest.mark.skip(reason=f"needs the compiled core: {REASON}")
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(skip)
