"""Exercises from one's own mistakes: which are taken, what is right, and when they are due."""

import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import islice

import pytest

from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.judgement import Judgement
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.gui.panels.sentences import because
from kalahgui.learning import mistakes
from kalahgui.learning.exercise import Answer, Grade
from kalahgui.library import learnt
from kalahgui.library.store import Store
from kalahgui.match.match import Match, Player
from kalahgui.review.judgements import read, written
from kalahgui.review.move_reasons import reasons_for
from kalahgui.review.review_rows import is_mistake, rows_of

AT = datetime(2026, 11, 23, 12, tzinfo=UTC)
BOARDS = {"kalah": "3x3", "reversi": "4x4", "tictactoe": "3x3"}


def reviewed(game, seed=0, pie=False):
    """Return a random game with its judgements."""
    match = Match(GAMES[game], BOARDS[game], (), (Player(), Player()), pie=pie)
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.position.moves()))
    nodes = [match.root, *match.tip.line[:-1]]
    return match, {node: judged(match.game, node.position) for node in nodes}


def lose(store, game, seed=0):
    """Make exercises of the mistakes on both sides of a random game."""
    mistakes.add_from_review(store, *reviewed(game, seed), (0, 1), AT)


def judged(game, position):
    """Return the values of the moves here, three turns ahead at most."""
    looks = Thinker(table_bits=12).judge(game.with_evaluation(position, ""), Interrupt(), 60.0)
    *_, judgement = (look for look in islice(looks, 3) if look is not None)
    return judgement


def is_of(exercise, match):
    """Tell whether an exercise is a position of a match's main line."""
    start, moves = match.game.position_text(match.start), exercise.moves.split()
    begins = (exercise.game, exercise.variant, exercise.start) == (
        match.game.key,
        match.variant,
        start,
    )
    return begins and match.ply_texts(match.tip)[: len(moves)] == moves


@pytest.fixture
def store():
    return Store()


@pytest.mark.parametrize("game", BOARDS)
def test_the_largest_mistakes_of_a_game_are_taken_once(store, game):
    for seed in range(4):
        match, judged = reviewed(game, seed)
        rows = [row for row in rows_of(match, match.tip.line, judged.get) if row.seat == 0]
        losses = sorted((row.loss for row in rows if is_mistake(row.kind)), reverse=True)
        before = len(learnt.exercises(store))
        added = mistakes.add_from_review(store, match, judged, (0,), AT)
        exercises = learnt.exercises(store)[before:]
        assert len(exercises) == added
        here = [exercise for exercise in learnt.exercises(store) if is_of(exercise, match)]
        assert added <= len(here) == mistakes.count_of(store, match)
        taken = [exercise.loss for exercise in exercises if not exercise.control]
        assert len(taken) <= mistakes.MOST_OF_A_GAME
        assert before or sorted(taken, reverse=True) == losses[: mistakes.MOST_OF_A_GAME]
        assert all(
            exercise.kind in mistakes.KINDS for exercise in exercises if not exercise.control
        )
        again = mistakes.add_from_review(store, match, judged, (0,), AT)
        assert all(exercise.control for exercise in learnt.exercises(store)[before + added :]), (
            again
        )
    everything = learnt.exercises(store)
    controls = sum(exercise.control for exercise in everything)
    assert 0 < controls <= len(everything) / mistakes.CONTROL_AMONG


def test_every_move_that_keeps_the_value_is_right_and_each_mistake_is_refuted(store):
    seen = set()
    for game in BOARDS:
        lose(store, game, 1)
    for exercise in learnt.exercises(store):
        begin = mistakes.exercise_of(exercise).match()
        game, start = begin.game, begin.position
        judge = mistakes.MistakeJudge(game, start, exercise)
        played = game.parse_move(exercise.played)
        for move in start.moves():
            tried = Match(game, exercise.variant, (), begin.players, start=start)
            tried.play(move)
            answer = judge.answer(tried)
            seen.add(answer.grade)
            assert answer.message is not None
            sides = []
            for ply in answer.reply:
                sides.append(tried.position.turn)
                tried.play(ply)  # legal
            # It ends with the other side's turn.
            assert sides == sorted(sides, key=lambda side: side != start.turn)
            if move == played:
                assert (answer.grade is Grade.DONE) == exercise.control
        for move in judge.next_plies(begin):
            begin.play(move)
            if begin.here.parent is begin.root:
                assert judge.answer(begin).grade is Grade.DONE
    assert seen >= {Grade.DONE, Grade.WRONG}


