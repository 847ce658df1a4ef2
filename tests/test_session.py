"""A session under every sequence of what its players may do, with the laws that always hold."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kalahgui.core.search import Finding
from kalahgui.engine.engine import Move, Priority, Report
from kalahgui.engine.method import Method
from kalahgui.engine.thinker import Judgement
from kalahgui.games import GAMES
from kalahgui.games.game import Again, fold
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.match.match import SWAP, Match, Player
from kalahgui.match.session import Session

PERSON, COMPUTER = Player("Ann"), Player("", Method(level=3))
PLAYERS = ((PERSON, PERSON), (PERSON, COMPUTER), (COMPUTER, PERSON), (COMPUTER, COMPUTER))
BOARDS = (("kalah", "6x4", False), ("kalah", "3x2", True), ("reversi", "4x4", False))
BOARDS += (("tictactoe", "3x3", False), ("eight", "8", False))


class Board:
    """What is shown, as the numbers in its cells."""

    def __init__(self, match, node=None):
        self.cells = match.game.cells(match.start)
        for event in match.events((node or match.here).line):
            self.apply(event)

    def apply(self, event):
        self.cells = fold(self.cells, [event])


class FakeJob:
    """A job that is answered after it has been asked a few times, at once when it is stopped."""

    nodes = 0

    def __init__(self, task, patience, value, line=None):
        self.task, self.patience, self.value, self.line = task, patience, value, line
        self.stopped = self.ended = False

    def stop(self):
        self.stopped = True

    def reports(self):
        self.patience -= 1
        if self.ended or (self.patience > 0 and not self.stopped):
            return []
        self.ended = True
        moves = self.task.position.moves()
        if isinstance(self.task, Move):
            line = list(self.line or [])
            here = self.task.position.copy()
            while not self.line and not here.over and len(line) < 3:
                line.append(here.moves()[0])
                here.play(line[-1])
            answer = Finding(1, self.value, line, 9, False, 7)
        else:
            answer = Judgement(1, dict.fromkeys(moves, 0), False)
        return [Report(answer, 1.5, done=True)]


class FakeEngine:
    def __init__(self):
        self.jobs = []
        self.patience, self.value, self.line = 2, 0, None

    def start(self, task, priority):
        wanted = Priority.MOVE if isinstance(task, Move) else Priority.VALUES
        assert priority == wanted
        self.jobs.append(FakeJob(task, self.patience, self.value, self.line))
        return self.jobs[-1]

    def alive(self, kind):
        return [
            job
            for job in self.jobs
            if not job.stopped and not job.ended and isinstance(job.task, Move) == (kind is Move)
        ]


def session_of(match, engine, pace=0.0):
    session = Session(match, engine, Board, lambda: None, lambda event, ended: None)
    session.pace = pace
    return session


@pytest.mark.parametrize(("value", "swaps"), [(-1, True), (0, False), (1, False)])
def test_a_computer_swaps_sides_as_soon_as_its_own_is_the_worse_one(value, swaps):
    match = Match(GAMES["kalah"], "6x4", (), (PERSON, COMPUTER), pie=True)
    match.play(0)
    assert match.can_swap
    engine = FakeEngine()
    engine.value = value
    session = session_of(match, engine)
    for _ in range(20):
        session.update(0.2)
        if len(match.plies) > 1:
            break
    assert (match.plies[1] == SWAP) == swaps


@pytest.mark.parametrize("pace", [0.0, 1.0])
def test_a_quick_answer_waits_for_a_glance_at_the_board(pace):
    match = Match(GAMES["tictactoe"], "3x3", (), (PERSON, COMPUTER))
    engine = FakeEngine()
    engine.patience = 0
    session = session_of(match, engine, pace)
    session.play(4)
    waited = 0.0
    while len(match.plies) == 1:
        if not session.moving:
            waited += 0.01
        session.update(0.01)
        assert waited < 1.0
    assert 0.3 < waited < 0.6, "long enough to see what has happened, and no longer"


def test_values_are_due_as_soon_as_the_computer_has_moved():
    match = Match(GAMES["kalah"], "6x4", (), (COMPUTER, PERSON))
    engine = FakeEngine()
    session = session_of(match, engine)
    session.want_values(True)
    while not session.persons_turn:
        session.update(0.5)
    assert engine.alive(None) == []
    assert session.busy, "the window must not come to rest before it has asked"
    session.update(0.5)
    assert len(engine.alive(None)) == 1


def test_values_that_fail_are_told_and_not_asked_for_again():
    match = Match(GAMES["tictactoe"], "3x3", (), (PERSON, PERSON))
    engine = FakeEngine()
    session = session_of(match, engine)
    session.want_values(True)
    session.update(0.1)
    [job] = engine.jobs
    job.reports = lambda: [Report(None, 0.0, done=True, failure="OSError: no")]
    session.update(0.1)
    assert session.message.key == "values_failed"
    assert session.message.values == {"why": "OSError: no"}
    job.reports = list
    session.update(0.1)
    assert engine.jobs == [job]
    assert not session.busy


def test_a_pass_shown_again_is_that_of_the_one_who_passed():
    match = Match(GAMES["reversi"], "diamond", (), (Player("Ann"), Player("Bob")))
    match.replay_texts(["d3", "e3", "f3", "e2", "f5", "g4", "c3"])
    session = session_of(match, FakeEngine(), 1.0)
    session.replay_last_turn()
    while not isinstance(session.timeline.event, Again):
        session.update(0.05)
    again = session.timeline.event
    assert again.passed
    # Bob has moved twice, and it is Ann's turn now: she passed in between.
    assert match.position.turn == 0
    assert match.players[match.seat_of(1 - again.side)].name == "Ann"


@pytest.mark.parametrize(("level", "even"), [(1, False), (2, False), (3, True), (8, True)])
def test_players_that_slip_do_not_aim_for_an_even_turn(level, even):
    computer = Player("", Method(level=level))
    match = Match(GAMES["kalah"], "6x4", (), (computer, PERSON), pie=True)
    engine = FakeEngine()
    session_of(match, engine).update(0.1)
    [job] = engine.jobs
    assert job.task.limit.even == even


def test_a_single_step_plays_one_ply_of_a_chain():
    match = Match(GAMES["kalah"], "6x6", (), (COMPUTER, COMPUTER))
    engine = FakeEngine()
    session = session_of(match, engine)
    session.toggle_pause()
    session.step()
    for _ in range(60):
        session.update(0.2)
    # The first pit of six leads to another move of the same side, which was not asked for.
    assert match.plies == [0]
    assert match.position.turn == 0
    session.step()
    session.update(0.2)
    assert len(engine.jobs) == 2, "the next step is thought about anew"


def test_taking_back_stops_two_computers():
    match = Match(GAMES["kalah"], "6x6", (), (COMPUTER, COMPUTER))
    session = session_of(match, FakeEngine())
    for _ in range(10):
        session.update(0.5)
    assert match.plies
    session.undo()
    plies = match.plies
    assert session.paused
    for _ in range(20):
        session.update(0.5)
    assert match.plies == plies


def test_a_pause_stops_the_job_at_once():
    match = Match(GAMES["kalah"], "6x6", (), (COMPUTER, COMPUTER))
    engine = FakeEngine()
    engine.patience = 5
    session = session_of(match, engine)
    session.update(0.1)
    [job] = engine.jobs
    session.toggle_pause()
    assert job.stopped
    assert session.job is None


def test_the_clock_runs_as_time_does_and_stops_at_the_end():
    match = Match(GAMES["kalah"], "6x6", (), (PERSON, PERSON))
    session = session_of(match, FakeEngine())
    session.elapse(1.5)
    session.elapse(0.5)
    assert session.seconds == pytest.approx(2.0)
    session.resign()
    session.elapse(1.0)
    assert session.seconds == pytest.approx(2.0)


class SessionMachine(RuleBasedStateMachine):
    @initialize(
        board=st.sampled_from(BOARDS),
        players=st.sampled_from(PLAYERS),
        pace=st.sampled_from([0.0, 1.0, 2.4]),
        patience=st.integers(1, 4),
        value=st.sampled_from([-3, 0, 3]),
    )
    def begin(self, board, players, pace, patience, value):
        key, variant, pie = board
        self.engine = FakeEngine()
        self.engine.patience, self.engine.value = patience, value
        self.pace = pace
        self.kept = None
        self.take_up(Match(GAMES[key], variant, (), players, pie=pie))

    def take_up(self, match):
        self.match = match
        self.events = []
        self.session = Session(match, self.engine, Board, self.save, self.hear)
        self.session.pace = self.pace

    def save(self):
        self.kept = record_of(StoredMatch(self.match))

    def hear(self, event, ended):
        self.events.append((event, ended))

    # -- what players do

    @precondition(lambda self: self.session.persons_turn)
    @rule(number=st.integers(0, 99))
    def play(self, number):
        moves = self.match.position.moves()
        plies = len(self.match.plies)
        self.session.play(moves[number % len(moves)])
        assert len(self.match.plies) == plies + 1

    @precondition(lambda self: self.session.persons_turn and self.match.can_swap)
    @rule()
    def swap(self):
        seats = self.match.seat_of(0)
        self.session.play(SWAP)
        assert self.match.seat_of(0) == 1 - seats
        assert self.session.message.key == "said_swap"

    @rule()
    def undo(self):
        plies, could = self.match.plies, self.match.can_undo
        assert self.session.undo() == could
        assert self.match.plies == plies[: len(self.match.plies)]
        if not could:
            assert self.session.message.key == "no_undo"
        else:
            assert self.session.job is None
            assert not self.session.moving

    @rule()
    def redo(self):
        plies, could = self.match.plies, self.match.can_redo
        assert self.session.redo() == could
        assert self.match.plies[: len(plies)] == plies
        assert (len(self.match.plies) > len(plies)) == could

    @rule()
    def undo_and_redo(self):
        plies, over = self.match.plies, self.match.resigned is not None
        if self.session.undo() and not over:
            self.session.redo()
            assert self.match.plies == plies

    @rule()
    def replay(self):
        self.session.replay_last_turn()
        assert self.session.replaying == bool(self.match.plies and self.session.moving)

    @rule()
    def pause(self):
        paused = self.session.paused
        self.session.toggle_pause()
        assert self.session.paused != paused

    @rule()
    def step(self):
        self.session.step()

    @rule()
    def move_now(self):
        self.session.move_now()

    @precondition(lambda self: any(player.person for player in self.match.players))
    @rule()
    def resign(self):
        over = self.match.over
        self.session.resign()
        assert self.match.over
        assert over or self.match.players[self.match.resigned].person

    @rule(wanted=st.booleans())
    def values(self, wanted):
        self.session.want_values(wanted)
        assert wanted or self.session.judgement is None

    @precondition(lambda self: self.kept is not None)
    @rule()
    def load(self):
        """Leave the match and continue it from the store."""
        plies, result = self.match.plies, self.match.winner
        self.session.close()
        again = stored_of(self.kept).match
        assert again.plies == plies
        assert again.winner == result
        self.take_up(again)

    @rule(dt=st.sampled_from([0.016, 0.1, 0.5, 3.0]))
    def time_passes(self, dt):
        before = len(self.match.plies)
        paused, one_step = self.session.paused, self.session._one_step
        self.session.update(dt)
        grown = len(self.match.plies) - before
        assert grown in (0, 1)
        if grown:
            assert not paused or one_step, "a paused computer stands still"

    @rule()
    def long_time_passes(self):
        """Let everything come to rest; a computer that is let to has moved then."""
        for _ in range(400):
            self.session.update(0.5)
            if not self.session.busy:
                break
        else:
            raise AssertionError("it never comes to rest")
        assert not self.session.computer_moves
        assert not self.session.moving
        if self.session.values_wanted and self.session.persons_turn:
            assert set(self.session.judgement.values) == set(self.match.position.moves())

    # -- what always holds

    @invariant()
    def what_is_shown_is_the_position(self):
        if not self.session.moving:
            assert self.session.shown.cells == self.match.game.cells(self.match.position)
        else:
            rest = Board(self.match)
            shown = list(self.session.shown.cells)
            assert fold(shown, self.session.timeline._left) == rest.cells

    @invariant()
    def only_present_questions_are_open(self):
        for job in self.engine.alive(Move):
            assert job is self.session.job
            assert job.task.position == self.match.position
            assert not self.match.over
            assert not self.match.mover.person
        for job in self.engine.alive(None):
            assert job.task.position == self.match.position
            assert self.session.values_wanted

    @invariant()
    def every_ply_is_kept(self):
        if self.kept is not None:
            assert self.kept.moves.split() == self.match.ply_texts()
        else:
            assert not self.match.plies

    @invariant()
    def nobody_is_to_move_at_the_end(self):
        if self.match.over:
            assert not self.session.persons_turn
            assert not self.session.computer_moves
        else:
            assert self.session.persons_turn == self.match.mover.person

    @invariant()
    def the_side_shown_is_the_one_that_moves(self):
        here = self.match.here
        if self.session.moving:
            assert self.session.side_shown == here.parent.position.turn
        else:
            assert self.session.side_shown == here.position.turn


SessionMachine.TestCase.settings = settings(
    max_examples=80, stateful_step_count=40, deadline=None, derandomize=True
)
TestSession = SessionMachine.TestCase
