"""The engine: the most urgent job first, none lost, frames before work; and weak players."""

import itertools
import random
import threading
from collections import Counter
from threading import Thread

import pytest

from kalahgui.core.constants import WON
from kalahgui.core.search import Finding, Search
from kalahgui.core.table import table_for
from kalahgui.core.textbook import ALGORITHMS, Textbook
from kalahgui.engine import interrupt, method
from kalahgui.engine.engine import Change, Engine, Move, Priority, Values
from kalahgui.engine.interrupt import FrameYield, Interrupt, lower_priority
from kalahgui.engine.judgement import Judgement, judge_once, judge_turns_once, turn_of, whole_turns
from kalahgui.engine.knowledge import MovesByHeart
from kalahgui.engine.levels import levels_on
from kalahgui.engine.textbook_player import move_values
from kalahgui.engine.thinker import Thinker
from kalahgui.engine.weak_player import WeakPlayer, simple_move
from kalahgui.games import GAMES
from kalahgui.games.game import MEASURES
from kalahgui.games.limit import GLANCE, SIMPLE, Attention, Limit
from kalahgui.library.formats import read
from kalahgui.theatre.recording import Plan, record
from kalahgui.theatre.subject import PositionSubject

KALAH, REVERSI = GAMES["kalah"], GAMES["reversi"]
PATIENCE = 30.0
NO_END = Limit(seconds=3000)


@pytest.fixture
def engine():
    engine = Engine(Thinker(seed=1, table_bits=12))
    yield engine
    engine.close(PATIENCE)


def wait_for(condition):
    """Poll like a window does, until a condition holds; return what it says."""
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.005)):
        found = condition()
        if found:
            return found
        pause.wait(0.005)
    raise AssertionError("the engine did not answer")


def reports_of(job):
    """Wait for a job to end and return all that it reported."""
    reports = []

    def ended():
        reports.extend(job.reports())
        return reports and reports[-1].done

    wait_for(ended)
    return reports


def move(engine, position, limit, priority=Priority.MOVE):
    return engine.start(Move(position, limit), priority)


def test_a_job_is_answered(engine):
    job = move(engine, KALAH.start("6x6"), Limit(turns=4))
    reports = reports_of(job)
    assert [report.answer.depth for report in reports] == [1, 2, 3, 4, 4]
    assert [report.done for report in reports] == [False] * 4 + [True]
    assert reports[-1].answer.line
    assert not reports[-1].failure
    assert job.reports() == []
    over = move(engine, KALAH.parse_position("<1,3,1,0,0>"), Limit(turns=3))
    assert reports_of(over)[-1].answer is None, "nothing, where a game is over"


class Steps:
    """A task whose steps a test lets happen one by one."""

    def __init__(self, name, log, steps=3):
        self.position = None
        self.name, self.log, self.steps = name, log, steps
        self.begun = threading.Semaphore(0)
        self.go = threading.Semaphore(0)

    def answers(self, thinker, interrupt):
        step = 1
        while step <= self.steps and not interrupt.raised:
            word = interrupt.word()
            self.begun.release()
            assert self.go.acquire(timeout=PATIENCE)
            self.log.append((self.name, step, bool(word.raised)))
            if word.raised:
                yield None
            else:
                yield Judgement(step, {0: 0}, (), {0: [0]})
                step += 1

    def begins(self):
        assert self.begun.acquire(timeout=PATIENCE)

    def ends(self, count=1):
        self.go.release(count)


def test_an_urgent_job_interrupts_and_the_other_repeats_its_unfinished_step_alone(engine):
    log = []
    analysis, values, answer = (Steps(name, log) for name in ("analysis", "values", "answer"))
    slow = engine.start(analysis, Priority.ANALYSIS)
    analysis.begins()
    analysis.ends()
    analysis.begins()
    middle = engine.start(values, Priority.VALUES)
    urgent = engine.start(answer, Priority.MOVE)
    for task in (analysis, values, answer):
        task.ends(5)
    assert [report.answer.depth for report in reports_of(urgent)] == [1, 2, 3, 3]
    assert [report.answer.depth for report in reports_of(middle)] == [1, 2, 3, 3]
    assert [report.answer.depth for report in reports_of(slow)] == [1, 2, 3, 3]
    cut = log.index(("analysis", 2, True))
    assert log[:cut] == [("analysis", 1, False)]
    assert log[cut + 1 :] == [
        (name, step, False)
        for name, first in (("answer", 1), ("values", 1), ("analysis", 2))
        for step in range(first, 4)
    ]


