"""The engine: it answers the job that was asked last, stops at once and never dies."""

import threading
from queue import Queue

import pytest

from kalahgui.core.search import Finding
from kalahgui.engine.engine import Engine
from kalahgui.engine.limit import Limit
from kalahgui.engine.thinker import Thinker, move_values, turn_of
from kalahgui.games import GAMES

KALAH = GAMES["kalah"]
PATIENCE = 30.0


@pytest.fixture
def engine():
    engine = Engine(Thinker(seed=1, table_bits=12))
    yield engine
    engine.close(PATIENCE)


def wait_for(engine, wanted):
    """Poll like a window does, until a report is the wanted one; return all that came."""
    reports = []
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.005)):
        reports += engine.reports()
        if any(wanted(report) for report in reports):
            return reports
        pause.wait(0.005)
    raise AssertionError("the engine did not answer")


def done(job):
    return lambda report: report.job is job and report.done


def test_a_job_is_answered(engine):
    job = engine.think(KALAH.start("6x6"), Limit(plies=4))
    reports = wait_for(engine, done(job))
    assert [report.finding.depth for report in reports] == [1, 2, 3, 4, 4]
    assert [report.done for report in reports] == [False] * 4 + [True]
    assert reports[-1].finding.line
    assert not reports[-1].failure
    assert engine.reports() == []


def test_a_search_without_end_stops(engine):
    job = engine.think(KALAH.start("6x6"), Limit(seconds=3000))
    wait_for(engine, lambda report: report.job is job)
    job.stop()
    assert wait_for(engine, done(job))[-1].finding.line


def test_a_new_job_stops_the_one_before_and_is_told_apart(engine):
    old = engine.think(KALAH.start("6x6"), Limit(seconds=3000))
    new = engine.think(KALAH.start("6x4"), Limit(plies=3))
    reports = wait_for(engine, done(new))
    assert old.stop_word.raised
    assert not new.stop_word.raised
    assert any(done(old)(report) for report in reports)
    assert {report.job for report in reports} == {old, new}


def test_stopping_an_old_job_leaves_the_new_one_alone(engine):
    old = engine.think(KALAH.start("6x6"), Limit(plies=1))
    new = engine.think(KALAH.start("6x4"), Limit(plies=5))
    old.stop()
    assert wait_for(engine, done(new))[-1].finding.depth == 5


def test_the_position_asked_about_may_be_played_on(engine):
    here = KALAH.start("6x6")
    job = engine.think(here, Limit(plies=1))
    here.play(5)
    assert job.position == KALAH.start("6x6")


def test_a_finished_game_is_answered_with_nothing(engine):
    job = engine.think(KALAH.parse_position("<1,3,1,0,0>"), Limit(plies=3))
    assert wait_for(engine, done(job))[-1].finding is None


def test_a_failure_is_a_report_and_the_engine_goes_on():
    class Broken(Thinker):
        def think(self, position, limit, stop=None):
            if limit.plies == 1:
                raise RuntimeError("no idea")
            yield Finding(1, 0, [0], 1, False)

    engine = Engine(Broken())
    try:
        job = engine.think(KALAH.start("6x6"), Limit(plies=1))
        report = wait_for(engine, done(job))[-1]
        assert report.failure == "RuntimeError: no idea"
        job = engine.think(KALAH.start("6x6"), Limit(plies=2))
        assert not wait_for(engine, done(job))[-1].failure
    finally:
        engine.close(PATIENCE)


def test_a_closed_engine_has_ended_its_thread():
    before = threading.active_count()
    engine = Engine()
    engine.think(KALAH.start("6x6"), Limit(plies=200))
    engine.close(PATIENCE)
    assert threading.active_count() == before


def test_the_stop_word_reaches_a_search_on_another_thread():
    thinker = Thinker(table_bits=12)
    steps: Queue = Queue()
    from kalahgui.core.search import StopWord

    stop = StopWord()

    def think():
        for finding in thinker.think(KALAH.start("6x6"), Limit(plies=200), stop):
            steps.put(finding)
        steps.put(None)

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    assert steps.get(timeout=PATIENCE).depth == 1
    stop.raised = True
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "nega-alpha", "nega-scout"])
def test_a_textbook_player_thinks_in_steps(algorithm):
    findings = list(Thinker().think(KALAH.start("6x6"), Limit(algorithm, plies=3)))
    assert [finding.depth for finding in findings] == [1, 2, 3]
    assert all(finding.line for finding in findings)


def test_a_textbook_player_keeps_to_its_time():
    answer = Thinker().best(KALAH.start("6x6"), Limit("minimax", seconds=0.05))
    assert answer.line


def test_a_weak_player_errs_within_its_slack_and_by_its_seed():
    here = KALAH.start("6x6")
    values, _ = move_values(here, 1)
    limit = Limit("alpha-beta", plies=1, slip=0.5, slack=3)
    games = [Thinker(seed) for seed in range(40)]
    played = [thinker.best(here, limit).line[0] for thinker in games]
    assert played == [Thinker(seed).best(here, limit).line[0] for seed in range(40)]
    assert all(values[move] >= max(values.values()) - 3 for move in played)
    assert len(set(played)) > 1


def test_the_turn_of_a_line_ends_with_the_extra_moves():
    here = KALAH.start("6x6")
    assert turn_of(here, [0, 1, 2, 3]) == [0, 1]
    assert turn_of(here, []) == []
