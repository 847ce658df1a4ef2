"""Thinking on the person's time: when it begins, what interrupts it and when it ends."""

from types import SimpleNamespace

import pygame
import pytest
from test_engine import PATIENCE, Alarm, reports_of, wait_for
from test_session import FakeEngine, session_of

from kalahgui.core import COMPILED
from kalahgui.engine.engine import Engine, Move, Mover, Ponder, Priority, Report, Values
from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.games.limit import Limit
from kalahgui.gui.services.machine import Power
from kalahgui.gui.services.navigation import GameOf
from kalahgui.match.computer import Pondering
from kalahgui.match.match import Match, Player

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
PERSON = Player("Ann")
STRONG = Player("", Method(algorithm="search", seconds=3.0))
QUICK = Player("", Method(algorithm="search", seconds=0.9))
SHALLOW = Player("", Method(algorithm="search", turns=12))
BOOKISH = Player("", Method(algorithm="alpha-beta", seconds=3.0))
LONG = Limit(seconds=3000.0)


class Ponderer(FakeEngine):
    """An engine whose pondering has no end of its own."""

    def start(self, task, priority):
        job = super().start(task, priority)
        if isinstance(task, Ponder):
            assert priority < min(set(Priority) - {Priority.PONDERING})
            job.reports = list
        return job

    @property
    def pondered(self):
        """Return the positions that are being pondered."""
        alive = [j.task for j in self.jobs if isinstance(j.task, Ponder) and not j.stopped]
        return [task.position for task in alive]


def session_with(*players, engine=None, board="6x6"):
    engine = Ponderer() if engine is None else engine
    session = session_of(Match(KALAH, board, (), players), engine)
    session.pondering_wanted = True
    return session, engine


def words(position):
    """Return a position without what judges it."""
    return position.own, position.opp, position.lead, position.turn


def pass_time(session, steps=30):
    for _ in range(steps):
        session.elapse()
        session.update(0.1)


def test_it_begins_when_the_person_is_to_move_and_ends_with_the_move():
    session, asked = session_with(PERSON, STRONG)
    pass_time(session)
    assert list(map(words, asked.pondered)) == [words(session.match.start)]
    session.play(1)
    session.update(0.1)
    session.elapse()
    assert asked.pondered == []
    pass_time(session)
    assert session.persons_turn
    assert list(map(words, asked.pondered)) == [words(session.match.end.position)]
    assert len([job for job in asked.jobs if isinstance(job.task, Ponder)]) == 2


@pytest.mark.parametrize("other", [QUICK, SHALLOW, BOOKISH, PERSON, Player("", Method(level=6))])
def test_nobody_else_ponders(other):
    session, asked = session_with(PERSON, other)
    pass_time(session)
    assert session.persons_turn
    assert not [job for job in asked.jobs if isinstance(job.task, Ponder)]


@pytest.mark.parametrize(
    "act",
    [
        lambda session: setattr(session, "pondering_wanted", False),
        lambda session: session.go_to_start(),
        lambda session: session.resign(),
        lambda session: session.toggle_pause(),
        lambda session: session.close(),
        lambda session: session.set_aside(),
    ],
    ids=["setting", "walk", "resign", "pause", "close", "aside"],
)
def test_it_ends_when_nobody_plays(act):
    session, asked = session_with(PERSON, STRONG)
    session.play(1)
    pass_time(session)
    assert asked.pondered
    act(session)
    # What is left or set aside lets no time pass.
    if act.__code__.co_names[0] not in ("close", "set_aside"):
        session.elapse()
    assert asked.pondered == []


def test_not_after_the_end():
    session, asked = session_with(PERSON, STRONG, board="1x1")
    while not session.match.end.over:
        if session.persons_turn:
            session.play(session.match.position.moves()[0])
        pass_time(session, 3)
    pass_time(session)
    assert asked.pondered == []


def test_the_position_is_judged_as_the_computer_judges():
    handmade = Player("", Method(algorithm="search", seconds=3.0, evaluation="handmade"))
    for player in (STRONG, handmade):
        session, asked = session_with(PERSON, player)
        pass_time(session, 1)
        [position] = asked.pondered
        limit = player.limit(KALAH, session.match.start)
        assert position.family() == KALAH.with_evaluation(session.match.start, limit.judge).family()