def test_an_interrupted_job_goes_on_before_those_that_came_after_it(engine):
    log = []
    first, second, urgent = (Steps(name, log, 2) for name in ("first", "second", "urgent"))
    older = engine.start(first, Priority.ANALYSIS)
    first.begins()
    younger = engine.start(second, Priority.ANALYSIS)
    engine.start(urgent, Priority.MOVE)
    for task in (first, second, urgent):
        task.ends(4)
    reports_of(older)
    reports_of(younger)
    finished = [name for name, _, raised in log if not raised]
    assert finished == ["urgent"] * 2 + ["first"] * 2 + ["second"] * 2


def test_a_stopped_job_that_waits_ends_without_a_step(engine):
    log = []
    first, second = Steps("first", log, 1), Steps("second", log)
    engine.start(first, Priority.VALUES)
    first.begins()
    waiting = engine.start(second, Priority.ANALYSIS)
    waiting.stop()
    first.ends()
    assert reports_of(waiting)[-1].answer is None
    assert [name for name, _, _ in log] == ["first"]


def test_an_interrupt_raises_the_words_of_the_present_and_the_future():
    interrupt = Interrupt()
    first = interrupt.word()
    interrupt.pause()
    second = interrupt.word()
    assert first.raised and second.raised and not interrupt.raised
    interrupt.resume()
    third = interrupt.word()
    assert not third.raised
    interrupt.stop()
    interrupt.resume()
    assert third.raised and interrupt.word().raised


def test_a_failure_is_a_report_and_the_engine_goes_on(engine):
    class Broken:
        position = None

        def answers(self, thinker, interrupt):
            yield Finding(1, 0, [0], 1, False)
            raise RuntimeError("no idea")

    reports = reports_of(engine.start(Broken(), Priority.VALUES))
    assert [report.failure for report in reports] == ["", "RuntimeError: no idea"]
    assert not reports_of(move(engine, KALAH.start("6x6"), Limit(turns=2)))[-1].failure


def test_a_closed_engine_has_ended_its_thread_and_no_move_is_ever_put_off():
    engine = Engine(Thinker(table_bits=12))
    jobs = [move(engine, KALAH.start("6x6"), NO_END), engine.start(Values(KALAH.start("6x6")), 0)]
    wait_for(jobs[0].reports)
    with pytest.raises(ValueError, match="more urgent"):
        move(engine, KALAH.start("6x6"), Limit(turns=1), Priority.ANALYSIS)
    engine.close(PATIENCE)
    assert all(job.interrupt.raised for job in jobs)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_textbook_player_searches_its_depth_once_or_deepens_or_looks_one_turn_ahead(algorithm):
    start = KALAH.start("6x6")
    [finding] = Thinker().think(start, Limit(algorithm, turns=3))
    book = Textbook(algorithm)
    assert finding.value == book.run(start, 3)
    assert finding[2:] == (book.line(), book.nodes, False, book.evaluations)

    interrupt = Interrupt()
    interrupt.stop()
    [finding] = Thinker().think(start, Limit(algorithm, turns=8), interrupt)
    book = Textbook(algorithm)
    assert finding == Finding(1, book.run(start, 1), book.line(), 0, False), "nothing is counted"

    start = KALAH.start("6x3")
    thinker = Thinker(alarm=Alarm(False))
    steps = itertools.islice(thinker.think(start, Limit(algorithm, seconds=9.0)), 4)
    books = [Textbook(algorithm) for _ in range(4)]
    value = 0
    for depth, (step, book) in enumerate(zip(steps, books, strict=True), 1):
        value = book.run(start, depth, guess=value)
        assert (step.depth, step.value, step.line) == (depth, value, book.line())
        assert step.nodes == sum(textbook.nodes for textbook in books)
        assert step.evaluations == sum(textbook.evaluations for textbook in books)

    here = TIC_TAC_TOE.parse_position("oxo.xox..")
    findings = list(Thinker(alarm=Alarm(False)).think(here, Limit(algorithm, seconds=9.0)))
    assert len(findings) <= 4, "it goes no further than the end"
    assert findings[-1].value == Textbook(algorithm).run(here, 9)


