"""How long events take: a pass is seen, and a move that follows a move does not hold up."""

import pytest

from kalahgui.games.game import Again
from kalahgui.match.timeline import Timeline, duration

PASS, SECOND_MOVE = Again(0, passed=True), Again(0)


class Shown:
    def __init__(self):
        self.folded = []

    def apply(self, event):
        self.folded.append(event)


def test_a_pass_is_shown_longer_than_a_second_move():
    assert duration(PASS) == pytest.approx(1.7)
    assert duration(SECOND_MOVE) == pytest.approx(0.75)


@pytest.mark.parametrize("pace", [0.5, 1.0, 2.4])
@pytest.mark.parametrize(("event", "seconds"), [(PASS, 1.7), (SECOND_MOVE, 0.75)])
def test_an_event_is_in_flight_for_its_time_at_every_pace(event, seconds, pace):
    shown = Shown()
    timeline = Timeline(shown, [event], pace)
    timeline.update(0.95 * seconds / pace)
    assert (timeline.event, shown.folded) == (event, [])
    assert timeline.progress == pytest.approx(0.95)
    timeline.update(0.1 * seconds / pace)
    assert timeline.done
    assert shown.folded == [event]
