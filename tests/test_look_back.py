"""What is told of a match that is over: never more than the review has proven."""

import random
from dataclasses import replace

import pytest

from kalahgui.engine.interrupt import Interrupt
from kalahgui.engine.thinker import Thinker
from kalahgui.games import GAMES
from kalahgui.match.match import Match, Player
from kalahgui.review.judgements import judge_moves
from kalahgui.review.look_back import ENOUGH_TURNS, LookBack, look_back
from kalahgui.review.review_rows import (
    has_outcome,
    is_mistake,
    mistakes_in,
    rows_of,
    summary_of,
    turning_point,
)

BOARDS = [("kalah", "3x2"), ("tictactoe", "3x3"), ("eight", "8"), ("reversi", "4x4")]
THINKER = Thinker()


def played(key, board, seed):
    """Return a random match that is over, perhaps resigned, and the rows of its whole review."""
    chance = random.Random(seed)
    match = Match(GAMES[key], board, (), (Player(), Player()))
    while not match.over and len(match.plies) < chance.choice([6, 99, 99]):
        match.play(chance.choice(match.position.moves()))
    if not match.over:
        match.resign(chance.randrange(2))
    judged = judge_moves(match, match.tip.line, 5, THINKER, Interrupt())
    return match, rows_of(match, match.tip.line, judged.get)


def found(match, rows, *, ended=True, whole=True):
    return look_back(match, match.tip.line, rows, ended=ended, whole=whole)


@pytest.mark.few(8)
@pytest.mark.parametrize(("key", "board"), BOARDS)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_early_is_what_the_whole_review_says(key, board, seed):
    match, rows = played(key, board, seed)
    assert all(row.exact for row in rows)
    whole, chance = found(match, rows), random.Random(seed)
    assert whole.turn == turning_point(match, rows)
    assert whole.certain == (whole.turn is not None)
    assert whole.mistakes == len(mistakes_in(match, rows))
    assert whole.found == {
        seat: summary_of(row for row in rows if row.seat == seat)
        for seat in {row.seat for row in rows}
    }
    for _ in range(12):
        # Some positions are not judged yet, others only guessed at, perhaps wrongly.
        some = [
            row if kind == 0 else replace(row, exact=False, depth=30, value=-row.value)
            for row in rows
            if (kind := chance.choice([0, 0, 0, 1, 2])) < 2
        ]
        early = found(match, some, ended=False, whole=False)
        assert early.turn in (None, whole.turn)
        assert early.reply in (None, whole.reply)
        assert early.found.items() <= whole.found.items()
        assert early.mistakes is None and early.settled is None


@pytest.mark.few(8)
@pytest.mark.parametrize(("key", "board"), BOARDS)
@pytest.mark.parametrize("seed", range(6))
def test_the_result_is_called_settled_only_where_no_move_changed_it_again(key, board, seed):
    match, rows = played(key, board, seed)
    for begin in range(len(rows)):
        known = rows[begin:]
        early = found(match, known, whole=False)
        if early.settled is not None:
            behind = [row for row in rows if row.ply >= early.settled.ply]
            assert early.turn is None
            assert all(has_outcome(match, row) and row.exact for row in behind)


def test_an_estimate_is_told_at_the_end_alone_deep_enough_and_as_a_mistake():
    seeds = (played("kalah", "3x2", seed) for seed in range(30))
    match, rows = next(
        (match, rows)
        for match, rows in seeds
        if (row := turning_point(match, rows)) and is_mistake(row.kind) and row.loss > 3
    )
    deep = [replace(row, exact=False, depth=ENOUGH_TURNS) for row in rows]
    turn = turning_point(match, deep)
    assert turn is not None
    assert found(match, deep).turn == turn and not found(match, deep).certain
    mixed = [row if row.ply == turn.ply else other for row, other in zip(rows, deep, strict=True)]
    assert found(match, mixed).turn.exact and not found(match, mixed).certain
    assert found(match, deep).led_until(turn.seat) in (turn, None)
    assert found(match, deep, ended=False, whole=False).turn is None
    assert found(match, deep, whole=False) == LookBack(mistakes=0), "the time was not enough"
    small = [replace(row, kind="dubious") for row in deep]
    assert found(match, small).turn is None
    shallow = [replace(row, depth=ENOUGH_TURNS - 1) for row in deep]
    assert found(match, shallow) == LookBack(mistakes=0)


def test_the_answer_to_the_mistake_is_the_winners_and_the_best():
    answered = 0
    for seed in range(40):
        match, rows = played("tictactoe", "3x3", seed)
        whole = found(match, rows)
        if whole.reply is not None:
            answered += 1
            assert whole.reply.ply == whole.turn.ply + 1
            assert whole.reply.seat == match.winner != whole.turn.seat
            assert whole.reply.loss == 0
    assert answered > 5