def near_the_end(game, variant):
    """Return the last positions of a random game in which somebody is to move."""
    chance, position, passed = random.Random(variant), game.start(variant), []
    while not position.over:
        passed.append(position.copy())
        position.play(chance.choice(position.moves()))
    return passed[-5:]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    ("game", "variant", "evaluation"),
    [
        ("tictactoe", "3x3", ""),
        ("reversi", "8x8", ""),
        ("reversi", "8x8", MEASURES),
        ("eight", "8", ""),
        ("kalah", "3x2", ""),
    ],
)
def test_a_textbook_player_is_sure_of_what_it_read_out(algorithm, game, variant, evaluation):
    turns_seen = Counter()
    for position in near_the_end(GAMES[game], variant):
        whole = Textbook(algorithm).run(position, 12)
        for turns in (1, 2, 3, 12):
            limit = Limit(algorithm, turns=turns, evaluation=evaluation)
            [finding] = Thinker().think(GAMES[game].with_evaluation(position, evaluation), limit)
            turns_seen[turns] += finding.exact
            assert not finding.exact or finding.value == whole
    assert turns_seen[12] == (0 if evaluation else 5) >= turns_seen[1]


def test_a_textbook_player_told_to_move_does_not_look_less_far_for_it(engine):
    # The first pit captures a majority; what comes after the others would take for ever.
    here = KALAH.parse_position("<6,18,0,1,0,3,4,5,6,4,4,4,4,20,4>")
    job = engine.start(Move(here, Limit("minimax", turns=40)), Priority.MOVE)
    wait_for(lambda: job.nodes > 1000)
    job.stop()
    wait_for(lambda: any(report.done for report in job.reports()))
    assert job.last == Finding(40, WON, [0], 0, False)


class Alarm:
    """A clock that goes off at once, or never, as a test says for each time that it is set."""

    def __init__(self, *goes_off):
        self.goes_off = list(goes_off)
        self.set_to = []

    def __call__(self, seconds, stop):
        self.set_to.append(seconds)
        stop.raised = self.goes_off.pop(0)
        return self

    def cancel(self):
        pass


def test_a_varied_player_varies_although_its_time_was_up():
    start = REVERSI.start("8x8")
    played = set()
    for seed in range(20):
        alarm = Alarm(True, False)
        limit = Limit(seconds=3.0, varied=True)
        played.add(Thinker(seed, 10, alarm).best(start, limit).line[0])
        assert alarm.set_to == pytest.approx([2.0, 1.0]), "no more than its time"
    # By symmetry the four first moves are worth the same.
    assert played == set(start.moves())


def test_a_varied_player_never_takes_a_worse_move():
    here = REVERSI.parse_position("--OX-----OOXX-O-OOXXO--X X", variant="diamond")
    values = move_values(here.to_the_end(), 24, Textbook("nega-alpha"))
    good = {mv for mv, value in values.items() if value == max(values.values())}
    assert good < set(here.moves())
    for limit in (Limit(turns=20, varied=True), Limit(seconds=100.0, varied=True)):
        assert {Thinker(seed, 14).best(here, limit).line[0] for seed in range(20)} == good


def others_have_thought(thinker, position):
    """Fill the table that values, analysis and timed players share with deep results."""
    deepest = None
    for deepest in thinker.judge(position, Interrupt()):
        if deepest.depth == 12:
            break
    assert deepest is not None


@pytest.mark.few(1)
@pytest.mark.parametrize("turns", [1, 2])
def test_a_weak_player_stays_weak_beside_a_strong_one(turns):
    """Deep results in a shared table once made players of one turn play perfectly."""
    beside = Thinker(seed=1, table_bits=18)
    position = REVERSI.start("diamond")
    limit = Limit(turns=turns)
    while not position.over:
        others_have_thought(beside, position)
        finding = beside.best(position, limit)
        alone = Thinker(seed=1, table_bits=18).best(position, limit)
        assert finding == alone
        assert not finding.exact or finding.depth <= turns
        position.play(finding.line[0])


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "nega-scout"])
def test_an_even_turn_is_judged_by_the_players_own_algorithm(algorithm):
    start = KALAH.start("6x2")
    *_, finding = Thinker().think(start, Limit(algorithm, turns=3, even=True))
    book = Textbook(algorithm)
    worth = {
        tuple(line): abs(book.run(after, 2)) for line, after in whole_turns(start.to_the_end())
    }
    assert worth[tuple(finding.line)] == min(worth.values()) == -finding.value
    assert finding.value < 0, "where the turns are uneven the sign can be seen"
    shallow = Textbook(algorithm)
    for _, after in whole_turns(start.to_the_end()):
        shallow.run(after, 1)
    # Before that, a step of a turn looked at no more than the positions after each.
    assert finding.nodes == book.nodes + shallow.nodes + len(worth)
    assert finding.depth == 3


