"""A session under every sequence of what its players may do, and a told move in time."""

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kalahgui.core.search import Finding
from kalahgui.engine.engine import Move, Priority, Report
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.method import Method
from kalahgui.games import GAMES
from kalahgui.games.game import Again, Lift, Sow, fold
from kalahgui.library.saved import StoredMatch, record_of, stored_of
from kalahgui.match.clock import TimeControl
from kalahgui.match.computer import GLANCE
from kalahgui.match.match import Match, Player
from kalahgui.match.node import SWAP
from kalahgui.match.session import Session
from kalahgui.match.timeline import Timeline, duration

PERSON, COMPUTER = Player("Ann"), Player("", Method(level=2))
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
    done = False

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
            answer = Judgement(1, dict.fromkeys(moves, 0), (), {move: [move] for move in moves})
        return [Report(answer, 1.5, done=True)]


class FakeEngine:
    def __init__(self):
        self.jobs = []
        self.patience, self.value, self.line = 2, 0, None

    def start(self, task, priority):
        assert (priority == Priority.MOVE) == isinstance(task, Move)
        self.jobs.append(FakeJob(task, self.patience, self.value, self.line))
        return self.jobs[-1]

    def alive(self, kind):
        return [
            job
            for job in self.jobs
            if not job.stopped and not job.ended and isinstance(job.task, Move) == (kind is Move)
        ]


