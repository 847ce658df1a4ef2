"""Work on another thread yields to frames, and comes to an end all the same."""

from threading import Thread

import pytest

from kalahgui.core.search import Search
from kalahgui.core.table import table_for
from kalahgui.engine import interrupt
from kalahgui.engine.interrupt import FrameYield, lower_priority
from kalahgui.engine.judgement import judge_once, judge_turns_once, whole_turns
from kalahgui.engine.knowledge import MovesByHeart
from kalahgui.games import GAMES
from kalahgui.library.formats import read
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.subject import PositionSubject

LONG, MOMENT = 60.0, 0.05
GGF = "(;GM[Othello]TY[8]B[F5]W[D6];)"


def test_work_waits_for_the_end_of_a_frame(monkeypatch):
    monkeypatch.setattr(interrupt, "_LONGEST_WAIT", LONG)
    frames = FrameYield()
    work = Thread(target=frames)
    with frames.frame():
        work.start()
        work.join(MOMENT)
        assert work.is_alive()
    work.join(LONG)
    assert not work.is_alive()


def test_an_error_in_a_frame_ends_it():
    frames = FrameYield()
    with pytest.raises(KeyError), frames.frame():
        raise KeyError
    frames()
    assert frames._until == 0.0


def test_a_recording_yields_at_every_step():
    calls = []
    kalah = GAMES["kalah"]
    plan = Plan(PositionSubject(kalah, kalah.start("2x2")), "nega-alpha", 3)
    recording = record(plan, yield_to_frames=lambda: calls.append(1))
    assert len(calls) == len(recording.steps)


def test_judging_yields_at_every_move():
    calls = []
    start = GAMES["kalah"].start("3x2").to_the_end()
    by_heart = MovesByHeart(None, {})
    search = Search(table_for(start, 10))
    judge_once(start, 2, search, None, by_heart, lambda: calls.append(1))
    assert len(calls) == len(start.moves())
    calls.clear()
    judge_turns_once(start, 2, search, None, None, lambda: calls.append(1))
    assert len(calls) == len(list(whole_turns(start)))


@pytest.mark.parametrize(
    "text",
    ["kalah:6x4\n1 2 3 4", "f5d6c3", '[Game "kalah:6x4"]\n\n1. 1 2', GGF, "f5d6c3\nf5f6"],
)
def test_reading_a_file_yields(text):
    calls = []
    assert read(text.encode(), yield_to_frames=lambda: calls.append(1)).games
    assert calls


def test_a_system_that_forbids_niceness_harms_nothing(monkeypatch):
    def forbid(*arguments):
        raise PermissionError

    monkeypatch.setattr(interrupt.os, "setpriority", forbid, raising=False)
    lower_priority()