def test_a_weak_player_errs_within_its_slack_and_by_its_seed():
    here = KALAH.start("6x6")
    values = move_values(here, 1, Textbook("nega-alpha"))
    limit = Limit("alpha-beta", turns=1, slip=0.5, slack=3)
    games = [Thinker(seed) for seed in range(40)]
    played = [thinker.best(here, limit).line[0] for thinker in games]
    assert played == [Thinker(seed).best(here, limit).line[0] for seed in range(40)]
    assert all(values[mv] >= max(values.values()) - 3 for mv in played)
    assert len(set(played)) > 1


def test_a_computer_of_a_match_has_a_table_that_nothing_else_fills():
    here = KALAH.start("4x3")
    thinker = Thinker(table_bits=14)
    deep = list(thinker.judge(here, Interrupt(), 60.0))[-1]
    assert deep.exact
    match = object()
    nodes = [
        thinker.player(match, seat).best(here, Limit(seconds=60.0)).nodes for seat in (0, 1, 0)
    ]
    fresh = Thinker(table_bits=14).best(here, Limit(seconds=60.0)).nodes
    assert nodes[0] == nodes[1] == fresh
    assert nodes[2] < fresh
    first, again = thinker.player(match, 0), thinker.player(other := object(), 0)
    assert again is not first, "another match begins"
    thinker.forget()
    assert thinker.player(other, 0) is not again


@pytest.mark.parametrize(("slip", "fewest", "most"), [(0.5, 0.40, 0.60), (0.15, 0.09, 0.21)])
def test_slips_are_as_frequent_as_they_should_be(slip, fewest, most):
    here = KALAH.start("6x6")
    values = move_values(here, 1, Textbook("nega-alpha"))
    limit = Limit("alpha-beta", turns=1, slip=slip, slack=3)
    thinker = Thinker(seed=5)
    worse = sum(
        values[thinker.best(here, limit).line[0]] < max(values.values()) for _ in range(600)
    )
    assert fewest < worse / 600 < most


def test_one_move_in_so_many_is_random():
    here = REVERSI.start("8x8")
    here.play(here.moves()[0])
    limit = method.parse("measures:2:10,15,10,30:4", REVERSI).limit(REVERSI, here)
    judged = REVERSI.with_evaluation(here, limit.evaluation)
    findings = [Thinker(seed).best(judged, limit) for seed in range(400)]
    chance = [finding for finding in findings if finding.evaluations == 0]
    assert 70 < len(chance) < 130
    assert {finding.line[0] for finding in chance} == set(here.moves())
    thought = [finding for finding in findings if finding.evaluations]
    assert len({finding.line[0] for finding in thought}) == 1


def test_the_turn_of_a_line_ends_with_the_extra_moves():
    here = KALAH.start("6x6")
    assert turn_of(here, [0, 1, 2, 3]) == [0, 1]
    assert turn_of(here, []) == []


def test_a_textbook_player_tries_the_moves_in_the_order_it_was_given():
    start = REVERSI.start("diamond")
    texts = ("nega-alpha:6", "nega-alpha:6:article", "nega-alpha:6:rising")
    usual, article, rising = (
        Thinker().best(start, method.parse(text, REVERSI).limit(REVERSI, start)) for text in texts
    )
    assert usual == article
    assert rising.value == article.value
    nodes = []
    for order in (REVERSI.article_order, None):
        book = Textbook("nega-alpha", order)
        book.run(start, 6)
        nodes.append(book.nodes)
    assert [article.nodes, rising.nodes] == nodes
    assert nodes[0] != nodes[1]


def test_a_table_of_another_size_interrupts_no_work(engine):
    position = KALAH.start("6x6")
    values = engine.start(Values(position), Priority.VALUES)
    seen = []
    wait_for(lambda: seen.extend(values.reports()) or len(seen) >= 2)
    reports_of(engine.start(Change(lambda thinker: thinker.resize(13)), Priority.MOVE))
    count = len(seen)
    wait_for(lambda: seen.extend(values.reports()) or len(seen) >= count + 2)
    values.stop()
    depths = [report.answer.depth for report in seen]
    assert depths == list(range(1, len(depths) + 1))