class Time:
    """A clock that goes on when it is told to."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


def session_of(match, engine, pace=0.0, now=lambda: 0.0, keep=lambda: None):
    session = Session(match, engine, Board, keep, lambda event, ended: None, now)
    session.motion.pace = pace
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


def test_thoughts_stay_long_enough_to_be_read_and_the_deepest_is_shown():
    match = Match(GAMES["kalah"], "6x6", (), (COMPUTER, PERSON))
    engine = FakeEngine()
    session = session_of(match, engine)
    session.update(0.05)
    [job] = engine.jobs
    depths, shown = iter(range(1, 7)), []
    job.reports = lambda: [Report(Finding(d, 0, [0], 9, False, 7), 0.1) for d in [next(depths)]]
    for _ in range(6):
        session.update(0.4 * GLANCE)
        shown.append(session.thought.finding.depth)
    assert shown == [1, 1, 1, 4, 4, 4]
    job.reports = list
    session.update(GLANCE)
    assert session.thought.finding.depth == 6, "though no other has come since"


def test_values_are_due_as_soon_as_the_computer_has_moved():
    match = Match(GAMES["kalah"], "6x4", (), (COMPUTER, PERSON))
    engine = FakeEngine()
    session = session_of(match, engine)
    session.values_wanted = True
    while not session.persons_turn:
        assert engine.alive(None) == []
        session.update(0.5)
    assert len(engine.alive(None)) == 1
    assert session.busy, "the window must not come to rest before it is answered"


def test_values_that_fail_are_told_and_not_asked_for_again():
    match = Match(GAMES["tictactoe"], "3x3", (), (PERSON, PERSON))
    engine = FakeEngine()
    session = session_of(match, engine)
    session.values_wanted = True
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


@pytest.mark.parametrize(("level", "even"), [(1, False), (3, False), (4, True), (9, True)])
def test_players_that_err_do_not_aim_for_an_even_turn(level, even):
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


def test_a_ply_that_somebody_has_stepped_to_already_is_shown_once():
    match = Match(GAMES["kalah"], "6x6", (), (COMPUTER, COMPUTER))
    session = session_of(match, FakeEngine())
    session.update(0.5)
    ahead = match.add(match.root, 0)
    session.go_to(ahead)
    for _ in range(20):
        session.update(0.5)
        if match.end is ahead:
            break
    assert match.here is match.end is ahead
    session.rest()
    assert session.shown.cells == match.game.cells(match.position)


def test_the_clock_runs_as_time_does_and_stops_at_the_end():
    match = Match(GAMES["kalah"], "6x6", (), (PERSON, PERSON))
    now = Time()
    session = session_of(match, FakeEngine(), now=now)
    for seconds in (0.0, 1.5, 0.5):
        now.seconds += seconds
        session.elapse()
    assert session.seconds == pytest.approx(2.0)
    session.resign()
    now.seconds += 1.0
    session.elapse()
    assert session.seconds == pytest.approx(2.0)


class SessionMachine(RuleBasedStateMachine):
    @initialize(
        board=st.sampled_from(BOARDS),
        players=st.sampled_from(PLAYERS),
        pace=st.sampled_from([0.0, 1.0, 2.4]),
        patience=st.integers(1, 4),
        value=st.sampled_from([-3, 0, 3]),
        control=st.sampled_from([None, TimeControl(60, 5), TimeControl(10, each_move=True)]),
    )
    def begin(self, board, players, pace, patience, value, control):
        key, variant, pie = board
        self.engine = FakeEngine()
        self.engine.patience, self.engine.value = patience, value
        self.pace = pace
        self.kept = None
        self.now = Time()
        self.take_up(Match(GAMES[key], variant, (), players, pie=pie, control=control))

    def take_up(self, match):
        self.match = match
        self.counted = self.tree = None
        self.events = []
        self.session = Session(match, self.engine, Board, self.save, self.hear, self.now)
        self.session.motion.pace = self.pace

    def save(self):
        self.kept = record_of(StoredMatch(self.match))

    def hear(self, event, ended):
        self.events.append((event, ended))

    # -- what players do

    @precondition(lambda self: self.session.persons_turn)
    @rule(number=st.integers(0, 99))
    def play(self, number):
        moves = self.match.position.moves()
        plies, main = len(self.match.here.plies), self.match.ply_texts(self.match.tip)
        goes_on = self.match.here is self.match.tip
        self.session.play(moves[number % len(moves)])
        assert len(self.match.here.plies) == plies + 1
        if goes_on:
            assert self.match.here is self.match.tip
        else:
            assert self.match.ply_texts(self.match.tip) == main, (
                "a side line leaves the game as it is"
            )

    def nodes(self):
        return [self.match.root, *self.match.root.below()]

    @rule(number=st.integers(0, 99))
    def walk(self, number):
        nodes = self.nodes()
        node, end, tip = nodes[number % len(nodes)], self.match.end, self.match.tip
        self.session.go_to(node)
        assert self.match.here is node
        assert (self.match.end, self.match.tip) == (end, tip)

    @rule(count=st.sampled_from([-1, 1]))
    def walk_a_step(self, count):
        before, end = len(self.match.here.plies), self.match.end
        self.session.step_by(count)
        assert len(self.match.here.plies) in (before, before + count)
        assert self.match.end is end

    @rule()
    def walk_to_the_end(self):
        self.session.go_to_end()
        assert not self.match.walking

    @rule()
    def go_back_to_the_game(self):
        self.session.back_to_the_game()
        assert self.match.here is self.match.tip
        assert not self.match.aside

    @rule(number=st.integers(0, 99))
    def promote_or_delete(self, number):
        nodes = self.nodes()
        node = nodes[number % len(nodes)]
        tree = {id(parent): [id(child) for child in parent.children] for parent in nodes}
        stood = self.match.here, self.match.end, self.match.tip
        change = self.session.promote if number % 2 else self.session.delete
        if node in self.match.main_line:
            with pytest.raises(ValueError, match="game"):
                change(node)
            return
        change(node)
        if number % 2:
            assert node in self.match.main_line
        else:
            assert node not in self.nodes()
        if number % 3 == 0:
            assert self.session.undo()
            nodes = self.nodes()
            assert {id(e): [id(child) for child in e.children] for e in nodes} == tree
            assert (self.match.here, self.match.end, self.match.tip) == stood

    @rule(number=st.integers(0, 99))
    def show_a_line(self, number):
        nodes = self.nodes()
        node = nodes[number % len(nodes)]
        here, line = node.position.copy(), []
        while not here.over and len(line) < 3:
            line.append(here.moves()[-1])
            here.play(line[-1])
        self.session.show_line(node, line)
        assert set(self.nodes()) == set(nodes), "what is only looked at is not in the tree"

    @precondition(lambda self: self.session.persons_turn and self.match.can_swap)
    @rule()
    def swap(self):
        seats = self.match.seat_of(0)
        self.session.play(SWAP)
        assert self.match.seat_of(0) == 1 - seats
        assert self.session.message.key == "said_swap"

    @rule()
    def undo(self):
        plies, could = self.match.here.plies, self.match.can_undo
        if self.session.can_take_back_edit:
            return
        walking = self.match.walking
        assert self.session.undo() == could
        assert self.match.here.plies == plies[: len(self.match.here.plies)]
        if not could:
            assert self.session.message.key == ("no_undo_walking" if walking else "no_undo")
        else:
            assert self.session.job is None
            assert not self.session.moving

    @rule()
    def redo(self):
        plies, could = self.match.here.plies, self.match.can_redo
        assert self.session.redo() == could
        assert self.match.here.plies[: len(plies)] == plies
        assert (len(self.match.here.plies) > len(plies)) == could

    @rule()
    def undo_and_redo(self):
        plies, over = self.match.here.plies, self.match.here.over
        edited, aside = self.session.can_take_back_edit, self.match.aside
        if self.session.undo() and not over and not edited and aside == self.match.aside:
            self.session.redo()
            assert self.match.here.plies == plies

    @rule()
    def replay(self):
        self.session.replay_last_turn()
        assert self.session.replaying == bool(self.match.here.plies and self.session.moving)

    @rule()
    def pause(self):
        paused = self.session.paused
        self.session.toggle_pause()
        assert self.session.paused != paused
        waits = self.session.paused and not self.match.end.over
        assert self.session.waits == waits, "a step is a pause's"

    @rule()
    def step(self):
        self.session.step()

    @rule()
    def move_now(self):
        self.session.move_now()

    @precondition(lambda self: any(player.person for player in self.match.players))
    @rule()
    def resign(self):
        over = self.match.tip.over
        self.session.resign()
        assert self.match.tip.over
        assert over or self.match.players[self.match.tip.resigned].person

    @rule(wanted=st.booleans())
    def values(self, wanted):
        self.session.values_wanted = wanted

    @rule(wanted=st.booleans())
    def line(self, wanted):
        self.session.line_wanted = wanted

    @rule()
    def review(self):
        self.session.analysis.review()

    @precondition(lambda self: self.kept is not None)
    @rule()
    def load(self):
        """Leave the match and continue it from the store."""
        tip = self.match.tip
        plies, result = tip.plies, tip.winner
        self.session.close()
        again = stored_of(self.kept).match
        assert again.plies == plies
        assert again.winner == result
        self.take_up(again)

    @rule(dt=st.sampled_from([0.016, 0.1, 0.5, 3.0]))
    def time_passes(self, dt):
        before, walking = len(self.match.end.plies), self.match.walking
        here, showing = self.match.here, self.session.motion.lasting
        waits = self.session.waits
        self.session.update(dt)
        grown = len(self.match.end.plies) - before
        assert grown in (0, 1)
        if walking and not showing:
            assert self.match.here is here, "the computer takes nobody along who looks elsewhere"
        if grown:
            assert not waits, "a paused computer stands still"

    @rule(seconds=st.sampled_from([0.0, 0.0625, 0.25, 0.5, 4.0, 6.0, 3600.0]))
    def a_frame_comes(self, seconds):
        """Let true time pass until the next frame: a moment, a stall, or a machine's sleep."""
        before, paused = self.match.clock, self.session.paused
        seat = self.match.seat_to_move_at(self.match.tip)
        self.now.seconds += seconds
        interrupted = self.session.elapse()
        assert self.session.paused == (paused or interrupted)
        assert not interrupted or (before and seconds > 5.0)
        if interrupted:
            assert self.session.job is None
        if before:
            lost = [
                was - left for was, left in zip(before.left, self.match.clock.left, strict=True)
            ]
            assert lost[1 - seat] == 0.0
            assert 0.0 <= lost[seat] <= seconds + 1e-9
            if self.match.players[seat].person:
                assert lost[seat] <= 0.25, "of a stall only the start"
            if seconds > 5.0 or self.session.waits or (paused and self.match.end.over):
                assert lost[seat] == 0.0

    @rule()
    def look_elsewhere(self):
        clock = self.match.clock
        self.session.set_aside()
        self.now.seconds += 3600.0
        assert not self.session.elapse()
        assert self.match.clock == clock

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
        if self.session.values_wanted and not self.match.position.over:
            assert set(self.session.judgement.values) == set(self.match.position.moves())
        if self.session.line_wanted:
            for node in [self.match.root, *self.match.end.line]:
                assert self.session.analysis.evaluation(node) is not None

    # -- what always holds

    @invariant()
    def what_is_shown_is_the_position(self):
        if not self.session.moving:
            assert self.session.shown.cells == self.match.game.cells(self.match.position)
        else:
            rest = Board(self.match)
            shown = list(self.session.shown.cells)
            # What is still to be folded is told nowhere.
            assert fold(shown, self.session.timeline._left) == rest.cells

    @invariant()
    def only_present_questions_are_open(self):
        end = self.match.end
        for job in self.engine.alive(Move):
            assert job is self.session.job
            judge = job.task.limit.judge
            assert job.task.position == self.match.game.with_evaluation(end.position, judge)
            assert not end.over
            assert not self.match.mover_at(end).person
        analysis = self.session.analysis
        # Which answers it still waits for is told nowhere.
        wanted = [look.job for look in (analysis._near, analysis._far) if look]
        assert self.engine.alive(None) == [job for job in self.engine.jobs if job in wanted]

    @invariant()
    def every_change_of_the_tree_is_counted(self):
        tree = [(node, list(node.children), node.forfeit) for node in self.nodes()]
        if (self.match, self.match.changes) == self.counted:
            assert tree == self.tree
        self.counted, self.tree = (self.match, self.match.changes), tree

    @invariant()
    def every_ply_is_kept(self):
        if self.kept is not None:
            assert self.kept.moves.split() == self.match.ply_texts(self.match.tip)
        else:
            assert not self.match.tip.plies

    @invariant()
    def nobody_is_to_move_at_the_end(self):
        if self.match.here.over:
            assert not self.session.persons_turn
        else:
            assert self.session.persons_turn == self.match.mover.person
        if self.match.end.over:
            assert not self.session.computer_moves

    @invariant()
    def the_side_shown_is_the_one_that_moves(self):
        here = self.match.here
        if self.session.moving:
            assert self.session.side_shown == here.parent.position.turn
        else:
            assert self.session.side_shown == here.position.turn


