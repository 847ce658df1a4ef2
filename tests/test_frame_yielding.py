"""Work on another thread makes way for frames, and comes to an end all the same."""

from threading import Thread

import pytest

from kalahgui.core.search import Search
from kalahgui.core.table import table_for
from kalahgui.engine import courtesy
from kalahgui.engine.courtesy import COURTESY, Courtesy
from kalahgui.engine.judgement import judge_once, judge_turns_once
from kalahgui.engine.knowledge import MovesByHeart
from kalahgui.engine.turns import whole_turns
from kalahgui.games import GAMES
from kalahgui.theatre.recorder import record
from kalahgui.theatre.recording import Plan
from kalahgui.theatre.subject import PositionSubject

LONG, MOMENT = 60.0, 0.05


def test_work_waits_for_the_end_of_a_frame(monkeypatch):
    monkeypatch.setattr(courtesy, "_LONGEST_WAIT", LONG)
    manners = Courtesy()
    work = Thread(target=manners.make_way)
    with manners.frame():
        work.start()
        work.join(MOMENT)
        assert work.is_alive()
    work.join(LONG)
    assert not work.is_alive()


def test_an_error_in_a_frame_ends_it():
    manners = Courtesy()
    with pytest.raises(KeyError), manners.frame():
        raise KeyError
    manners.make_way()
    assert manners._until == 0.0


@pytest.mark.parametrize(("pause", "waits"), [(LONG, 1), (0.0, 2)])
def test_work_that_has_waited_goes_on_for_a_while(monkeypatch, pause, waits):
    waited = []
    manners = Courtesy()
    monkeypatch.setattr(courtesy, "_SLICE", pause)
    monkeypatch.setattr(manners._nobody_at_work, "wait", waited.append)
    work = Thread(target=lambda: (manners.make_way(), manners.make_way()))
    with manners.frame():
        work.start()
        work.join(LONG)
    assert waited == [courtesy._LONGEST_WAIT] * waits


def test_the_maker_of_a_frame_does_not_wait_for_it(monkeypatch):
    manners = Courtesy()
    waited = []
    monkeypatch.setattr(manners._nobody_at_work, "wait", waited.append)
    with manners.frame():
        manners.make_way()
    assert not waited


def test_a_recording_makes_way(monkeypatch):
    calls = []
    monkeypatch.setattr(Courtesy, "make_way", lambda self: calls.append(self))
    kalah = GAMES["kalah"]
    recording = record(Plan(PositionSubject(kalah, kalah.start("2x2")), "nega-alpha", 3))
    assert calls == [COURTESY] * len(recording.steps)


def test_a_window_asks_for_it(window, monkeypatch):
    seen = []
    monkeypatch.setattr(
        window.app, "_update", lambda dt: seen.append(COURTESY._nobody_at_work.is_set())
    )
    window.frames(1)
    assert seen == [False] and COURTESY._nobody_at_work.is_set()


def test_judging_makes_way_move_by_move(monkeypatch):
    calls = []
    monkeypatch.setattr(Courtesy, "make_way", lambda self: calls.append(self))
    start = GAMES["kalah"].start("3x2").to_the_end()
    judge_once(start, 2, Search(table_for(start, 10)), None, MovesByHeart(None, {}))
    assert len(calls) == len(start.moves())
    calls.clear()
    judge_turns_once(start, 2, Search(table_for(start, 10)), None, None)
    assert len(calls) == len(list(whole_turns(start)))


def test_a_system_that_forbids_niceness_harms_nothing(monkeypatch):
    def forbid(*arguments):
        raise PermissionError

    monkeypatch.setattr(courtesy.os, "setpriority", forbid, raising=False)
    courtesy.give_way()