def test_values_take_no_longer_than_their_time(monkeypatch):
    ticks = itertools.count(0, 7)
    monkeypatch.setattr("kalahgui.engine.thinker.time.perf_counter", lambda: float(next(ticks)))
    alarm = Alarm(*[False] * 6)
    list(Thinker(table_bits=10, alarm=alarm).judge(KALAH.start("6x6"), Interrupt()))
    # Every step takes seven seconds, and the next one is told what is left.
    assert alarm.set_to == pytest.approx([30.0, 23.0, 16.0, 9.0, 2.0])


def test_a_varied_player_told_to_move_now_plays_what_it_found():
    interrupt = Interrupt()
    thinking = Thinker(3, 10).think(
        REVERSI.start("8x8"), Limit(seconds=100.0, varied=True), interrupt
    )
    first = next(thinking)
    interrupt.stop()
    assert list(thinking) == []
    assert first.depth == 1


@pytest.mark.few(3)
@pytest.mark.parametrize("board", ["1x1", "2x1", "2x2"])
@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "search"])
def test_a_timed_player_opens_evenly_on_the_smallest_boards(board, algorithm):
    start = KALAH.start(board)
    alarm = Alarm(False)
    *_, finding = Thinker(1, 10, alarm).think(start, Limit(algorithm, seconds=1.0, even=True))
    assert start.copy().play(finding.line[0]) in (True, False)
    assert finding.depth <= 250


def test_a_varied_player_opens_with_any_of_the_equally_even_turns():
    start = KALAH.start("6x4")
    limit = Limit("alpha-beta", turns=1, even=True, varied=True)
    turns = list(whole_turns(start.to_the_end()))
    worth = {tuple(line): abs(after.published()) for line, after in turns}
    even = {line for line, value in worth.items() if value == min(worth.values())}
    lines = {tuple(Thinker(seed).best(start, limit).line) for seed in range(60)}
    assert lines <= even
    assert len(lines) > 1


@pytest.mark.compiled
def test_moves_are_judged_exactly_as_soon_as_a_search_reaches_the_end():
    chance = random.Random(4)
    here = REVERSI.start("8x8")
    while here.most_turns() > 13:
        here.play(chance.choice(here.moves()))
    judged = list(Thinker(table_bits=16).judge(REVERSI.with_evaluation(here, ""), Interrupt()))
    assert [judgement.depth for judgement in judged[:6]] == [1, 2, 3, 4, 5, 5]
    assert judged[5].value_exact and not judged[4].exact_moves
    count = len(here.moves())
    assert [len(judgement.exact_moves) for judgement in judged[5:]] == list(range(1, count + 1))
    assert all(judgement.value == judged[-1].value for judgement in judged[5:])


def test_a_value_that_was_proven_stays_when_the_search_to_the_end_is_interrupted():
    here = REVERSI.start("4x4")
    *_, proven = itertools.takewhile(
        lambda judgement: len(judgement.exact_moves) < 2,
        Thinker(table_bits=14).judge(here, Interrupt()),
    )
    assert proven.value_exact and not proven.exact and proven.most == proven.value
    alarm = Alarm(True, *[False] * 9)
    assert list(Thinker(table_bits=14, alarm=alarm).judge(here, Interrupt(), known=proven)) == []
    later = next(Thinker(table_bits=14).judge(here, Interrupt(), known=proven))
    assert proven.exact_moves < later.exact_moves
    assert (later.depth, later.most) == (proven.depth, proven.most)
    assert proven.progress < later.progress


def test_it_is_progress_to_prove_that_nothing_is_better_than_an_exact_move():
    here = REVERSI.start("4x4")
    *_, exact = Thinker(table_bits=14).judge(here, Interrupt())
    known = exact._replace(exact_moves=frozenset({exact.best}), most=None)
    later = next(Thinker(table_bits=14).judge(here, Interrupt(), known=known))
    assert later.exact_moves == known.exact_moves and later.value_exact
    assert known.progress < later.progress
    # An estimate is not among the best beside a proven value.
    judged = Judgement(8, {1: 4, 2: 4, 3: 4}, {2}, {})
    assert [judged.is_best(move) for move in (1, 2, 3)] == [True, True, True]
    proven = judged._replace(most=4)
    assert [proven.is_best(move) for move in (1, 2, 3)] == [False, True, False]