SessionMachine.TestCase.settings = settings(max_examples=examples(80), stateful_step_count=40)
TestSession = SessionMachine.TestCase


# -- a told move in time


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
    shown, moments = Shown(), []
    timeline = Timeline(shown, EVENTS, pace, lambda event, ended: moments.append((event, ended)))
    passed = 0.0
    for dt in frames:
        timeline.update(dt)
        passed += dt * pace
        ended = 0
        while ended < len(EVENTS) and sum(map(duration, EVENTS[: ended + 1])) <= passed + 1e-9:
            ended += 1
        folded = len(EVENTS) if timeline.done else EVENTS.index(timeline.event)
        assert abs(folded - ended) <= 1
        assert shown.cells == fold(CELLS, EVENTS[:folded])
    timeline.finish()
    assert (timeline.done, timeline.event, timeline.progress) == (True, None, 1.0)
    assert shown.cells == fold(CELLS, EVENTS)
    beginnings = [event for event, ended in moments if not ended]
    assert beginnings == EVENTS[: len(beginnings)]
    assert [event for event, ended in moments if ended] == EVENTS[
        : sum(ended for _, ended in moments)
    ]


@pytest.mark.parametrize("pace", [0.5, 1.0, 2.4])
@pytest.mark.parametrize(("event", "seconds"), [(PASS, 1.7), (SECOND_MOVE, 0.75)])
def test_a_pass_is_shown_longer_than_a_second_move_at_every_pace(event, seconds, pace):
    ends = []
    timeline = Timeline(Shown(), [event], pace, lambda event, ended: ends.append(ended))
    timeline.update(0.95 * seconds / pace)
    assert (timeline.event, ends) == (event, [False])
    assert timeline.progress == pytest.approx(0.95)
    timeline.update(0.1 * seconds / pace)
    assert timeline.done
    assert ends == [False, True]
