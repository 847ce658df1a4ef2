"""The commands of the laboratory stand in the place of the program's."""

import pytest


@pytest.fixture
def program():
    """Return the module whose ``main`` is the command line."""
    return "lab.__main__"