def test_judging_ends_with_a_step_that_adds_nothing(monkeypatch):
    monkeypatch.setattr(
        "kalahgui.engine.thinker.read_out_once", lambda position, search, known, *_: known
    )
    judging = Thinker(table_bits=14).judge(REVERSI.start("4x4"), Interrupt())
    *_, last = itertools.islice(judging, 20)
    assert next(judging, None) is None and not last.exact


# -- work yields to frames


LONG, MOMENT = 60.0, 0.05
GGF = "(;GM[Othello]TY[8]B[F5]W[D6];)"


def test_work_waits_for_the_end_of_a_frame(monkeypatch):
    monkeypatch.setattr(interrupt, "LONGEST_WAIT", LONG)
    frames = FrameYield()
    work = Thread(target=frames)
    with frames.frame():
        work.start()
        work.join(MOMENT)
        assert work.is_alive()
    work.join(LONG)
    assert not work.is_alive()


def test_an_error_in_a_frame_ends_it(monkeypatch):
    monkeypatch.setattr(interrupt, "LONGEST_WAIT", LONG)
    frames = FrameYield()
    with pytest.raises(KeyError), frames.frame():
        raise KeyError
    work = Thread(target=frames, daemon=True)
    work.start()
    work.join(LONG / 4)
    assert not work.is_alive()


def test_recordings_yield_at_every_step_judging_at_every_move_and_reading_now_and_then():
    calls = []

    def yields():
        calls.append(1)

    def count():
        number = len(calls)
        calls.clear()
        return number

    plan = Plan(PositionSubject(KALAH, KALAH.start("2x2")), "nega-alpha", 3)
    recording = record(plan, yield_to_frames=yields)
    assert count() == len(recording.steps)
    start = KALAH.start("3x2").to_the_end()
    search = Search(table_for(start, 10))
    judge_once(start, 2, search, None, MovesByHeart(None, {}), yields)
    assert count() == len(start.moves())
    judge_turns_once(start, 2, search, None, None, yields)
    assert count() == len(list(whole_turns(start)))
    kalah = '[Game "kalah:6x4"]\n\n1. 1 2'
    for text in ("kalah:6x4\n1 2 3 4", "f5d6c3", kalah, GGF, "f5d6c3\nf5f6"):
        assert read(text.encode(), yield_to_frames=yields).games
        assert count()


def test_a_system_that_forbids_niceness_harms_nothing(monkeypatch):
    def forbid(*arguments):
        raise PermissionError

    monkeypatch.setattr(interrupt.os, "setpriority", forbid, raising=False)
    lower_priority()


# -- players who do not search


TIC_TAC_TOE, EIGHT = GAMES["tictactoe"], GAMES["eight"]
SHARP = Attention(near=99, keen=1.0, ahead=1.0, chain=9)


def moves_by(attention, game, position, turns=1, times=60):
    """Count the moves that somebody who pays so much attention plays in a position."""
    chance = random.Random(5)
    return Counter(
        WeakPlayer(game, attention, chance).best(position, turns).line[0] for _ in range(times)
    )


def kalah(text):
    return KALAH.parse_position(text)


def test_a_near_capture_is_seen_and_a_far_one_overlooked():
    # Pit 1 captures ten stones with two stones: four cells, as they are counted here.
    position = kalah("<6,0,0,2,0,0,1,1,0,0,3,3,9,0,0>")
    capture = 0
    assert KALAH.move_class(position, capture) == "capture"
    assert KALAH.reach(position, capture) == 4
    assert moves_by(Attention(4, 0.0, 1.0, 1), KALAH, position) == {capture: 60}
    missed = moves_by(Attention(3, 0.0, 1.0, 1), KALAH, position)
    assert missed[capture] < 60 and len(missed) > 1
    often = moves_by(Attention(3, 0.8, 1.0, 1), KALAH, position)
    assert missed[capture] < often[capture] < 60


def test_a_chain_is_followed_no_farther_than_its_first_moves():
    # Pit 1 captures ten stones; before it, pit 6 and then pit 5 bank one each and move again.
    position = kalah("<6,0,10,1,0,0,0,2,1,1,1,1,1,9,1>")
    seen = {
        chain: WeakPlayer(KALAH, Attention(99, 1.0, 1.0, chain), random.Random(0))
        .best(position, 1)
        .value
        for chain in (1, 2, 3, 4)
    }
    assert seen == {1: 0, 2: 1, 3: 2, 4: 2}