def test_an_exercise_that_is_done_well_comes_later_and_later_until_it_retires(store):
    lose(store, "kalah")
    exercise, at, gaps = mistakes.due(store, AT)[0], AT, []
    while not exercise.retired:
        exercise = mistakes.graded(exercise, True, at)
        gaps.append(datetime.fromisoformat(exercise.due) - at)
        at = datetime.fromisoformat(exercise.due)
    assert gaps == sorted(gaps) and gaps[0] >= timedelta(days=1)
    assert gaps[-1] >= mistakes.RETIRED_AFTER > gaps[-2]
    learnt.reschedule(store, exercise)
    assert exercise.id not in [asked.id for asked in mistakes.due(store, at)]


def test_what_was_wrong_is_asked_again_the_next_day(store):
    lose(store, "kalah")
    exercise = mistakes.due(store, AT)[0]
    wrong = mistakes.graded(mistakes.graded(exercise, True, AT), False, AT + timedelta(days=3))
    learnt.reschedule(store, wrong)
    gap = datetime.fromisoformat(wrong.due) - AT
    assert timedelta(days=4) <= gap <= timedelta(days=5)
    ids = [asked.id for asked in mistakes.due(store, AT + timedelta(days=3))]
    assert wrong.id not in ids and ids
    assert wrong.id in [asked.id for asked in mistakes.due(store, AT + timedelta(days=5))]


def test_what_to_train_counts_mistakes_alone(store):
    for seed in range(4):
        lose(store, "kalah", seed)
    everything = learnt.exercises(store)
    kinds, phases = mistakes.to_train(everything)
    count = sum(not exercise.control for exercise in everything)
    assert sum(kinds.values()) == sum(phases.values()) == count < len(everything)
    assert len(kinds) > 2 and set(phases) == set(mistakes.PHASES)


def test_a_move_again_is_missed_also_where_it_is_the_only_move_that_draws():
    game = GAMES["kalah"]
    here = game.parse_position("<6,2,8,0,4,3,3,0,1,0,5,4,1,5,0>")
    values = {1: -16, 2: -10, 3: -4, 5: 0}
    lines = {move: [move] for move in values}
    judgement = Judgement(9, values, frozenset(values), lines)
    assert mistakes.missed(game, here, 1, judgement) == "missed_again"
    reasons = reasons_for(game, here, 5, judgement, 1)
    match = Match(game, "6x3", (), (Player(), Player()), start=here)
    assert because(match, reasons[:2]) == "moves again and is the only move that draws"


def test_the_first_try_counts_alone_also_of_an_exercise_that_was_left(store):
    lose(store, "kalah")
    kept = []
    run = mistakes.MistakesRun(learnt.exercises(store), kept.append, lambda: AT)
    run.note(Answer(Grade.DONE))
    run.go_by(1)
    run.note(Answer(Grade.WRONG))
    run.go_by(-1)
    run.go_by(1)
    run.note(Answer(Grade.DONE))
    assert len(kept) == 2 and run.solved


def test_exercises_that_cannot_be_read_keep_nobody_from_the_others(store):
    lose(store, "kalah")
    good = learnt.exercises(store)[0]
    bad = [replace(good, judgement="{}"), replace(good, moves="9 9"), replace(good, game="chess")]
    run = mistakes.MistakesRun([*bad * 5, good], print, lambda: AT)
    assert run.stored == good and run.steps.count == 1
    begin = mistakes.exercise_of(good)
    with pytest.raises(ValueError, match="damaged"):
        mistakes.MistakeJudge(begin.game, begin.start, replace(good, judgement="[]"))


