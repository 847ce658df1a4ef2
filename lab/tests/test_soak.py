"""Games by restless hands in the window: nothing breaks, and nothing of them stays."""

import gc

import pytest

from kalahgui.gui.screens.play.play import Play
from kalahgui.match.match import Match
from lab.window.soak import Soak

pytestmark = pytest.mark.usefixtures("fresh_pictures")


@pytest.mark.slow
def test_restless_hands_break_nothing_and_nothing_stays(window):
    window.app.close()
    before = _matches()
    soak = Soak()
    for number in range(12):
        soak.play(number)
    soak.go_home()
    assert _matches() <= before + 1, "the home screen offers to go on with the newest"
    assert [each for each in gc.get_objects() if isinstance(each, Play)] == []
    soak.app.close()


def _matches() -> int:
    gc.collect()
    return sum(isinstance(each, Match) for each in gc.get_objects())