def test_who_looks_one_turn_ahead_forgets_the_answer():
    # To make 5 lets the other one make 8 with 3; any number seems good to who looks no farther.
    position = EIGHT.parse_position("4,3")
    losing = [move for move in position.moves() if _lets_win(position, move)]
    assert losing == [1]
    assert 1 in moves_by(SHARP, EIGHT, position, turns=1)
    assert 1 not in moves_by(SHARP, EIGHT, position, turns=2)


def _lets_win(position, move):
    child = position.copy()
    child.play(move)
    return any(child.own + answer == 8 for answer in child.moves())


def test_a_line_of_the_other_side_is_blocked_only_by_looking_at_answers():
    position = TIC_TAC_TOE.parse_position("xx..o...o")
    assert position.turn == 0
    assert len(moves_by(SHARP, TIC_TAC_TOE, position, turns=1)) > 1
    assert moves_by(SHARP, TIC_TAC_TOE, position, turns=2) == {2: 60}


def test_a_corner_that_the_answer_takes_is_overlooked_one_turn_ahead():
    position = _position_where_greed_gives_a_corner()
    greedy = moves_by(SHARP, REVERSI, position, turns=1)
    careful = moves_by(SHARP, REVERSI, position, turns=2)
    assert all(_gives_corner(position, move) for move in greedy)
    assert not any(_gives_corner(position, move) for move in careful)


def _position_where_greed_gives_a_corner():
    chance = random.Random(2)
    while True:
        position = REVERSI.start("6x6")
        for _ in range(14):
            position.play(chance.choice(position.moves()))
        given = [move for move in position.moves() if _gives_corner(position, move)]
        greedy = moves_by(SHARP, REVERSI, position, turns=1)
        if set(greedy) <= set(given) and len(given) < len(position.moves()) // 2:
            return position


def _gives_corner(position, move):
    child = position.copy()
    again = child.play(move)
    return not again and any(child.shape.corners >> answer & 1 for answer in child.moves())


def test_the_reach_of_a_move_in_reversi_is_the_farthest_disc_and_a_corner_counts_like_several():
    start = REVERSI.start("8x8")
    assert {REVERSI.reach(start, move) for move in start.moves()} == {1}
    row = REVERSI.parse_position("-OOOOOOX" + "-" * 56 + " X")
    assert REVERSI.reach(row, REVERSI.parse_move("a1")) == 6
    corner = REVERSI.parse_position("X-------" + "-" * 47 + "-" * 8 + "O X")
    edge = REVERSI.parse_position("X-------" + "-" * 46 + "-" * 8 + "O- X")
    assert [REVERSI.at_a_glance(position) for position in (corner, edge)] == [0, 6]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_weak_levels_play_legal_moves_on_every_board_and_alike_by_the_same_seed(game):
    for variant in game.variants:
        for level in levels_on(game, variant):
            if level.limit.algorithm == GLANCE:
                assert _game(game, variant, level.limit, 3) == _game(game, variant, level.limit, 3)


def _game(game, variant, limit, seed):
    thinker = Thinker(seed, table_bits=12)
    position = game.start(variant)
    moves = []
    while not position.over and len(moves) < 30:
        moves.append(thinker.best(position, limit).line[0])
        position.play(moves[-1])
    return moves


@pytest.mark.parametrize(
    ("game", "text", "striking"),
    [
        (KALAH, "<6,0,0,2,0,0,1,1,0,0,3,3,9,0,0>", {0}),
        (REVERSI, "-OX-----" + "-" * 24 + "---OX------XO---" + "-" * 16 + " X", {0}),
        (TIC_TAC_TOE, "oo.x.x...", {2}),
        (EIGHT, "6,1", {2}),
    ],
)
def test_the_simple_player_takes_what_catches_the_eye(game, text, striking):
    position = game.parse_position(text)
    taken = {simple_move(game, position, random.Random(seed)) for seed in range(40)}
    assert taken == striking


def test_the_simple_player_plays_at_random_where_nothing_does():
    position = TIC_TAC_TOE.start("3x3")
    thinker = Thinker(1)
    limit = Limit(SIMPLE, game="tictactoe")
    assert {thinker.best(position, limit).line[0] for _ in range(200)} == set(range(9))