CARD = {"card_id": 1, "state": 2, "step": None, "stability": 3.0, "difficulty": 5.0}
WHEN = {"due": "2026-11-22T12:00:00+00:00", "last_review": "2026-11-20T12:00:00+00:00"}
ODD = (
    *({name: odd} for name in CARD for odd in ("x", [], {}, -1, 1e-320, 1e308, float("inf"))),
    *({name: odd} for name in WHEN for odd in (7, "x", "2026-11-20T12:00:00", "9999-12-31")),
    *({"state": state} for state in (1, 3, 4)),
    {"stability": None},
    {"last_review": "0001-01-01T00:00:00+23:59"},
)


@pytest.mark.parametrize("right", [True, False])
def test_an_odd_card_of_an_exercise_is_a_new_one_or_is_read(store, right):
    lose(store, "kalah")
    exercise = learnt.exercises(store)[0]
    known = replace(exercise, card=json.dumps(CARD | WHEN))
    fresh, later = (mistakes.graded(card, right, AT) for card in (exercise, known))
    assert json.loads(later.card)["stability"] != json.loads(fresh.card)["stability"]
    texts = [json.dumps(CARD | WHEN | odd) for odd in ODD]
    for text in (*texts, "", "7", "[]", "null", "{}", "[" * 100_000):
        done = mistakes.graded(replace(exercise, card=text), right, AT)
        assert AT.isoformat() < done.due < "2127"
        assert mistakes.graded(done, True, AT + timedelta(days=1)).due > done.due or not right
    new = mistakes.graded(replace(exercise, card=texts[0]), right, AT)
    assert new.due in (fresh.due, later.due)


def test_estimates_are_told_as_such(store):
    lose(store, "kalah")
    exercise = learnt.exercises(store)[0]
    played = GAMES["kalah"].parse_move(exercise.played)
    for known, nothing_better, exact in (
        (lambda judgement: judgement.values, False, True),
        (lambda judgement: (), False, False),
        (lambda judgement: {judgement.best, played}, False, False),
        (lambda judgement: {judgement.best, played}, True, True),
    ):
        begin = mistakes.exercise_of(exercise).match()
        judgement = read(begin.game, begin.position, json.loads(exercise.judgement))
        most = judgement.value if nothing_better else None
        known_now = judgement._replace(exact_moves=known(judgement), most=most)
        kept = replace(exercise, judgement=json.dumps(written(begin.game, known_now)))
        judge = mistakes.MistakeJudge(begin.game, begin.position, kept)
        begin.play(played)
        assert judge.answer(begin).message.key.endswith("_about") != exact


def test_a_first_turn_that_may_be_answered_by_a_swap_is_no_exercise():
    begins = {}
    for pie in (False, True):
        match, judged = reviewed("kalah", 2, pie)
        judgement, played = judged[match.root], match.tip.line[0].ply
        values = {move: 0 if move == played else 9 for move in judgement.values}
        judged[match.root] = Judgement(judgement.depth, values, (), judgement.lines)
        mistakes.add_from_review(store := Store(), match, judged, (0, 1), AT)
        begins[pie] = [exercise for exercise in learnt.exercises(store) if not exercise.moves]
    assert begins[False] and not begins[True]


@pytest.mark.parametrize("hours", [-5, 9])
def test_what_is_due_follows_the_local_date(store, hours):
    here = AT.astimezone(timezone(timedelta(hours=hours)))
    match, judged = reviewed("kalah")
    mistakes.add_from_review(store, match, judged, (0, 1), here)
    exercise = mistakes.due(store, here)[0]
    learnt.reschedule(store, mistakes.graded(exercise, False, here))
    midnight = here.replace(hour=23, minute=59) + timedelta(minutes=1)
    for minutes, known in ((-1, False), (0, True)):
        at = midnight + timedelta(minutes=minutes)
        assert (exercise.id in [asked.id for asked in mistakes.due(store, at)]) == known
