"""A told move in time: no moment is lost, and every event is told as it begins and ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahgui.games.game import Again, Lift, Sow, fold
from kalahgui.match.timeline import Timeline, duration

EVENTS = [Lift(0), Sow(1), Sow(2), Sow(3)]
CELLS = [3, 0, 0, 0]
PASS, SECOND_MOVE = Again(0, passed=True), Again(0)


class Shown:
    def __init__(self):
        self.cells = list(CELLS)

    def apply(self, event):
        self.cells = fold(self.cells, [event])


def test_what_is_left_of_a_long_frame_belongs_to_the_next_event():
    shown = Shown()
    timeline = Timeline(shown, EVENTS)
    lift, sow = duration(EVENTS[0]), duration(EVENTS[1])
    timeline.update(lift + 0.4 * sow)
    assert timeline.event == Sow(1)
    assert timeline.progress == pytest.approx(0.4)
    timeline.update(1.1 * sow)
    assert timeline.event == Sow(2)
    assert timeline.progress == pytest.approx(0.5)


@given(st.lists(st.floats(0.001, 0.5), min_size=1, max_size=60), st.sampled_from([0.5, 1.0, 2.4]))
def test_frames_of_any_length_take_the_same_time(frames, pace):
    shown, told = Shown(), []
    timeline = Timeline(shown, EVENTS, pace, lambda event, ended: told.append((event, ended)))
    passed = 0.0
    for dt in frames:
        timeline.update(dt)
        passed += dt * pace
        ended = 0
        while ended < len(EVENTS) and sum(map(duration, EVENTS[: ended + 1])) <= passed + 1e-9:
            ended += 1
        assert abs(len(EVENTS[ended:]) - (0 if timeline.done else len(timeline._left))) <= 1
        assert shown.cells == fold(CELLS, EVENTS[: len(EVENTS) - len(timeline._left)])
    timeline.finish()
    assert shown.cells == fold(CELLS, EVENTS)
    beginnings = [event for event, ended in told if not ended]
    assert beginnings == EVENTS[: len(beginnings)]
    assert [event for event, ended in told if ended] == EVENTS[: sum(ended for _, ended in told)]


def test_a_finished_timeline_is_done():
    timeline = Timeline(Shown(), EVENTS)
    assert not timeline.done
    timeline.finish()
    assert timeline.done
    assert (timeline.event, timeline.progress) == (None, 1.0)


@pytest.mark.parametrize("pace", [0.5, 1.0, 2.4])
@pytest.mark.parametrize(("event", "seconds"), [(PASS, 1.7), (SECOND_MOVE, 0.75)])
def test_a_pass_is_shown_longer_than_a_second_move_at_every_pace(event, seconds, pace):
    told = []
    timeline = Timeline(Shown(), [event], pace, lambda event, ended: told.append(ended))
    timeline.update(0.95 * seconds / pace)
    assert (timeline.event, told) == (event, [False])
    assert timeline.progress == pytest.approx(0.95)
    timeline.update(0.1 * seconds / pace)
    assert timeline.done
    assert told == [False, True]