def test_a_failure_is_said():
    class Failing(Ponderer):
        def start(self, task, priority):
            job = super().start(task, priority)
            if isinstance(task, Ponder):
                report = [failed("no memory")]
                job.reports = lambda: [report.pop()] if report else []
            return job

    session, _ = session_with(PERSON, STRONG, engine=Failing())
    session.elapse()
    assert session.message.key == "pondering_failed"


def failed(why):
    return Report(None, 0.0, done=True, failure=why)


# -- in the engine


@pytest.fixture
def engine():
    engine = Engine(Thinker(seed=1, table_bits=12))
    yield engine
    engine.close(PATIENCE)


def test_anything_else_interrupts_it_and_it_goes_on(engine):
    position = KALAH.start("6x6")
    pondering = engine.start(Ponder(position, LONG), Priority.PONDERING)
    for task, priority in (
        (Values(position, 0.01), Priority.ANALYSIS),
        (Values(position, 0.01), Priority.VALUES),
        (Move(position, Limit(turns=2)), Priority.MOVE),
    ):
        assert reports_of(engine.start(task, priority))[-1].answer is not None
        wait_for(lambda: engine.busy and not pondering.interrupt.paused)
        assert not pondering.reports()
    pondering.stop()
    assert [report.answer for report in reports_of(pondering)] == [None]


@pytest.mark.parametrize("level", [False, True])
def test_what_is_pondered_after_a_resize_is_in_the_table_of_the_next_move(level):
    thinker, match = Thinker(table_bits=16), object()
    position, limit, mover = REVERSI.start("4x4"), Limit(seconds=3000.0), Mover(match, 1, level)
    interrupt = Interrupt()
    interrupt.pause()
    pondering = Ponder(position, limit, mover).answers(thinker, interrupt)
    assert next(pondering) is None
    thinker.resize(15)
    interrupt.resume()
    assert list(pondering) == []
    position.play(position.moves()[0])
    *_, known = Move(position, limit, mover).answers(thinker, Interrupt())
    assert known.exact
    assert known.nodes < Thinker().best(position, limit).nodes / 10


def test_it_takes_no_longer_than_its_time():
    alarm = Alarm(True)
    thinker = Thinker(table_bits=10, alarm=alarm)
    assert list(thinker.ponder(KALAH.start("6x6"), LONG, Interrupt(), 60.0)) == []
    assert alarm.set_to == [60.0]


# -- in the window


@pytest.mark.few(1)
@pytest.mark.parametrize(("on_battery", "chosen"), [(False, True), (True, True), (False, False)])
def test_the_setting_and_the_battery_decide(window, monkeypatch, on_battery, chosen):
    state, jobs = SimpleNamespace(on_battery=on_battery), []
    monkeypatch.setattr(pygame.system, "get_power_state", lambda: state, raising=False)
    engine, start = window.services.engine, window.services.engine.start

    def begin(task, priority):
        job = start(task, priority)
        jobs.extend([job] * isinstance(task, Ponder))
        return job

    monkeypatch.setattr(engine, "start", begin)
    window.choose(pondering=chosen)
    window.app.open(GameOf(Match(KALAH, "6x6", (), (PERSON, STRONG))))
    window.frames(3)
    assert len(jobs) == (COMPILED and chosen and not on_battery)
    window.services.choose(pondering=False)
    window.frames(3)
    assert all(job.interrupt.raised for job in jobs) and len(jobs) < 2


def raising():
    raise pygame.error("no power")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (lambda: None, False),
        (lambda: SimpleNamespace(on_battery=False), False),
        (lambda: SimpleNamespace(on_battery=True), True),
        (raising, False),
        (None, False),  # no such function
    ],
)
def test_what_the_system_says_of_its_power(monkeypatch, state, expected):
    monkeypatch.setattr(pygame.system, "get_power_state", state, raising=False)
    if state is None:
        monkeypatch.delattr(pygame.system, "get_power_state")
    assert Power().on_battery is expected


@pytest.mark.parametrize("seat", [0, 1])
def test_it_thinks_for_the_computer_and_not_for_the_person(seat):
    players = [PERSON, PERSON]
    players[1 - seat] = STRONG
    match = Match(KALAH, "6x6", (), tuple(players))
    if match.position.turn != seat:
        match.play(next(m for m in match.position.moves() if not match.position.copy().play(m)))
    engine = FakeEngine()
    Pondering(match, engine, print).update(True)
    [job] = engine.jobs
    assert (job.task.mover.match, job.task.mover.seat) == (match, 1 - seat)
